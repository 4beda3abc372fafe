import { readCell } from '../../identifiers/index.js';

/** As CPFs and CNPJs are written, or bare runs of their length; nothing shorter, which may be a telephone. */
const SHAPED =
  /(?<![0-9A-Za-z])(?:[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-[0-9]{2}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}|[0-9]{11}|[0-9A-Z]{12}[0-9]{2})(?![0-9A-Za-z])/gi;

/** What looks like an identifier in a line, valid or not, in its order. */
export function identifiersIn(line: string): string[] {
  return (line.match(SHAPED) ?? []).filter((text) => /[0-9]{3}/.test(text) && isMeant(text));
}

/** Letters make a word or a code as often as a CNPJ: there the check digits decide. */
function isMeant(text: string): boolean {
  return !/[a-z]/i.test(text) || readCell(text, 'cnpj').valid;
}
