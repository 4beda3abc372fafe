import { maskForPrint } from '../shared/masked.js';
import { formatTable, type Column } from '../../terminal/table.js';
import type { Style } from '../../terminal/style.js';
import { formatNumber, formatMoneyInBrackets, t } from '../../messages/index.js';
import type { ExitCode } from '../../base/exit-codes.js';
import type { MatchCounts } from '../../export/index.js';
import type { BatchState, BatchSummary } from '../../batch/summary.js';
import { COUNT_NAMES, toProgramSummary } from './shared/summary.js';

/** The outcome of one file in a run of several files. */
export interface FileOutcome {
  readonly file: string;
  readonly exitCode: ExitCode;
  /** The code of the error that ended the work on the file; null without an error. */
  readonly error: string | null;
  /** Left out if the input did not become a batch. */
  readonly summary?: BatchSummary;
  /** The counts of the verdicts of `--compare`. */
  readonly matches?: MatchCounts;
}

type FileCounts = Pick<
  BatchSummary,
  'rows' | 'invalid' | 'found' | 'notFound' | 'unique' | 'credits'
>;

/**
 * Returns the titles, and one row for each input with its outcome. The page of a GitHub step shows the same table.
 * `creditPrice`: R$ of one credit, if it is set.
 */
export function buildFilesTable(outcomes: readonly FileOutcome[], creditPrice?: number) {
  const { file, state, rows, invalid, found, notFound, unanswered, chargedTitle, exit } = t.table;
  return {
    titles: [file, state, rows, invalid, found, notFound, unanswered, chargedTitle, exit],
    rows: outcomes.map(({ file, summary, error, exitCode }) => [
      maskForPrint(file),
      summary === undefined ? describeNotRun(error) : t.table.states[summary.state],
      ...buildCountCells(summary, creditPrice),
      String(exitCode),
    ]),
  };
}

function buildCountCells(counts: FileCounts | undefined, creditPrice?: number): string[] {
  const { rows, invalid, found, notFound, credits } = counts ?? {};
  const unanswered = counts && counts.unique - counts.found - counts.notFound;
  const cells = [rows, invalid, found, notFound, unanswered].map((count) =>
    count === undefined ? '' : formatNumber(count),
  );
  return [...cells, credits === undefined ? '' : formatCredits(credits.now, creditPrice)];
}

function formatCredits(credits: number, creditPrice: number | undefined): string {
  return formatNumber(credits) + formatMoneyInBrackets(credits, creditPrice);
}

/** Returns the final table of a run with several inputs: a row for each input, and their sums. */
export function formatFilesTable(
  outcomes: readonly FileOutcome[],
  style: Style,
  creditPrice?: number,
): string {
  const { titles, rows } = buildFilesTable(outcomes, creditPrice);
  const droppedTitles = [t.table.invalid, t.table.notFound, t.table.exit];
  const columns: Column[] = [
    buildFileColumn(),
    { title: t.table.state },
    ...titles.slice(2).map((title) => {
      return { ...buildNumberColumn(title), isDroppedIfNarrow: droppedTitles.includes(title) };
    }),
  ];
  const total = addUpFiles(outcomes);
  const totalRow = [
    t.table.total,
    t.table.states[total.state],
    ...buildCountCells(total, creditPrice),
    '',
  ];
  const reasons = t.phrases.reasons(total.reasons);
  const reasonsLine = reasons === '' ? '' : `  ${t.table.invalidReasons(reasons)}\n`;
  return formatTable(columns, [...rows, totalRow], style, 2) + reasonsLine;
}

const buildFileColumn = (): Column => ({ title: t.table.file, cut: 'end' });
const buildNumberColumn = (title: string): Column => ({ title, isNumber: true });

function describeNotRun(error: string | null): string {
  return error === 'not_begun' ? t.table.notBegun : t.table.refused;
}

/** The numbers of a file plan that are added up. */
const PLAN_NUMBERS = ['rows', 'toSend', 'worstCase'] as const;

/** The rows of one file, the identifiers that a run would send, and their worst case in credits. */
export interface FilePlan extends Readonly<Record<(typeof PLAN_NUMBERS)[number], number>> {
  readonly file: string;
  /** The outcome of a file that was refused before anything was sent. */
  readonly refusal?: FileOutcome;
}

/** Returns the table of what each file would cost at most. `creditPrice`: R$ of one credit, if it is set. */
export function formatPlans(
  plans: readonly FilePlan[],
  style: Style,
  creditPrice?: number,
): string {
  const titles = [t.table.rows, t.table.toSend, t.table.creditsAtMost];
  const buildRow = ({ file, refusal, ...plan }: FilePlan) => [
    maskForPrint(file),
    ...[
      formatNumber(plan.rows),
      formatNumber(plan.toSend),
      formatCredits(plan.worstCase, creditPrice),
    ],
    refusal === undefined ? '' : describeNotRun(refusal.error),
  ];
  const total = { file: t.table.total, ...addUp(PLAN_NUMBERS, plans) };
  return formatTable(
    [buildFileColumn(), ...titles.map(buildNumberColumn), { title: '' }],
    [...plans, total].map(buildRow),
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
 * Returns what `--json` prints for several inputs: the sums, and each input under `files`. A batch that two inputs share
 * is counted once.
 */
export function addUpFiles(outcomes: readonly FileOutcome[]) {
  const batches = selectDistinctBatches(outcomes);
  const kinds = new Set(batches.map(({ kind }) => kind));
  const reasons = batches.map((summary) => summary.reasons);
  const credits = batches.map((summary) => summary.credits);
  return {
    batch: null,
    kind: kinds.size === 1 ? (batches[0]?.kind ?? null) : null,
    file: null,
    state: findGravestState(outcomes),
    ...addUp(COUNT_NAMES, batches),
    reasons: addUp([...new Set(reasons.flatMap(Object.keys))], reasons),
    credits: addUp(['estimated', 'charged', 'saved', 'now'], credits),
    jobs: batches.flatMap((summary) => toProgramSummary(summary).jobs),
    output: null,
    files: outcomes.map(({ file, exitCode, error, summary, matches }) => ({
      ...(summary && toProgramSummary(summary)),
      matches,
      file,
      exitCode,
      error,
    })),
  };
}

/** Returns each batch once, in the order of the inputs. A dry run creates no batches, so all its files are counted. */
function selectDistinctBatches(outcomes: readonly FileOutcome[]): BatchSummary[] {
  const summaries = outcomes.flatMap(({ summary }) => summary ?? []);
  return summaries.filter(
    ({ batch }, at) => batch === null || summaries.findIndex((one) => one.batch === batch) === at,
  );
}

/** The states of a batch that is not complete, the gravest first. */
const UNFINISHED_STATES: readonly BatchState[] = ['unconfirmed', 'running', 'incomplete'];

function findGravestState(outcomes: readonly FileOutcome[]): BatchState {
  const states = outcomes.map(({ summary }) => summary?.state ?? 'incomplete');
  return UNFINISHED_STATES.find((state) => states.includes(state)) ?? 'complete';
}
