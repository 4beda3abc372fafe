import { readFileCell } from '../../identifiers/index.js';
import type { ColumnKind } from '../../identifiers/types.js';
import { t } from '../../messages/index.js';
import { isIdentifier, type Records } from './column-scores.js';
import { identifiersIn } from './identifiers-in.js';

/**
 * Whether commas of sentences were taken for a delimiter, as in `Pay Ana (529.982.247-25) and Rui, CPF
 * 111.444.777-35.`: half of the rows have an identifier within a sentence, and no cell is an identifier alone.
 */
export function isProse(rows: Records, kind: ColumnKind | undefined): boolean {
  if (rows.some((cells) => cells.some((cell) => isBare(cell)))) return false;
  const found = rows.filter((cells) => cells.some((cell) => hasWithin(cell, kind)));
  return found.length * 2 >= rows.length && found.length > 0;
}

/** A sentence about rows of a table without a header that have an identifier within the text of another column. */
export function toldPassedBy(
  rows: Records,
  column: number,
  kind: ColumnKind | undefined,
): readonly string[] {
  const found = rows.filter((cells) =>
    cells.some((cell, index) => index !== column && hasWithin(cell, kind)),
  );
  if (found.length === 0) return [];
  return [t.input.identifiersPassedBy(found.length)];
}

/** A cell of digits and signs alone, as in a table, or of one whole identifier with letters. */
function isBare(cell: string): boolean {
  return isIdentifier(cell) && (!/\p{L}/u.test(cell) || identifiersIn(cell)[0] === cell.trim());
}

function hasWithin(cell: string, kind: ColumnKind | undefined): boolean {
  if (cell.length < SHORTEST || isIdentifier(cell)) return false;
  return identifiersIn(cell).some((text) => readFileCell(text, kind).valid);
}

/** Characters of the shortest identifier within a text, and one beside it. */
const SHORTEST = 12;
