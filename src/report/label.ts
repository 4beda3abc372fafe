import { withoutIdentifiers } from '../identifiers/index.js';

/** Longer values are not group names. */
const LONGEST = 60;

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
