import { UsageError } from '../../errors.js';
import type { IdentifierKind } from '../../identifiers/types.js';
import { safeName } from './describe.js';
import { namedKinds } from './names.js';
import { validCells, type Score } from './score.js';

/** A few strays are invalid rows; more of them are a second kind. */
const MIXED = 0.1;

interface Column {
  readonly index: number;
  /** Empty where the file has no header. */
  readonly name: string;
}

/** CPF or CNPJ for the whole column: one batch has one kind. */
export function chooseKind(
  score: Score,
  column: Column,
  wanted: IdentifierKind | undefined,
  name: string,
): IdentifierKind {
  if (wanted !== undefined) return wanted;
  const label = `column ${column.index + 1}${column.name === '' ? '' : ` ${safeName(column.name)}`}`;
  refuseMixed(score, `${name}: ${label}`);
  const cpf = score.cpf + score.exactCpf;
  const cnpj = score.cnpj + score.exactCnpj;
  if (cpf !== cnpj) return cpf > cnpj ? 'cpf' : 'cnpj';
  const [named, second] = namedKinds(column.name);
  if (named !== undefined && second === undefined) return named;
  throw new UsageError(
    'unknown_kind',
    `${name}: nothing tells whether ${label} holds CPFs or CNPJs; say so with --type.`,
  );
}

function refuseMixed(score: Score, label: string): void {
  const cpf = score.cpf - score.both;
  const cnpj = score.cnpj - score.both;
  if (Math.min(cpf, cnpj) <= validCells(score) * MIXED) return;
  throw new UsageError(
    'mixed_kinds',
    `${label} holds both kinds: ${cpf} CPFs and ${cnpj} CNPJs in the sampled rows. Choose one with --type; the others then count as invalid.`,
  );
}
