import type { Breakdown, BreakdownName, Group } from './types.js';
import { withoutIdentifiers } from '../identifiers/index.js';

/** The largest number of distinct values that are counted. Fields of the service have far fewer. */
const MOST_VALUES = 2_000;

/** Counts records by one field, in bounded memory. */
export interface Tally {
  /** `label`: undefined if the record has no readable value. */
  add(label: string | undefined): void;
  result(): Breakdown;
}

/** Selects and sorts the groups. Groups that it does not return count as others. */
export type Arrange = (groups: readonly Group[]) => readonly Group[];

export function createTally(name: BreakdownName, arrange: Arrange): Tally {
  const counts = new Map<string, number>();
  let all = 0;
  let notInformed = 0;
  return {
    add(label) {
      all += 1;
      if (label === undefined) notInformed += 1;
      else if (counts.has(label) || counts.size < MOST_VALUES) {
        counts.set(label, (counts.get(label) ?? 0) + 1);
      }
    },
    result() {
      const groups = arrange(Array.from(counts, ([label, count]) => ({ label, count })));
      const shown = groups.reduce((sum, { count }) => sum + count, 0);
      return { name, groups, others: all - notInformed - shown, notInformed };
    },
  };
}

/** Sorts by size and keeps the `most` largest groups. */
export function largest(most: number): Arrange {
  return (groups) => [...groups].sort(bySize).slice(0, most);
}

/** Sorts by size and keeps the `most` largest groups among those with the same `familyOf` their label. */
export function largestOfEach(
  most: number,
  familyOf: (label: string) => string | undefined,
): Arrange {
  return (groups) => {
    const kept = new Map<string | undefined, number>();
    return [...groups].sort(bySize).filter(({ label }) => {
      const before = kept.get(familyOf(label)) ?? 0;
      kept.set(familyOf(label), before + 1);
      return before < most;
    });
  };
}

/** Keeps these groups in this order, also empty ones. */
export function fixed(labels: readonly string[]): Arrange {
  return (groups) => {
    const counts = new Map(groups.map(({ label, count }) => [label, count]));
    return labels.map((label) => ({ label, count: counts.get(label) ?? 0 }));
  };
}

/** Sorts by label, for years. */
export function ascending(groups: readonly Group[]): readonly Group[] {
  return [...groups].sort((a, b) => compare(a.label, b.label));
}

function bySize(a: Group, b: Group): number {
  return b.count - a.count || compare(a.label, b.label);
}

/** Unlike `localeCompare`, gives the same order on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Longer values are not group names. */
const LONGEST = 60;

/**
 * A value of a record as the name of a group; undefined if it gives no information, as `Não informado` or
 * a text masked with asterisks.
 */
export function labelOf(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = withoutIdentifiers(String(value)).replace(/\s+/g, ' ').trim();
  if (/^[*\s./-]*$/.test(text) || /^n[aã]o informad[oa]$/i.test(text)) return undefined;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
