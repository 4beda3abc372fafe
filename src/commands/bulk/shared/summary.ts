import { maskForPrint } from '../../shared/masked.js';
import { formatCounts } from '../../shared/counts.js';
import { formatTable } from '../../../terminal/table.js';
import { joined } from '../../../terminal/text.js';
import { makePrintable, safeJson } from '../../../base/foreign-text.js';
import { withErrorsInWords, computeWorstCase, type BatchSummary } from '../../../batch/summary.js';
import type { MatchCounts } from '../../../export/index.js';
import { leaveUnquoted, describeTroubleForPerson } from '../../../messages/people.js';
import type { Marks } from '../../../terminal/live.js';
import type { Style, Paint } from '../../../terminal/style.js';
import type { NextSteps } from '../../../messages/reader.js';
import {
  formatMinute,
  formatMoment,
  formatNumber,
  formatMoney,
  formatMoneyInBrackets,
  t,
  tenthsOfPercent,
  formatDuration,
} from '../../../messages/index.js';
import type { TypedInput } from '../../../base/facts.js';
import { toCell } from '../../../records/cells.js';
import {
  createAnswerFormatter,
  type OutputFormat,
  type FormatAnswer,
} from '../../shared/answer-printer.js';

export function formatSummaryJson(summary: BatchSummary, matches?: MatchCounts): string {
  return `${safeJson({ ...toProgramSummary(summary), matches })}\n`;
}

/** A result that a run has written. */
export interface WrittenResult {
  readonly path: string;
  readonly rows: number;
  readonly matches?: MatchCounts;
}

/** The facts that the end of a batch shows besides its summary. */
interface ClosingFacts {
  readonly paint: Paint;
  readonly marks: Marks;
  /** How long the run took (ms). */
  readonly elapsed: number;
  /** R$ of one credit, if it is set. */
  readonly creditPrice?: number | undefined;
}

/** Returns the last lines about a batch: what was found, what is left, what it cost, and where the result is. */
export function formatClosing(
  summary: BatchSummary,
  { paint, marks, elapsed, creditPrice }: ClosingFacts,
  result: WrittenResult = { path: '-', rows: 0 },
): string {
  const name = maskForPrint(summary.file).split(/[\\/]/).at(-1) ?? '';
  // A complete batch may have abandoned identifiers, which have no answer and are counted as failed.
  const isFullyAnswered = summary.state === 'complete' && summary.failed === 0;
  const mark = isFullyAnswered ? paint.green(marks.done) : paint.yellow(marks.warning);
  const parts = [
    describeOutcome(summary),
    describeFinalCost(summary, creditPrice),
    formatDuration(elapsed),
  ];
  const resultText =
    result.path === '-' ? '' : `  ${describeResult(summary, maskForPrint(result.path))}\n`;
  return `${mark} ${paint.bold(name)}: ${parts.join('; ')}\n${resultText}`;
}

/** Returns where the result is, and how many of its identifiers have no answer. */
export function describeResult({ unique, found, notFound }: BatchSummary, path: string): string {
  const open = unique - found - notFound;
  return open > 0 ? t.table.partialResult({ open, path }) : t.table.resultFile(path);
}

function describeOutcome(summary: BatchSummary): string {
  const { unique, found, notFound } = summary;
  const answered = found + notFound;
  const otherCounts = [
    'notFound',
    'skipped',
    'failed',
    'pending',
    'unconfirmed',
    'invalid',
  ] as const;
  return joined(', ', [
    answered !== unique && t.progress.identifiersAnswered({ answered, unique }),
    t.table.counts.found(formatNumber(found)),
    ...otherCounts.map(
      (name) => summary[name] > 0 && t.table.counts[name](formatNumber(summary[name])),
    ),
  ]);
}

function describeFinalCost(summary: BatchSummary, creditPrice?: number): string {
  const { reused, pending, unconfirmed, credits, balanceLeft } = summary;
  const waiting = pending + unconfirmed;
  const openCredits = waiting === 0 ? 0 : computeWorstCase(summary, waiting);
  return joined(', ', [
    t.progress.credits(credits.now) + formatMoneyInBrackets(credits.now, creditPrice),
    // The amounts are compared as people see them, because they may differ by less than the shown decimals.
    formatNumber(credits.charged) !== formatNumber(credits.now) &&
      t.table.creditsInAll(credits.charged) + formatMoneyInBrackets(credits.charged, creditPrice),
    balanceLeft !== undefined && t.table.creditsLeft(formatNumber(balanceLeft)),
    reused > 0 &&
      t.table.savedByReuse(credits.saved) + formatMoneyInBrackets(credits.saved, creditPrice),
    openCredits > 0 &&
      t.table.moreCredits(openCredits) + formatMoneyInBrackets(openCredits, creditPrice),
  ]);
}

