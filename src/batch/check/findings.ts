import { readFileCell, type ColumnKind, type IdentifierKind } from '../../identifiers/index.js';
import type { InputLayout, InputRow } from '../../input/index.js';

/** A group of rows: how many, and the numbers of the first ones, as in a spreadsheet. */
export interface FoundRows {
  count: number;
  readonly first: number[];
}

/** Findings of a check besides the counts. */
export interface Findings {
  readonly reasons: Record<string, FoundRows>;
  readonly repaired: FoundRows;
  readonly duplicates: FoundRows;
  /** Rows with fewer or more cells than the header; without a header, than most rows. */
  readonly ragged: FoundRows;
  /** Invalid rows whose cell is a valid identifier of the other kind. */
  readonly otherKind: FoundRows;
}

const LISTED = 5;

export function noFindings(): Findings {
  return {
    reasons: {},
    repaired: noRows(),
    duplicates: noRows(),
    ragged: noRows(),
    otherKind: noRows(),
  };
}

/** Adds one row. `isFirst`: its identifier did not occur before. */
export function findIn(
  findings: Findings,
  { sheetRow, cells, reading }: InputRow,
  layout: InputLayout,
  isFirst: boolean,
): void {
  if (isRagged(cells.length, layout)) note(findings.ragged, sheetRow);
  if (reading.valid) {
    if (reading.repaired) note(findings.repaired, sheetRow);
    if (!isFirst) note(findings.duplicates, sheetRow);
    return;
  }
  note((findings.reasons[reading.reason] ??= noRows()), sheetRow);
  const kind = other(layout.kind);
  // Eight digits read as a CPF that lost its zeros have the right check digits by chance.
  if (reading.reason === 'cnpj_root') return;
  if (kind === undefined || layout.parts !== undefined) return;
  if (readFileCell(cells[layout.column] ?? '', kind).valid) note(findings.otherKind, sheetRow);
}

/** A row of a sheet ends at its last filled cell, so its width may vary. */
function isRagged(cells: number, { width, origin }: InputLayout): boolean {
  return width !== undefined && origin?.sheet === undefined && cells !== width;
}

function other(kind: ColumnKind): IdentifierKind | undefined {
  if (kind === 'both') return undefined;
  return kind === 'cpf' ? 'cnpj' : 'cpf';
}

function noRows(): FoundRows {
  return { count: 0, first: [] };
}

function note(rows: FoundRows, number: number): void {
  rows.count += 1;
  if (rows.first.length < LISTED) rows.first.push(number);
}
