import { maskIdentifiers } from '../identifiers/index.js';

/** Values are words; what is longer is none. */
const LONGEST = 60;

/** Fourteen letters and digits, two digits last, with or without a CNPJ's punctuation. */
const CNPJ_SHAPED =
  /(?<![0-9A-Z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?[0-9]{2}(?![0-9A-Z])/gi;

/** Text of the service fit for a report: whatever looks like an identifier is hidden. */
export function withoutIdentifiers(text: string): string {
  return maskIdentifiers(text)
    .replace(/\*{3}\.[0-9*]{3}\.[0-9*]{3}-\*{2}/g, '***')
    .replace(CNPJ_SHAPED, '***');
}

/**
 * A value of a record as the name of a group; undefined where it says nothing. The service's own
 * `Não informado`, and what was hidden with asterisks, say nothing either.
 */
export function labelOf(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = withoutIdentifiers(String(value)).replace(/\s+/g, ' ').trim();
  if (/^[*\s./-]*$/.test(text) || /^n[aã]o informad[oa]$/i.test(text)) return undefined;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