/**
 * The counts of a summary. Each row is invalid, a duplicate or unique. Each unique identifier is found, notFound,
 * skipped, failed, pending or unconfirmed; repaired rows and reused identifiers are counted among these as well.
 */
export const COUNT_NAMES = [
  ...(['rows', 'invalid', 'duplicates', 'repaired', 'unique', 'reused', 'found'] as const),
  ...(['notFound', 'skipped', 'failed', 'pending', 'unconfirmed'] as const),
];

/** Returns the counts of a batch for people; most zeros are left out. `creditPrice`: R$ of one credit, if it is set. */
export function formatSummary(summary: BatchSummary, creditPrice?: number): string {
  const listed = COUNT_NAMES.filter((name) => name !== 'reused');
  const shownNames = listed.filter(
    (name) => summary[name] > 0 || name === 'rows' || name === 'unique',
  );
  const writeNote = (name: (typeof COUNT_NAMES)[number]) => {
    if (name === 'found') return describeFound(summary);
    return name === 'invalid' ? `(${t.phrases.reasons(summary.reasons)})` : '';
  };
  const lines = shownNames.map((name) => [t.table[name], summary[name], writeNote(name)] as const);
  return formatCounts([...lines, buildCreditsRow(summary, creditPrice)]);
}

/** Returns the share of found identifiers, never 0% or 100% if only some were found. */
function describeFound({ found, unique, reused }: BatchSummary): string {
  const tenths = tenthsOfPercent(found, unique);
  const shownTenths = found === unique ? tenths : Math.min(999, Math.max(1, tenths));
  const share = t.table.percentOfUnique(shownTenths / 10);
  return `(${joined(', ', [share, reused > 0 && t.table.fromLedger(reused)])})`;
}

/** Returns the row of credits: the maximum cost, or the charge when the batch is complete. */
function buildCreditsRow(
  summary: BatchSummary,
  creditPrice?: number,
): readonly [string, number, string] {
  const { state, jobs } = summary;
  const { estimated, charged, saved } = summary.credits;
  const isComplete = state === 'complete';
  const credits = isComplete ? charged : estimated;
  // Identifiers of abandoned jobs may have been charged, and `spend` counts them, too.
  const abandoned = jobs
    .filter(({ status }) => status === 'abandoned')
    .reduce((sum, { items, found, notFound }) => sum + Math.max(0, items - found - notFound), 0);
  const notes = joined(', ', [
    formatMoney(credits, creditPrice),
    !isComplete &&
      charged > 0 &&
      t.table.charged(charged) + formatMoneyInBrackets(charged, creditPrice),
    saved > 0 && t.table.saved(saved) + formatMoneyInBrackets(saved, creditPrice),
    abandoned > 0 && t.table.moreForAbandoned(computeWorstCase(summary, abandoned)),
  ]);
  return [isComplete ? t.table.credits : t.table.creditsAtMost, credits, notes];
}

/** Returns the line with the usual next command for a batch. */
export function describeNextCommand(
  { batch, state }: Pick<BatchSummary, 'batch' | 'state'>,
  next: NextSteps,
): string {
  const id = batch ?? '';
  const command =
    state === 'complete'
      ? next.command('bulk export', id)
      : next.continueBatch(id, [], state === 'running');
  return `${t.batch.next(command)}\n`;
}

/**
 * Returns the next steps after a decision. `isOfOtherKey`: the batch was created with another key, so this key sends
 * nothing more of it.
 */
export function describeFollowUp(
  summary: BatchSummary,
  isOfOtherKey: boolean,
  next: NextSteps,
  typedInput: TypedInput | undefined,
): string {
  const { batch, state, file, failed, pending, jobs } = summary;
  const isFinished = state === 'complete' || (isOfOtherKey && state === 'incomplete');
  if (!isFinished) return describeNextCommand(summary, next);
  const hasAbandoned = jobs.some(({ status }) => status === 'abandoned') && failed > 0;
  const exportLine = describeNextCommand({ batch, state: 'complete' }, next);
  if (!hasAbandoned && pending === 0) return exportLine;
  return `${exportLine}${t.doubt.onlyNewBatchSendsAgain({ command: next.startNewBatch(file, typedInput) })}\n`;
}

