import { readCell } from '../../identifiers/index.js';

/** Formatted CPFs and CNPJs, or unformatted ones of full length. A shorter number may be a telephone. */
const SHAPED =
  /(?<![0-9A-Za-z])(?:[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-[0-9]{2}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}|[0-9]{11}|[0-9A-Z]{12}[0-9]{2})(?![0-9A-Za-z])/gi;

/** Finds everything in a line that looks like an identifier, valid or not, in order. */
export function identifiersIn(line: string): string[] {
  return (line.match(SHAPED) ?? []).filter((text) => /[0-9]{3}/.test(text) && isMeant(text));
}

/** A text with letters may be a word or a code, so it needs valid check digits. */
function isMeant(text: string): boolean {
  return !/[a-z]/i.test(text) || readCell(text, 'cnpj').valid;
}
