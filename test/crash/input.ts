import type { ColumnKind } from '../../src/identifiers/index.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import type { Scenario } from './scenario.js';

export interface Input {
  readonly text: string;
  /** The unique identifiers, in input order. */
  readonly ids: readonly string[];
  /** The identifier of each row; undefined for an invalid row. */
  readonly rows: readonly (string | undefined)[];
  readonly missing: ReadonlySet<string>;
}

/** The input of a scenario: `unique` identifiers from index `from`, some of them twice, and invalid rows. */
export function makeInput(
  { kind, missingEvery }: Pick<Scenario, 'kind' | 'missingEvery'>,
  unique: number,
  from = 0,
): Input {
  const ids = Array.from({ length: unique }, (_, n) => makeId(kind, from + n));
  const rows = ids.flatMap((id, n) => rowsOf(id, n, ids));
  const cell = (id: string | undefined) =>
    id ?? (kind === 'cnpj' ? '11222333000182' : '52998224724');
  const text = `n;${kind}\r\n${rows.map((id, n) => `${n};${cell(id)}\r\n`).join('')}`;
  // The first identifier of each kind is always found, so that every processed job changes the balance.
  const ofItsKind = (n: number) => (kind === 'both' ? Math.floor(n / 2) : n);
  const missing = ids.filter(
    (_, n) => missingEvery > 0 && ofItsKind(n) % missingEvery === missingEvery - 1,
  );
  return { text, ids, rows, missing: new Set(missing) };
}

function makeId(kind: ColumnKind, n: number): string {
  const isCpf = kind === 'cpf' || (kind === 'both' && n % 2 === 0);
  return isCpf ? makeCpf(n) : makeCnpj(n);
}

function rowsOf(id: string, n: number, ids: readonly string[]): (string | undefined)[] {
  if (n % 4 === 1) return [id, ids[0]];
  return n % 5 === 2 ? [id, undefined] : [id];
}
