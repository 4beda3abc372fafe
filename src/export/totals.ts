import type { MatchCounts } from '../records/matches.js';
import type { AmountCell, Cell, DateCell } from './cell.js';
import { toLocalTime } from './dates.js';

/** The facts about a batch on its sheet of totals; none of them is personal data. */
export interface TotalsFacts extends Readonly<Record<(typeof COUNTS)[number], number>> {
  readonly batch: string;
  /** The name of the input without its folder, with identifiers masked. */
  readonly file: string;
  /** The times when the batch was created and the result was written, in epoch ms. */
  readonly createdAt: number;
  readonly writtenAt: number;
  /** The numbers of invalid rows by reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The credits that were charged, and those that reuse saved. */
  readonly charged: number;
  readonly saved: number;
  readonly isSandbox: boolean;
  /** The number of rows with each verdict, if fields are compared. */
  readonly matches?: MatchCounts | undefined;
}

/** The counts in the order of the sheet; each row is invalid, a duplicate or unique. */
const COUNTS = [
  ...(['rows', 'invalid', 'duplicates', 'repaired', 'unique', 'found', 'notFound'] as const),
  ...(['skipped', 'failed', 'pending', 'unconfirmed'] as const),
];

/** The counts that are shown even if they are 0. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set([
  'rows',
  'invalid',
  'unique',
  'found',
  'notFound',
]);

const VERDICTS = ['equal', 'similar', 'different', 'empty'] as const;

/** The words of the sheet of totals, in the language of the user. */
export interface TotalsWords {
  /** The name of the sheet with the rows, if the input is no workbook. */
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
 * Returns the rows of the sheet of totals: file, batch and times, the numbers of rows by outcome, the reasons of
 * invalid rows, the numbers of rows by verdict, and the cost. An empty row has no cells.
 */
export function buildTotalsRows(facts: TotalsFacts, words: TotalsWords): Cell[][] {
  const shown = COUNTS.filter((name) => facts[name] > 0 || ALWAYS_SHOWN.has(name));
  const counts = shown.flatMap((name): Cell[][] => {
    const row: Cell[] = [words.counts[name], facts[name]];
    if (name !== 'invalid') return [row];
    // The reasons stand under the number that they add up to.
    const reasons = Object.entries(facts.reasons).map(([reason, count]): Cell[] => [
      `  ${words.reason(reason)}`,
      count,
    ]);
    return [row, ...reasons];
  });
  const matches = Object.entries(facts.matches ?? {}).flatMap(
    ([field, verdictCounts]): Cell[][] => [
      [],
      [words.compared({ field })],
      ...VERDICTS.map((of): Cell[] => [`  ${words.verdicts[of]}`, verdictCounts[of]]),
    ],
  );
  return [
    ...(facts.isSandbox ? [[words.sandbox]] : []),
    [words.file, facts.file],
    [words.batch, facts.batch],
    [words.createdAt, buildMomentCell(facts.createdAt)],
    [words.writtenAt, buildMomentCell(facts.writtenAt)],
    [],
    ...counts,
    ...matches,
    [],
    [words.charged, buildCreditsCell(facts.charged)],
    [words.saved, buildCreditsCell(facts.saved)],
  ];
}

function buildMomentCell(at: number): DateCell {
  const iso = new Date(at).toISOString();
  return { date: toLocalTime(iso) ?? '', text: iso };
}

/** Returns credits as a number, and those that are not whole with two decimals. */
function buildCreditsCell(credits: number): number | AmountCell {
  return Number.isInteger(credits) ? credits : { amount: credits };
}