interface ListedBatch {
  readonly summary: BatchSummary;
  readonly createdAt: number;
  /** Epoch ms; null while something is left to do. */
  readonly endedAt: number | null;
}

/** Creates the function that formats the batches of `bulk list`; a table without batches is empty. `now`: epoch ms. */
export function createListFormatter(
  format: OutputFormat,
  style: Style,
  now: number,
): Promise<FormatAnswer<readonly ListedBatch[]>> {
  return createAnswerFormatter<readonly ListedBatch[]>(format, style, {
    json: (batches) =>
      batches.map(({ summary, ...times }) => ({
        ...toProgramSummary(summary),
        ...formatIsoTimes(times),
      })),
    csv: (batches) =>
      buildCsvRows(
        [...COLUMNS, 'createdAt', 'endedAt'],
        batches.map(({ summary, ...times }) => ({ ...summary, ...formatIsoTimes(times) })),
      ),
    text: (batches) => (batches.length === 0 ? '' : formatListTable(batches, style, now)),
  });
}

/** Creates the function that formats the summary of a batch; `text` formats it for people. */
export function createSummaryFormatter(
  format: OutputFormat,
  style: Style,
  text: FormatAnswer<BatchSummary>,
): Promise<FormatAnswer<BatchSummary>> {
  const csv = (summary: BatchSummary) => buildCsvRows(COLUMNS, [summary]);
  return createAnswerFormatter<BatchSummary>(format, style, {
    json: toProgramSummary,
    csv,
    text,
  });
}

/** Returns the summary as JSON has it, with sentences for errors of jobs. */
export function toProgramSummary(summary: BatchSummary) {
  return withErrorsInWords(summary, (trouble) => describeTroubleForPerson(trouble, leaveUnquoted));
}

function formatIsoTimes({ createdAt, endedAt }: Omit<ListedBatch, 'summary'>) {
  const formatIso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return { createdAt: formatIso(createdAt), endedAt: formatIso(endedAt) };
}

/** The columns of CSV, which are named as in JSON; `estimated`, `charged` and `saved` are its `credits`. */
const COLUMNS = [
  ...(['batch', 'kind', 'file', 'state', 'rows', 'invalid', 'duplicates', 'repaired'] as const),
  ...(['unique', 'reused', 'found', 'notFound', 'skipped', 'failed', 'pending'] as const),
  ...(['unconfirmed', 'reasons', 'estimated', 'charged', 'saved', 'output'] as const),
];

function buildCsvRows(header: readonly string[], summaries: readonly BatchSummary[]): string[][] {
  const rows = summaries.map((summary) => {
    const values: Readonly<Record<string, unknown>> = { ...summary, ...summary.credits };
    return header.map((name) => toCell(name, values[name]));
  });
  return [[...header], ...rows];
}

/** Returns the note on how many batches of the ledger `bulk list` did not print; empty if it printed all wanted ones. */
export function describeListed(stored: number, wanted: number, listed: number): string {
  if (stored === 0) return `${t.batch.noBatches}\n`;
  if (wanted === 0) return `${t.batch.noneMatches}\n`;
  return listed < wanted ? `${t.batch.olderBatchesNotShown({ count: wanted - listed })}\n` : '';
}

function formatListTable(batches: readonly ListedBatch[], style: Style, now: number): string {
  const { paint, isTerminal } = style;
  const formatCreated = (at: number) => (isTerminal ? formatMoment(at, now) : formatMinute(at));
  const columns = [
    { title: t.table.batch },
    { title: t.table.created },
    { title: t.table.state },
    { title: t.table.rows, isNumber: true, isDroppedIfNarrow: true },
    { title: t.table.found, isNumber: true },
    { title: t.table.credits, isNumber: true },
    { title: t.table.kind, isDroppedIfNarrow: true },
    { title: t.table.file, cut: 'middle' as const },
  ];
  const rows = batches.map(({ summary, createdAt }) => {
    const { batch, state, kind, rows, found, credits, file } = summary;
    const kinds = kind === 'both' ? 'cpf, cnpj' : (kind ?? '');
    const isOpen = state !== 'complete' && state !== 'running';
    const paintState = isOpen ? paint.yellow : state === 'running' ? String : paint.green;
    return [
      ...[batch ?? '', formatCreated(createdAt), paintState(t.table.states[state])],
      ...[rows, found, credits.charged].map((count) => formatNumber(count)),
      ...[kinds, makePrintable(file)],
    ];
  });
  return formatTable(columns, rows, style);
}
