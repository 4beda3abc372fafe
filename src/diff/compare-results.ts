import { setImmediate } from 'node:timers/promises';
import { kindOf } from '../identifiers/index.js';
import { createComparison, fieldsNotCompared, type Difference } from './compare-records.js';
import { pairedEntries, type Pair } from './paired-entries.js';
import { Tally } from './tally.js';
import {
  isAnswered,
  STATUS_FIELD,
  type Change,
  type ChangeKind,
  type DiffSummary,
  type Entry,
  type Side,
} from './types.js';
import type { WantedFields } from './wanted-fields.js';

export interface Comparison {
  /** The changes sorted by identifier, in arrays; a million may come. Can be read once. */
  readonly changes: () => AsyncIterable<readonly Change[]>;
  /** The numbers, once every change was read. */
  readonly summary: () => DiffSummary;
}

/** Compares two results identifier by identifier. The order of their rows has no influence. `stop` ends the changes. */
export function compareResults(
  older: Side,
  newer: Side,
  wanted: WantedFields,
  stop?: AbortSignal,
): Comparison {
  const sides = { older, newer };
  const differences = createComparison(sides, wanted);
  const tally = new Tally();
  const isWanted = wanted?.has(STATUS_FIELD) ?? true;
  const changesOf = (pair: Pair): readonly Change[] => {
    const told = statusChange(pair);
    const own = told === undefined ? recordChanges(pair, differences) : [told];
    if (told === undefined || isWanted) {
      tally.count(pair, own);
      return own;
    }
    tally.leaveOut(told);
    return [];
  };
  async function* changes(): AsyncGenerator<readonly Change[]> {
    for await (const pairs of pairedEntries(older.entries(), newer.entries())) {
      // Results that lie sorted on the disk leave no time for a signal.
      await setImmediate();
      stop?.throwIfAborted();
      const found: Change[] = [];
      for (const pair of pairs) found.push(...changesOf(pair));
      if (found.length > 0) yield found;
    }
  }
  const summary = () => ({
    ...{ older: older.facts(), newer: newer.facts(), ...tally.numbers() },
    notCompared: fieldsNotCompared(sides, wanted),
  });
  return { changes, summary };
}

/** What happened to the identifier itself; undefined if both results have an answer, or none has. */
function statusChange({ older, newer }: Pair): Change | undefined {
  const change = changeOf(older, newer);
  const id = (newer ?? older)?.id ?? '';
  const [old, now] = [older?.status ?? null, newer?.status ?? null];
  return change && { id, kind: kindOf(id), change, field: STATUS_FIELD, old, new: now };
}

function changeOf(older: Entry | undefined, newer: Entry | undefined): ChangeKind | undefined {
  if (older === undefined) return 'appeared';
  if (newer === undefined) return 'disappeared';
  const [was, is] = [isAnswered(older), isAnswered(newer)];
  if (was !== is) return is ? 'answered_now' : 'no_longer_answered';
  if (!was || older.status === newer.status) return undefined;
  return newer.status === 'found' ? 'found_now' : 'no_longer_found';
}

function recordChanges(
  { older, newer }: Pair,
  differences: (id: string, older: string, newer: string) => Difference[],
): readonly Change[] {
  if (older?.status !== 'found' || newer === undefined) return [];
  const { id } = newer;
  return differences(id, older.record, newer.record).map((difference): Change => ({
    id,
    kind: kindOf(id),
    change: 'changed',
    ...difference,
  }));
}
