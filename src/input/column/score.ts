import { readFileCell } from '../../identifiers/index.js';
import type { ColumnKind, IdentifierKind } from '../../identifiers/types.js';

/** More rows do not change the picture, only the time it takes. */
const MAX_SCORED = 5000;

/** How many of a column's filled cells are valid as which kind. */
export interface Score {
  filled: number;
  /** With as many digits as a cut identifier has: attempts, right or wrong. */
  attempts: number;
  cpf: number;
  cnpj: number;
  /** Valid as either, after padding. */
  both: number;
  /** Valid without padding; breaks ties between the kinds. */
  exactCpf: number;
  exactCnpj: number;
}

export type Records = readonly (readonly string[])[];

/** Is the cell an identifier, of the given kind or of any? */
export function isIdentifier(cell: string, kind?: ColumnKind): boolean {
  return /\d\D*\d/.test(cell) && kinds(kind).some((each) => readFileCell(cell, each).valid);
}

/** Looks like an attempt at an identifier, valid or not: such a row is data, never a title. */
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

export function validCells(score: Score): number {
  return score.cpf + score.cnpj - score.both;
}

export function share(score: Score): number {
  return score.filled === 0 ? 0 : validCells(score) / score.filled;
}

export function emptyScore(): Score {
  return { filled: 0, attempts: 0, cpf: 0, cnpj: 0, both: 0, exactCpf: 0, exactCnpj: 0 };
}

function kinds(kind: ColumnKind | undefined): readonly IdentifierKind[] {
  return kind === undefined || kind === 'both' ? ['cpf', 'cnpj'] : [kind];
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
