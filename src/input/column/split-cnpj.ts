import { readCnpj } from '../../identifiers/index.js';
import type { Records } from './column-scores.js';

/** The files of the registry split a CNPJ into three columns of 8, 4 and 2 digits. */
const PARTS = [8, 4, 2] as const;

/** The 0-based index of the first of three columns that together form a CNPJ; undefined if there are none. */
export function splitCnpj(rows: Records): number | undefined {
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  for (let first = 0; first + PARTS.length <= widest; first += 1) {
    const valid = rows.filter((cells) => readCnpj(joined(cells, first)).valid).length;
    if (valid > 0 && valid * 2 >= rows.length) return first;
  }
  return undefined;
}

function joined(cells: readonly string[], first: number): string {
  const parts = PARTS.map((length, at) => {
    const part = (cells[first + at] ?? '').trim();
    return part !== '' && part.length <= length ? part.padStart(length, '0') : '';
  });
  return parts.includes('') ? '' : parts.join('');
}
