import type { Compared } from '../records/compared.js';
import { matchRecord, readMatches, type WantedMatch } from '../records/matches.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { LookupResult } from './answer.js';

export type { Compared } from '../records/compared.js';
export type { Match, WantedMatch } from '../records/matches.js';

/**
 * Reads the values with which the records of a session are compared; returns none without `compared`.
 *
 * @throws UsageError `unknown_field`, `compared_twice`, `compared_in_parts`
 */
export function readComparedFields(
  compared: Compared | undefined,
  kind: IdentifierKind | 'both',
): readonly WantedMatch[] {
  return compared === undefined ? [] : readMatches(compared, kind);
}

/** Adds to an answer that has a record how its fields compare with the wanted values. */
export function addMatches(lookup: LookupResult, wanted: readonly WantedMatch[]): LookupResult {
  const { answer } = lookup;
  const { data } = answer;
  if (wanted.length === 0 || data === undefined) return lookup;
  return { ...lookup, answer: { ...answer, match: matchRecord(wanted, data) } };
}
