import { UsageError } from '../../errors.js';
import type { ColumnKind, IdentifierKind } from '../../identifiers/types.js';
import { kindName, percent, validKinds } from '../../sentences/lists.js';
import { t } from '../../messages/index.js';
import { listedColumns } from '../describe-layout.js';
import type { Head } from '../table/header.js';
import { scoreColumns, share } from './column-scores.js';

/** Below this share, the valid cells of a column that holds the other kind are chance. */
const STRAY = 0.02;
const SURE = 0.5;

interface OtherKind {
  readonly index: number;
  readonly kind: IdentifierKind;
  readonly wanted: IdentifierKind;
  readonly validShare: number;
}

/**
 * Refuses a file whose column holds CNPJs where CPFs are asked for, or the other way round: no row would be
 * valid. `columns`: those that could be meant.
 * @throws UsageError `other_kind`
 */
export function refuseOtherKind(
  columns: readonly number[],
  head: Head,
  wanted: ColumnKind | undefined,
  name: string,
): void {
  const found = otherKindIn(columns, head, wanted);
  if (found === undefined) return;
  const { index, ...other } = found;
  const option = listedColumns(head.columns, [index])[0] ?? { option: String(index + 1), name: '' };
  throw new UsageError('other_kind', { file: name, ...option, ...other });
}

/** A sentence about a column that was named and holds the other kind; empty if it does not. */
export function toldOtherKind(
  column: number,
  head: Head,
  wanted: ColumnKind | undefined,
): readonly string[] {
  const found = otherKindIn([column], head, wanted);
  if (found === undefined) return [];
  const { kind, validShare } = found;
  return [t.input.otherKindNote(`${kindName(kind)}s`, percent(validShare), validKinds(kind))];
}

function otherKindIn(
  columns: readonly number[],
  { rows }: Head,
  wanted: ColumnKind | undefined,
): OtherKind | undefined {
  if (wanted === undefined || wanted === 'both') return undefined;
  const kind = wanted === 'cpf' ? 'cnpj' : 'cpf';
  const own = scoreColumns(rows, wanted).map(share);
  const others = scoreColumns(rows, kind).map(share);
  return columns
    .filter((index) => (own[index] ?? 0) < STRAY)
    .map((index) => ({ index, kind, wanted, validShare: others[index] ?? 0 }) as const)
    .filter(({ validShare }) => validShare >= SURE)
    .sort((a, b) => b.validShare - a.validShare)[0];
}
