import { readCnpj, readCpf } from './cpf-and-cnpj.js';
import { isRoot } from './read-cell.js';
import { invalid } from './read-identifier.js';
import type { IdentifierKind, Reading } from './types.js';

/**
 * The ways in which files split an identifier into columns, as the characters of each. The registry's own
 * files have 8, 4 and 2.
 */
export const SPLITS: Readonly<Record<IdentifierKind, readonly (readonly number[])[]>> = {
  cnpj: [
    [8, 4, 2],
    [8, 6],
    [12, 2],
    [2, 3, 3, 4, 2],
  ],
  cpf: [
    [9, 2],
    [3, 3, 3, 2],
  ],
};

const WITH_DECIMALS = /^\s*([0-9]+)[.,]00?\s*$/;
/** Separators, and the marks that make a spreadsheet treat a cell as text. */
const AROUND = /[\s"'=./-]/g;

/**
 * Reads an identifier whose parts are in several cells. Restores the leading zeros of each part that is
 * shorter than its width (`repaired`). `widths`: the characters of each part, as in `SPLITS`.
 */
export function readParts(
  cells: readonly string[],
  kind: IdentifierKind,
  widths: readonly number[],
): Reading {
  const bare = cells.map((cell) => (WITH_DECIMALS.exec(cell)?.[1] ?? cell).replace(AROUND, ''));
  const parts = bare.map((part, at) => padded(part, widths[at] ?? 0));
  const isAlone = bare.slice(1).every((part) => part === '');
  const refused = isAlone ? refusedAlone(parts[0] ?? '', kind) : undefined;
  if (refused !== undefined) return refused;
  if (parts.some((part, at) => part.length !== widths[at])) return invalid('format');
  const reading = kind === 'cpf' ? readCpf(parts.join('')) : readCnpj(parts.join(''));
  const isRepaired = parts.some((part, at) => part !== bare[at]);
  return reading.valid && isRepaired ? { ...reading, repaired: true } : reading;
}

/** Why a first part alone is no identifier. */
function refusedAlone(first: string, kind: IdentifierKind): Reading | undefined {
  if (first === '') return invalid('empty');
  return kind === 'cnpj' && isRoot(first) ? invalid('cnpj_root') : undefined;
}

function padded(part: string, width: number): string {
  return /^[0-9]+$/.test(part) ? part.padStart(width, '0') : part;
}
