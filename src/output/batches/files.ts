import { maskIdentifiers } from '../../identifiers/index.js';
import { printable } from '../terminal/text.js';
import { rowsText, type Column } from '../terminal/table.js';
import type { Look } from '../terminal/terminal.js';
import { formatNumber, t } from '../../messages/index.js';
import type { ExitCode } from '../../exit-codes.js';
import type { BatchState, Summary } from '../../batch/summary.js';
import { told } from './summary.js';

type Counted = Pick<Summary, 'rows' | 'invalid' | 'found' | 'notFound' | 'unique' | 'credits'>;

const counts = (): [title: string, count: (summary: Counted) => number][] => [
  [t.table.rows, ({ rows }) => rows],
  [t.table.invalid, ({ invalid }) => invalid],
  [t.table.found, ({ found }) => found],
  [t.table.notFound, ({ notFound }) => notFound],
  [t.table.unanswered, ({ unique, found, notFound }) => unique - found - notFound],
  [t.table.chargedTitle, ({ credits }) => credits.now],
];

/** The final summary of a run with several inputs: one line for each with its outcome, and the sums. */
export function filesText(outcomes: readonly FileOutcome[], look: Look): string {
  const columns: Column[] = [
    { title: t.table.file, ifNarrow: 'end' },
    { title: t.table.state },
    ...[...counts().map(([title]) => title), t.table.exit].map((title) => ({
      title,
      isNumber: true,
    })),
  ];
  const total = totalOf(outcomes);
  const row = (name: string, state: string, summary: Counted | undefined, exit: string) => [
    ...[name, state],
    ...counts().map(([, count]) => (summary === undefined ? '' : formatNumber(count(summary)))),
    exit,
  ];
  const rows = outcomes.map(({ file, summary, error, exitCode }) => {
    const state = summary === undefined ? refusal(error) : t.table.states[summary.state];
    return row(maskIdentifiers(printable(file)), state, summary, String(exitCode));
  });
  const sums = row(t.table.total, t.table.states[total.state], total, '');
  const reasons = t.phrases.reasons(total.reasons);
  return (
    rowsText(columns, [...rows, sums], look, 2) +
    (reasons === '' ? '' : `  ${t.table.invalidReasons(reasons)}\n`)
  );
}

function refusal(error: string | null): string {
  return error === 'not_begun' ? t.table.notBegun : t.table.refused;
}

export interface FilePlan {
  readonly file: string;
  readonly rows: number;
  readonly toSend: number;
  readonly most: number;
  readonly error?: string;
}

export function plannedText(plans: readonly FilePlan[], look: Look): string {
  const titles = [t.table.rows, t.table.toSend, t.table.creditsAtMost];
  const columns: Column[] = [
    { title: t.table.file, ifNarrow: 'end' },
    ...titles.map((title) => ({ title, isNumber: true })),
    { title: '' },
  ];
  const row = ({ file, rows, toSend, most, error }: FilePlan) => [
    maskIdentifiers(printable(file)),
    ...[rows, toSend, most].map((each) => formatNumber(each)),
    error === undefined ? '' : refusal(error),
  ];
  const sum = (of: 'rows' | 'toSend' | 'most') => plans.reduce((all, plan) => all + plan[of], 0);
  const [rows, toSend, most] = [sum('rows'), sum('toSend'), sum('most')];
  const total = { file: t.table.total, rows, toSend, most };
  return rowsText(columns, [...plans, total].map(row), look, 2);
}

export interface FileOutcome {
  readonly file: string;
  readonly exitCode: ExitCode;
  /** The code of the error that ended it; null without an error. */
  readonly error: string | null;
  /** Left out if it did not become a batch. */
  readonly summary?: Summary;
}

const COUNTS = [
  ...(['rows', 'invalid', 'duplicates', 'repaired', 'unique', 'reused', 'found'] as const),
  ...(['notFound', 'skipped', 'failed', 'pending', 'unconfirmed'] as const),
];

/** What `--json` prints for several inputs: the sums, and each under `files`. A batch that two inputs share counts once. */
export function totalOf(outcomes: readonly FileOutcome[]) {
  const batches = distinctBatches(outcomes);
  const kinds = new Set(batches.map(({ kind }) => kind));
  const sum = (pick: (summary: Summary) => number) =>
    batches.reduce((total, summary) => total + pick(summary), 0);
  return {
    ...{ batch: null, kind: kinds.size === 1 ? (batches[0]?.kind ?? null) : null, file: null },
    state: gravestState(outcomes),
    ...(Object.fromEntries(COUNTS.map((name) => [name, sum((each) => each[name])])) as Record<
      (typeof COUNTS)[number],
      number
    >),
    reasons: reasonsOf(batches),
    credits: {
      estimated: sum(({ credits }) => credits.estimated),
      charged: sum(({ credits }) => credits.charged),
      saved: sum(({ credits }) => credits.saved),
      now: sum(({ credits }) => credits.now),
    },
    jobs: batches.flatMap((summary) => told(summary).jobs),
    output: null,
    files: outcomes.map(({ file, exitCode, error, summary }) => ({
      ...(summary && told(summary)),
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
