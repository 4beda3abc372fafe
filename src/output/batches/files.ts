import { maskIdentifiers } from '../../identifiers/index.js';
import { printable } from '../terminal/text.js';
import { rowsText, type Column } from '../terminal/table.js';
import type { Look } from '../terminal/terminal.js';
import { formatNumber, t, troubleSentence } from '../../messages/index.js';
import type { ExitCode } from '../../exit-codes.js';
import { inWords, type BatchState, type Summary } from '../../batch/summary.js';

function columns(): Column[] {
  const counts = [
    t.table.rows,
    t.table.invalid,
    t.table.found,
    t.table.notFound,
    t.table.unanswered,
    t.table.chargedTitle,
  ];
  return [
    { title: t.table.file, ifNarrow: 'cut' },
    { title: t.table.state },
    ...counts.map((title) => ({ title, isNumber: true })),
    { title: t.table.exit, isNumber: true },
  ];
}

/** The final summary of a run with several inputs: one line for each with its outcome, and the sums. */
export function filesText(outcomes: readonly FileOutcome[], look: Look): string {
  const total = totalOf(outcomes);
  const sums = [t.table.total, t.table.states[total.state], ...numbers(total), ''];
  const reasons = t.phrases.reasons(total.reasons);
  return (
    rowsText(columns(), [...outcomes.map(fileRow), sums], look, 2) +
    (reasons === '' ? '' : `  ${t.table.invalidReasons(reasons)}\n`)
  );
}

function fileRow({ file, exitCode, error, summary }: FileOutcome): string[] {
  const name = maskIdentifiers(printable(file));
  const state = summary === undefined ? refusal(error) : t.table.states[summary.state];
  return [name, state, ...numbers(summary), String(exitCode)];
}

/** Why there is no batch; its sentence has been told. */
function refusal(error: string | null): string {
  return error === 'not_begun' ? t.table.notBegun : t.table.refused;
}

/** What one of several inputs would send. */
export interface FilePlan {
  /** As the user gave it. */
  readonly file: string;
  readonly rows: number;
  readonly toSend: number;
  /** Credits. */
  readonly most: number;
  /** The code of the error that refused it. */
  readonly error?: string;
}

/** What several inputs would send, before any of it is sent. */
export function plannedText(plans: readonly FilePlan[], look: Look): string {
  const titles = [t.table.rows, t.table.toSend, t.table.creditsAtMost];
  const wanted: Column[] = [
    { title: t.table.file, ifNarrow: 'cut' },
    ...titles.map((title) => ({ title, isNumber: true })),
    { title: '' },
  ];
  const row = ({ file, rows, toSend, most, error }: FilePlan) => [
    ...[
      maskIdentifiers(printable(file)),
      ...[rows, toSend, most].map((each) => formatNumber(each)),
      error === undefined ? '' : refusal(error),
    ],
  ];
  const sum = (of: 'rows' | 'toSend' | 'most') => plans.reduce((all, plan) => all + plan[of], 0);
  const total = {
    file: t.table.total,
    rows: sum('rows'),
    toSend: sum('toSend'),
    most: sum('most'),
  };
  return rowsText(wanted, [...plans, total].map(row), look, 2);
}

type Counted = Pick<
  ReturnType<typeof totalOf>,
  'rows' | 'invalid' | 'found' | 'notFound' | 'unique' | 'credits'
>;

function numbers(summary: Counted | undefined): string[] {
  if (summary === undefined) return ['', '', '', '', '', ''];
  const { rows, invalid, found, notFound, unique, credits } = summary;
  const left = unique - found - notFound;
  return [rows, invalid, found, notFound, left, credits.now].map((each) => formatNumber(each));
}

/** The outcome of one of several inputs. */
export interface FileOutcome {
  /** As the user gave it. */
  readonly file: string;
  readonly exitCode: ExitCode;
  /** The code of the error that ended it; null without an error. */
  readonly error: string | null;
  /** Left out if it did not become a batch. */
  readonly summary?: Summary;
}

const ZERO = {
  ...{ rows: 0, invalid: 0, duplicates: 0, repaired: 0, unique: 0, reused: 0 },
  ...{ found: 0, notFound: 0, skipped: 0, failed: 0, pending: 0, unconfirmed: 0 },
};

type Counts = typeof ZERO;
const COUNTS = Object.keys(ZERO) as (keyof Counts)[];

/**
 * The object that `--json` prints for several inputs: the keys of a batch's summary with the sums, and
 * each input under `files`. A batch that two inputs share is counted once.
 */
export function totalOf(outcomes: readonly FileOutcome[]) {
  const batches = distinctBatches(outcomes);
  const kinds = new Set(batches.map(({ kind }) => kind));
  const sum = (pick: (summary: Summary) => number) =>
    batches.reduce((total, summary) => total + pick(summary), 0);
  return {
    ...{ batch: null, kind: kinds.size === 1 ? (batches[0]?.kind ?? null) : null, file: null },
    state: gravestState(outcomes),
    ...(Object.fromEntries(COUNTS.map((name) => [name, sum((each) => each[name])])) as Counts),
    reasons: reasonsOf(batches),
    credits: {
      estimated: sum(({ credits }) => credits.estimated),
      charged: sum(({ credits }) => credits.charged),
      saved: sum(({ credits }) => credits.saved),
      now: sum(({ credits }) => credits.now),
    },
    jobs: batches.flatMap(
      (summary) => inWords(summary, (trouble) => troubleSentence(trouble)).jobs,
    ),
    output: null,
    files: outcomes.map(({ file, exitCode, error, summary }) => ({
      ...(summary && inWords(summary, (trouble) => troubleSentence(trouble))),
      ...{ file, exitCode, error },
    })),
  };
}

/** Each batch once, in the order of the inputs. A dry run makes no batches, so it counts each file. */
function distinctBatches(outcomes: readonly FileOutcome[]): Summary[] {
  const seen = new Set<string>();
  return outcomes.flatMap(({ summary }) => {
    if (summary === undefined || (summary.batch !== null && seen.has(summary.batch))) return [];
    if (summary.batch !== null) seen.add(summary.batch);
    return [summary];
  });
}

const STATES: readonly BatchState[] = ['unconfirmed', 'running', 'incomplete'];

function gravestState(outcomes: readonly FileOutcome[]): BatchState {
  const states = outcomes.map(({ summary }) => summary?.state ?? 'incomplete');
  return STATES.find((state) => states.includes(state)) ?? 'complete';
}

function reasonsOf(batches: readonly Summary[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { reasons } of batches) {
    for (const [reason, count] of Object.entries(reasons)) all[reason] = (all[reason] ?? 0) + count;
  }
  return all;
}
