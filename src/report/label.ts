import { maskIdentifiers } from '../identifiers/index.js';

/** Longer values are not group names. */
const LONGEST = 60;

/** Twelve letters or digits and two digits, with or without the punctuation of a CNPJ. */
const CNPJ_SHAPED =
  /(?<![0-9A-Z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?[0-9]{2}(?![0-9A-Z])/gi;

/** Hides everything that looks like an identifier in a text of the service. */
export function withoutIdentifiers(text: string): string {
  return maskIdentifiers(text)
    .replace(/\*{3}\.[0-9*]{3}\.[0-9*]{3}-\*{2}/g, '***')
    .replace(CNPJ_SHAPED, '***');
}

/**
 * A value of a record as the name of a group; undefined if it gives no information, as `Não informado` or
 * a text masked with asterisks.
 */
export function labelOf(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = withoutIdentifiers(String(value)).replace(/\s+/g, ' ').trim();
  if (/^[*\s./-]*$/.test(text) || /^n[aã]o informad[oa]$/i.test(text)) return undefined;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
