import { UsageError } from '../../errors.js';
import type { ColumnKind } from '../../identifiers/types.js';
import { listedColumns } from '../describe-layout.js';
import type { Head } from '../table/header.js';
import { findParts, type ScoredParts } from './joined-columns.js';

/** Below this share the valid identifiers of a join are chance: check digits agree in one of a hundred. */
const CHANCE = 0.1;

/**
 * Refuses a file whose columns hold the parts of identifiers. Joining is not guessed: an identifier that only seems to
 * be there would be paid for. `around`: the columns that `--column` names, of which the parts must have one.
 *
 * @throws UsageError `identifier_in_parts`
 */
export function refuseParts(
  { columns, rows }: Head,
  kind: ColumnKind | undefined,
  name: string,
  around?: readonly number[],
): void {
  const found =
    findParts(rows, kind, around) ??
    (around === undefined ? undefined : findParts(rows, undefined, around));
  if (found === undefined) return;
  const parts = listedColumns(columns, found.columns);
  const isOther = kind !== undefined && kind !== 'both' && kind !== found.kind;
  const wrongly = isOther ? { wrongly: kind } : {};
  throw new UsageError('identifier_in_parts', { file: name, kind: found.kind, parts, ...wrongly });
}

/** @throws UsageError `chance_parts` if hardly a row of these joined columns is valid */
export function refuseChance(
  { kind, columns, validShare, filled }: ScoredParts,
  head: Head,
  name: string,
): void {
  if (filled === 0 || validShare >= CHANCE) return;
  const parts = listedColumns(head.columns, columns);
  throw new UsageError('chance_parts', { file: name, kind, parts, validShare });
}
