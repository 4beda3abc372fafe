import { maskForPrint } from '../../shared/masked.js';
import { formatCounts } from '../../shared/counts.js';
import { formatTable } from '../../../terminal/table.js';
import { joined } from '../../../terminal/text.js';
import { makePrintable, safeJson } from '../../../base/foreign-text.js';
import { withErrorsInWords, boundCredits, type BatchSummary } from '../../../batch/summary.js';
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

export function summaryJson(summary: BatchSummary, matches?: MatchCounts): string {
  return `${safeJson({ ...summaryForPrograms(summary), matches })}\n`;
}

export interface WrittenResult {
  readonly path: string;
  readonly rows: number;
  readonly matches?: MatchCounts;
}

interface Closing {
  readonly paint: Paint;
  readonly marks: Marks;
  readonly took: number;
  /** R$ of one credit, where it is set. */
  readonly price?: number | undefined;
}

/** Writes the end of a batch: what was found, what is open, what it cost, and where the result is. */
export function closingText(
  summary: BatchSummary,
  { paint, marks, took, price }: Closing,
  result: WrittenResult = { path: '-', rows: 0 },
): string {
  const name = maskForPrint(summary.file).split(/[\\/]/).at(-1) ?? '';
  // A complete batch may have abandoned identifiers, which count as failed and have no answer.
  const isWhole = summary.state === 'complete' && summary.failed === 0;
  const sign = isWhole ? paint.green(marks.done) : paint.yellow(marks.warning);
  const parts = [outcomeText(summary), costText(summary, price), formatDuration(took)];
  const where = result.path === '-' ? '' : `  ${resultLine(summary, maskForPrint(result.path))}\n`;
  return `${sign} ${paint.bold(name)}: ${parts.join('; ')}\n${where}`;
}

/** Says where the result is. A result with unanswered rows is never called whole. */
export function resultLine({ unique, found, notFound }: BatchSummary, path: string): string {
  const open = unique - found - notFound;
  return open > 0 ? t.table.partialResult({ open, path }) : t.table.resultFile(path);
}

function outcomeText(summary: BatchSummary): string {
  const { unique, found, notFound } = summary;
  const answered = found + notFound;
  const others = ['notFound', 'skipped', 'failed', 'pending', 'unconfirmed', 'invalid'] as const;
  return joined(', ', [
    answered !== unique && t.progress.identifiersAnswered({ answered, unique }),
    t.table.counts.found(formatNumber(found)),
    ...others.map((name) => summary[name] > 0 && t.table.counts[name](formatNumber(summary[name]))),
  ]);
}

function costText(summary: BatchSummary, price?: number): string {
  const { reused, pending, unconfirmed, credits, balanceLeft } = summary;
  const waiting = pending + unconfirmed;
  const open = waiting === 0 ? 0 : boundCredits(summary, waiting);
  return joined(', ', [
    t.progress.credits(credits.now) + formatMoneyInBrackets(credits.now, price),
    // The amounts are compared as people see them, because they may differ by less than the shown decimals.
    formatNumber(credits.charged) !== formatNumber(credits.now) &&
      t.table.creditsInAll(credits.charged) + formatMoneyInBrackets(credits.charged, price),
    balanceLeft !== undefined && t.table.creditsLeft(formatNumber(balanceLeft)),
    reused > 0 && t.table.savedByReuse(credits.saved) + formatMoneyInBrackets(credits.saved, price),
    open > 0 && t.table.moreCredits(open) + formatMoneyInBrackets(open, price),
  ]);
}

/** Each row is invalid, a duplicate or unique; each unique identifier has one of the other outcomes. */
export const COUNTS = [
  ...(['rows', 'invalid', 'duplicates', 'repaired', 'unique', 'reused', 'found'] as const),
  ...(['notFound', 'skipped', 'failed', 'pending', 'unconfirmed'] as const),
];

/** Writes the numbers of a batch for people; lines without information are left out. `price`: R$ of one credit. */
export function summaryText(summary: BatchSummary, price?: number): string {
  const listed = COUNTS.filter((name) => name !== 'reused');
  const shown = listed.filter((name) => summary[name] > 0 || name === 'rows' || name === 'unique');
  const note = (name: (typeof COUNTS)[number]) => {
    if (name === 'found') return foundNote(summary);
    return name === 'invalid' ? `(${t.phrases.reasons(summary.reasons)})` : '';
  };
  const lines = shown.map((name) => [t.table[name], summary[name], note(name)] as const);
  return formatCounts([...lines, creditsLine(summary, price)]);
}

/** Writes the share of found identifiers: 100% only for all, 0% only for none. */
function foundNote({ found, unique, reused }: BatchSummary): string {
  const tenths = tenthsOfPercent(found, unique);
  const shown = found === unique ? tenths : Math.min(999, Math.max(1, tenths));
  const share = t.table.percentOfUnique(shown / 10);
  return `(${joined(', ', [share, reused > 0 && t.table.fromLedger(reused)])})`;
}

