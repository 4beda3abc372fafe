import type { MatchCounts } from '../records/matches.js';
import type { AmountCell, Cell, DateCell } from './cell.js';
import { localTime } from './dates.js';

/** The facts about a batch on its sheet of totals; no personal data. */
export interface TotalsFacts extends Readonly<Record<(typeof COUNTS)[number], number>> {
  readonly batch: string;
  /** The name of the input without its folder, with identifiers masked. */
  readonly file: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly writtenAt: number;
  /** Numbers of invalid rows by reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Credits. */
  readonly charged: number;
  readonly saved: number;
  readonly isSandbox: boolean;
  /** How many rows have each verdict, where fields are compared. */
  readonly matches?: MatchCounts | undefined;
}

/** The counts in the order of the sheet; each row is invalid, a duplicate or unique. */
const COUNTS = [
  ...(['rows', 'invalid', 'duplicates', 'repaired', 'unique', 'found', 'notFound'] as const),
  ...(['skipped', 'failed', 'pending', 'unconfirmed'] as const),
];

/** Counts that are shown although they are 0. */
const ALWAYS: ReadonlySet<string> = new Set(['rows', 'invalid', 'unique', 'found', 'notFound']);

const VERDICTS = ['equal', 'similar', 'different', 'empty'] as const;

/** The words of the sheet of totals, in the language of the user. */
export interface TotalsWords {
  /** The name of the sheet with the rows, where the input has none. */
  readonly resultSheet: string;
  readonly batch: string;
  readonly file: string;
  readonly createdAt: string;
  readonly writtenAt: string;
  readonly charged: string;
  readonly saved: string;
  readonly counts: Readonly<Record<(typeof COUNTS)[number], string>>;
  readonly reason: (name: string) => string;
  readonly compared: (facts: { readonly field: string }) => string;
  readonly verdicts: Readonly<Record<(typeof VERDICTS)[number], string>>;
  readonly sandbox: string;
}

/**
 * Returns the rows of the sheet of totals: when, from which file and batch, the rows by outcome, the reasons of invalid
 * ones, what comparisons said, and the cost. An empty row has no cells.
 */
export function totalsRows(facts: TotalsFacts, words: TotalsWords): Cell[][] {
  const shown = COUNTS.filter((of) => facts[of] > 0 || ALWAYS.has(of));
  const counts = shown.flatMap((of): Cell[][] => {
    const row: Cell[] = [words.counts[of], facts[of]];
    if (of !== 'invalid') return [row];
    // The reasons stand under the number that they add up to.
    const reasons = Object.entries(facts.reasons).map(([name, count]): Cell[] => [
      `  ${words.reason(name)}`,
      count,
    ]);
    return [row, ...reasons];
  });
  const matches = Object.entries(facts.matches ?? {}).flatMap(([field, found]): Cell[][] => [
    [],
    [words.compared({ field })],
    ...VERDICTS.map((of): Cell[] => [`  ${words.verdicts[of]}`, found[of]]),
  ]);
  return [
    ...(facts.isSandbox ? [[words.sandbox]] : []),
    [words.file, facts.file],
    [words.batch, facts.batch],
    [words.createdAt, timeOf(facts.createdAt)],
    [words.writtenAt, timeOf(facts.writtenAt)],
    [],
    ...counts,
    ...matches,
    [],
    [words.charged, creditsOf(facts.charged)],
    [words.saved, creditsOf(facts.saved)],
  ];
}

function timeOf(at: number): DateCell {
  const iso = new Date(at).toISOString();
  return { date: localTime(iso) ?? '', text: iso };
}

/** Returns credits as a number, and those that are not whole with two decimals. */
function creditsOf(credits: number): number | AmountCell {
  return Number.isInteger(credits) ? credits : { amount: credits };
}
