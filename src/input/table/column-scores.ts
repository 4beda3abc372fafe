import { readFileCell } from '../../identifiers/index.js';
import type { ColumnKind, IdentifierKind } from '../../identifiers/types.js';

/** More rows would take longer and not change the result. */
const MAX_SCORED = 5000;

export type Records = readonly (readonly string[])[];

/** Counts of a column's filled cells that are valid as each kind. */
export interface Score {
  filled: number;
  /** Cells with enough digits for an identifier, valid or not. */
  attempts: number;
  cpf: number;
  cnpj: number;
  /** Valid as both, after zeros are restored. */
  both: number;
  /** Valid without restored zeros; decides between two equal kinds. */
  exactCpf: number;
  exactCnpj: number;
}

export const emptyScore = (): Score => ({
  ...{ filled: 0, attempts: 0, cpf: 0, cnpj: 0, both: 0, exactCpf: 0, exactCnpj: 0 },
});

/** Whether the cell is a valid identifier of the given kind, or of any. */
export function isIdentifier(cell: string, kind?: ColumnKind): boolean {
  return /\d\D*\d/.test(cell) && kindsOf(kind).some((each) => readFileCell(cell, each).valid);
}

/** Whether the cell looks like an identifier, valid or not. A row with such a cell is data, not a title. */
export function looksLikeIdentifier(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= 8 || isIdentifier(cell);
}

export function scoreColumns(records: Records, kind?: ColumnKind): Score[] {
  const scores: Score[] = [];
  for (const record of records.slice(0, MAX_SCORED)) {
    record.forEach((cell, index) => {
      addCell((scores[index] ??= emptyScore()), cell, kind);
    });
  }
  return scores;
}

function addCell(score: Score, cell: string, kind: ColumnKind | undefined): void {
  if (cell.trim() === '') return;
  score.filled += 1;
  if (!/\d\D*\d/.test(cell)) return;
  if (cell.replace(/\D/g, '').length >= 8) score.attempts += 1;
  const cpf = kind === 'cnpj' ? undefined : readFileCell(cell, 'cpf');
  const cnpj = kind === 'cpf' ? undefined : readFileCell(cell, 'cnpj');
  score.cpf += Number(cpf?.valid === true);
  score.cnpj += Number(cnpj?.valid === true);
  score.both += Number(cpf?.valid === true && cnpj?.valid === true);
  score.exactCpf += Number(cpf?.valid === true && !cpf.repaired);
  score.exactCnpj += Number(cnpj?.valid === true && !cnpj.repaired);
}

/** The share of the best column. */
export function bestShare(records: Records, kind?: ColumnKind): number {
  return scoreColumns(records, kind).reduce((best, score) => Math.max(best, share(score)), 0);
}

/** The number of identifiers in the best column. */
export function mostValid(records: Records, kind?: ColumnKind): number {
  return scoreColumns(records, kind).reduce((most, score) => Math.max(most, validCells(score)), 0);
}

/** The share (0 to 1) of valid cells among the filled ones. */
export function share(score: Score, kind: ColumnKind = 'both'): number {
  const valid = kind === 'both' ? validCells(score) : score[kind];
  return score.filled === 0 ? 0 : valid / score.filled;
}

export function validCells(score: Score): number {
  return score.cpf + score.cnpj - score.both;
}

export function kindsOf(kind: ColumnKind | undefined): readonly IdentifierKind[] {
  return kind === undefined || kind === 'both' ? ['cnpj', 'cpf'] : [kind];
}

/** The kinds that a header names: `nrCpfCnpjCliente` names both. */
export function namedKinds(name: string): IdentifierKind[] {
  const plain = fold(name);
  return (['cpf', 'cnpj'] as const).filter((kind) => plain.includes(kind));
}

/** How clearly a header names identifiers (of that kind): 2 by kind, 1 as some document, 0 not at all. */
export function nameWeight(name: string, kind?: ColumnKind): 0 | 1 | 2 {
  const named = namedKinds(name);
  if (named.length > 0)
    return kind === undefined || kind === 'both' || named.includes(kind) ? 2 : 0;
  return /docum|^identifier$|(^|[^a-z])doc([^a-z]|$)|inscri/.test(fold(name)) ? 1 : 0;
}

/** Removes accents and dots, as in `C.P.F.` and `Inscrição`, and converts to lower case. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase();
}
