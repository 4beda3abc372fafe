import { UsageError, type ErrorFacts } from '../../errors.js';
import type { ColumnKind } from '../../identifiers/types.js';
import type { MeantColumn } from '../../errors/input.js';
import { safeName } from '../describe-layout.js';
import { noValidCell } from './no-valid-cell.js';
import type { InputLayout } from '../types.js';
import { namedKinds } from '../table/column-names.js';
import { share, validCells, type Score } from './column-scores.js';

/**
 * Up to this share, valid cells of the other kind are exceptions and become invalid rows: a wrong number
 * may be valid by chance. The limit depends on how many kinds the column's name mentions.
 */
const STRAYS = { none: 0.01, one: 0.1, both: 0 } as const;
/** In a column with a smaller share of valid cells, both kinds may occur by chance. */
const SURE = 0.5;
/** With a smaller one either may: the first eight digits of a CNPJ, filled up with zeros, are a valid CPF in one of a hundred. */
const CHANCE = 0.1;

interface Column {
  readonly index: number;
  /** Empty if the file has no header. */
  readonly name: string;
}

interface Within {
  readonly head: Pick<InputLayout, 'columns'>;
  /** Of the file, for users. */
  readonly name: string;
  readonly meant: MeantColumn | undefined;
}

/** Decides from its cells whether the column holds CPFs, CNPJs or both. @throws UsageError if it is not clear */
export function chooseKind(
  score: Score,
  column: Column,
  wanted: ColumnKind | undefined,
  { head, name, meant }: Within,
): ColumnKind {
  if (wanted !== undefined) return wanted;
  const facts = { file: name, column: column.index + 1, name: shownName(column) };
  const named = namedKinds(column.name);
  if (isMixed(score, (['none', 'one', 'both'] as const)[named.length] ?? 'none')) {
    requireSure(score, facts);
    return 'both';
  }
  const cpf = score.cpf + score.exactCpf;
  const cnpj = score.cnpj + score.exactCnpj;
  if (cpf !== cnpj && share(score) >= CHANCE) return cpf > cnpj ? 'cpf' : 'cnpj';
  if (named[0] !== undefined && named.length === 1) return named[0];
  if (validCells(score) === 0)
    throw noValidCell(head, { column: column.index, kind: 'both', meant }, name);
  throw new UsageError('unknown_kind', facts);
}

function shownName({ name }: Column): string {
  return name === '' ? '' : safeName(name);
}

function isMixed(score: Score, named: keyof typeof STRAYS): boolean {
  const lesser = Math.min(score.cpf - score.both, score.cnpj - score.both);
  return lesser > validCells(score) * STRAYS[named];
}

function requireSure(score: Score, facts: ErrorFacts['unknown_kind']): void {
  if (share(score) >= SURE) return;
  const [cpfs, cnpjs] = [score.cpf - score.both, score.cnpj - score.both];
  throw new UsageError('mixed_kinds', { ...facts, cpfs, cnpjs });
}
