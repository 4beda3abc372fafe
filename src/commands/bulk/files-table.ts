import { maskForPrint } from '../shared/masked.js';
import { formatTable, type Column } from '../../terminal/table.js';
import type { Style } from '../../terminal/style.js';
import { formatNumber, moneyBeside, t } from '../../messages/index.js';
import type { ExitCode } from '../../base/exit-codes.js';
import type { MatchCounts } from '../../export/index.js';
import type { BatchState, BatchSummary } from '../../batch/summary.js';
import { COUNTS, summaryForPrograms } from './shared/summary.js';

export interface FileOutcome {
  readonly file: string;
  readonly exitCode: ExitCode;
  /** The code of the error that ended it; null without an error. */
  readonly error: string | null;
  /** Left out if the input did not become a batch. */
  readonly summary?: BatchSummary;
  /** The verdicts of its comparisons. */
  readonly matches?: MatchCounts;
}

type FileCounts = Pick<
  BatchSummary,
  'rows' | 'invalid' | 'found' | 'notFound' | 'unique' | 'credits'
>;

/**
 * Returns one row for each input with its outcome, also for the page of a GitHub step. `price`: R$ of one credit, where
 * it is set.
 */
export function filesTable(outcomes: readonly FileOutcome[], price?: number) {
  const { file, state, rows, invalid, found, notFound, unanswered, chargedTitle, exit } = t.table;
  return {
    titles: [file, state, rows, invalid, found, notFound, unanswered, chargedTitle, exit],
    rows: outcomes.map(({ file, summary, error, exitCode }) => [
      maskForPrint(file),
      summary === undefined ? refusalWord(error) : t.table.states[summary.state],
      ...formatCounts(summary, price),
      String(exitCode),
    ]),
  };
}

function formatCounts(counts: FileCounts | undefined, price?: number): string[] {
  const { rows, invalid, found, notFound, credits } = counts ?? {};
  const open = counts && counts.unique - counts.found - counts.notFound;
  const all = [rows, invalid, found, notFound, open].map((count) =>
    count === undefined ? '' : formatNumber(count),
  );
  return [...all, credits === undefined ? '' : withMoney(credits.now, price)];
}

function withMoney(credits: number, price: number | undefined): string {
  return formatNumber(credits) + moneyBeside(credits, price);
}

/** Writes the final summary of a run with several inputs, with the sums. */
export function filesText(outcomes: readonly FileOutcome[], style: Style, price?: number): string {
  const { titles, rows } = filesTable(outcomes, price);
  const columns: Column[] = [FILE(), { title: t.table.state }, ...titles.slice(2).map(number)];
  const total = addUpFiles(outcomes);
  const sums = [t.table.total, t.table.states[total.state], ...formatCounts(total, price), ''];
  const reasons = t.phrases.reasons(total.reasons);
  const why = reasons === '' ? '' : `  ${t.table.invalidReasons(reasons)}\n`;
  return formatTable(columns, [...rows, sums], style, 2) + why;
}

const FILE = (): Column => ({ title: t.table.file, cut: 'end' });
const number = (title: string): Column => ({ title, isNumber: true });

function refusalWord(error: string | null): string {
  return error === 'not_begun' ? t.table.notBegun : t.table.refused;
}

const PLANNED = ['rows', 'toSend', 'worstCase'] as const;

export interface FilePlan extends Readonly<Record<(typeof PLANNED)[number], number>> {
  readonly file: string;
  readonly refused?: FileOutcome;
}

/** Writes what each file would cost at most. `price`: R$ of one credit, where it is set. */
export function plannedText(plans: readonly FilePlan[], style: Style, price?: number): string {
  const titles = [t.table.rows, t.table.toSend, t.table.creditsAtMost];
  const row = ({ file, refused, ...plan }: FilePlan) => [
    maskForPrint(file),
    ...[formatNumber(plan.rows), formatNumber(plan.toSend), withMoney(plan.worstCase, price)],
    refused === undefined ? '' : refusalWord(refused.error),
  ];
  const total = { file: t.table.total, ...addUp(PLANNED, plans) };
  return formatTable(
    [FILE(), ...titles.map(number), { title: '' }],
    [...plans, total].map(row),
    style,
    2,
  );
}

function addUp<K extends string>(
  names: readonly K[],
  all: readonly Readonly<Partial<Record<K, number>>>[],
): Record<K, number> {
  const sums = names.map((name) => [name, all.reduce((sum, one) => sum + (one[name] ?? 0), 0)]);
  return Object.fromEntries(sums) as Record<K, number>;
}

/**
 * Returns what `--json` prints for several inputs: the sums, and each input under `files`. A batch that two inputs
 * share counts once.
 */
export function addUpFiles(outcomes: readonly FileOutcome[]) {
  const batches = distinctBatches(outcomes);
  const kinds = new Set(batches.map(({ kind }) => kind));
  const reasons = batches.map((summary) => summary.reasons);
  const credits = batches.map((summary) => summary.credits);
  return {
    batch: null,
    kind: kinds.size === 1 ? (batches[0]?.kind ?? null) : null,
    file: null,
    state: gravestState(outcomes),
    ...addUp(COUNTS, batches),
    reasons: addUp([...new Set(reasons.flatMap(Object.keys))], reasons),
    credits: addUp(['estimated', 'charged', 'saved', 'now'], credits),
    jobs: batches.flatMap((summary) => summaryForPrograms(summary).jobs),
    output: null,
    files: outcomes.map(({ file, exitCode, error, summary, matches }) => ({
      ...(summary && summaryForPrograms(summary)),
      matches,
      file,
      exitCode,
      error,
    })),
  };
}

/** Returns each batch once, in the order of the inputs. A dry run makes no batches, so each file counts. */
function distinctBatches(outcomes: readonly FileOutcome[]): BatchSummary[] {
  const all = outcomes.flatMap(({ summary }) => summary ?? []);
  return all.filter(
    ({ batch }, at) => batch === null || all.findIndex((one) => one.batch === batch) === at,
  );
}

const STATES: readonly BatchState[] = ['unconfirmed', 'running', 'incomplete'];

function gravestState(outcomes: readonly FileOutcome[]): BatchState {
  const states = outcomes.map(({ summary }) => summary?.state ?? 'incomplete');
  return STATES.find((state) => states.includes(state)) ?? 'complete';
}