/** Shows the maximum cost only until the actual charge is known. */
function creditsLine(summary: BatchSummary, price?: number): readonly [string, number, string] {
  const { state, jobs } = summary;
  const { estimated, charged, saved } = summary.credits;
  const isOver = state === 'complete';
  const credits = isOver ? charged : estimated;
  // Identifiers of jobs that were given up may have been charged: `spend` counts them, too.
  const abandoned = jobs
    .filter(({ status }) => status === 'abandoned')
    .reduce((sum, { items, found, notFound }) => sum + Math.max(0, items - found - notFound), 0);
  const notes = joined(', ', [
    formatMoney(credits, price),
    !isOver && charged > 0 && t.table.charged(charged) + formatMoneyInBrackets(charged, price),
    saved > 0 && t.table.saved(saved) + formatMoneyInBrackets(saved, price),
    abandoned > 0 && t.table.moreForAbandoned(boundCredits(summary, abandoned)),
  ]);
  return [isOver ? t.table.credits : t.table.creditsAtMost, credits, notes];
}

export function nextLine(
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
 * Says what follows a decision. `isOfOther`: the batch was made with another key, so this one sends no more of it.
 */
export function followUpText(
  summary: BatchSummary,
  isOfOther: boolean,
  next: NextSteps,
  typed: TypedInput | undefined,
): string {
  const { batch, state, file, failed, pending, jobs } = summary;
  const isOver = state === 'complete' || (isOfOther && state === 'incomplete');
  if (!isOver) return nextLine(summary, next);
  const hasAbandoned = jobs.some(({ status }) => status === 'abandoned') && failed > 0;
  const exported = nextLine({ batch, state: 'complete' }, next);
  if (!hasAbandoned && pending === 0) return exported;
  return `${exported}${t.doubt.onlyNewBatchAsks({ command: next.startNewBatch(file, typed) })}\n`;
}

interface ListedBatch {
  readonly summary: BatchSummary;
  readonly createdAt: number;
  /** Null while something is left to do. */
  readonly endedAt: number | null;
}

/** Prints the batches of `bulk list`. Without any, a table prints nothing. `now`: epoch ms. */
export function listPrinter(
  format: OutputFormat,
  style: Style,
  now: number,
): Promise<FormatAnswer<readonly ListedBatch[]>> {
  return createAnswerFormatter<readonly ListedBatch[]>(format, style, {
    json: (batches) =>
      batches.map(({ summary, ...times }) => ({
        ...summaryForPrograms(summary),
        ...isoTimes(times),
      })),
    csv: (batches) =>
      csvRows(
        [...COLUMNS, 'createdAt', 'endedAt'],
        batches.map(({ summary, ...times }) => ({ ...summary, ...isoTimes(times) })),
      ),
    text: (batches) => (batches.length === 0 ? '' : listTable(batches, style, now)),
  });
}

export function summaryPrinter(
  format: OutputFormat,
  style: Style,
  text: FormatAnswer<BatchSummary>,
): Promise<FormatAnswer<BatchSummary>> {
  const csv = (summary: BatchSummary) => csvRows(COLUMNS, [summary]);
  return createAnswerFormatter<BatchSummary>(format, style, {
    json: summaryForPrograms,
    csv,
    text,
  });
}

export function summaryForPrograms(summary: BatchSummary) {
  return withErrorsInWords(summary, (trouble) => describeTroubleForPerson(trouble, leaveUnquoted));
}

function isoTimes({ createdAt, endedAt }: Omit<ListedBatch, 'summary'>) {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return { createdAt: iso(createdAt), endedAt: iso(endedAt) };
}

/** The columns, named as in JSON; credits have a column each. */
const COLUMNS = [
  ...(['batch', 'kind', 'file', 'state', 'rows', 'invalid', 'duplicates', 'repaired'] as const),
  ...(['unique', 'reused', 'found', 'notFound', 'skipped', 'failed', 'pending'] as const),
  ...(['unconfirmed', 'reasons', 'estimated', 'charged', 'saved', 'output'] as const),
];

function csvRows(header: readonly string[], summaries: readonly BatchSummary[]): string[][] {
  const rows = summaries.map((summary) => {
    const values: Readonly<Record<string, unknown>> = { ...summary, ...summary.credits };
    return header.map((name) => toCell(name, values[name]));
  });
  return [[...header], ...rows];
}

export function listNotes(stored: number, wanted: number, listed: number): string {
  if (stored === 0) return `${t.batch.noBatches}\n`;
  if (wanted === 0) return `${t.batch.noneMatches}\n`;
  return listed < wanted ? `${t.batch.olderBatchesNotShown({ count: wanted - listed })}\n` : '';
}

function listTable(batches: readonly ListedBatch[], style: Style, now: number): string {
  const { paint, isTerminal } = style;
  const created = (at: number) => (isTerminal ? formatMoment(at, now) : formatMinute(at));
  const columns = [
    { title: t.table.batch },
    { title: t.table.created },
    { title: t.table.state },
    { title: t.table.rows, isNumber: true, isSpare: true },
    { title: t.table.found, isNumber: true },
    { title: t.table.credits, isNumber: true },
    { title: t.table.kind, isSpare: true },
    { title: t.table.file, cut: 'middle' as const },
  ];
  const rows = batches.map(({ summary, createdAt }) => {
    const { batch, state, kind, rows, found, credits, file } = summary;
    const kinds = kind === 'both' ? 'cpf, cnpj' : (kind ?? '');
    const isOpen = state !== 'complete' && state !== 'running';
    const colour = isOpen ? paint.yellow : state === 'running' ? String : paint.green;
    return [
      ...[batch ?? '', created(createdAt), colour(t.table.states[state])],
      ...[rows, found, credits.charged].map((count) => formatNumber(count)),
      ...[kinds, makePrintable(file)],
    ];
  });
  return formatTable(columns, rows, style);
}
