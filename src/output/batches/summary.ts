import { countsText } from '../terminal/table.js';
import { joined, printable } from '../terminal/text.js';
import { safeJson } from '../../foreign-text.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { inWords, worstCaseOf, type Summary } from '../../batch/summary.js';
import type { Marks } from '../terminal/live.js';
import { durationText } from '../terminal/live.js';
import type { Paint } from '../terminal/terminal.js';
import type { NextSteps } from '../../messages/reader.js';
import { formatNumber, t, tenthsOfPercent, troubleSentence } from '../../messages/index.js';
import type { TypedInput } from '../../errors/facts.js';

export function summaryJson(summary: Summary): string {
  return `${safeJson(inWords(summary, (trouble) => troubleSentence(trouble)))}\n`;
}

/** A written result: the file, as the user named it, and its rows. */
export interface WrittenResult {
  readonly path: string;
  readonly rows: number;
}

/** The end of a batch: what was found, what these numbers leave open, what it cost, and where the result is. */
export function closingText(summary: Summary, closing: Closing, result?: WrittenResult): string {
  const where =
    result === undefined || result.path === '-'
      ? ''
      : `  ${t.table.resultFile(maskIdentifiers(printable(result.path)))}\n`;
  return headline(summary, closing) + where;
}

/** Where a result is, among the lines of several files; empty for stdout. */
export function resultLine({ path, rows }: WrittenResult): string {
  if (path === '-') return '';
  return `${t.batch.resultWritten(maskIdentifiers(printable(path)), rows)}\n`;
}

/** What became of the identifiers; nothing is said of what is 0. */
function outcomeText(summary: Summary): string {
  const { unique, found, notFound, skipped, failed, pending, unconfirmed, invalid } = summary;
  const answered = found + notFound;
  const counts = [
    [notFound, t.table.notFoundCount],
    [skipped, (count: string) => t.table.skippedCount(count)],
    [failed, t.table.failedCount],
    [pending, (count: string) => t.table.pendingCount(count)],
    [unconfirmed, t.table.unconfirmedCount],
    [invalid, t.table.invalidRowCount],
  ] as const;
  return joined(', ', [
    answered !== unique && t.progress.identifiersAnswered(answered, unique),
    t.table.foundCount(formatNumber(found)),
    ...counts.map(([count, text]) => count > 0 && text(formatNumber(count))),
  ]);
}

/** What it cost, what is left of the balance, and what may still be charged. */
function costText(summary: Summary): string {
  const { reused, pending, unconfirmed, credits, balanceLeft } = summary;
  const waiting = pending + unconfirmed;
  const open = waiting === 0 ? 0 : worstCaseOf(summary, waiting);
  return joined(', ', [
    t.progress.credits(credits.charged),
    balanceLeft !== undefined && t.table.creditsLeft(formatNumber(balanceLeft)),
    reused > 0 && t.table.savedByReuse(credits.saved),
    open > 0 && t.table.moreCredits(open),
  ]);
}

interface Closing {
  readonly paint: Paint;
  readonly marks: Marks;
  readonly took: number;
}

function headline(summary: Summary, { paint, marks, took }: Closing): string {
  const name = maskIdentifiers(printable(summary.file)).split(/[\\/]/).at(-1) ?? '';
  const isComplete = summary.state === 'complete';
  const sign = isComplete ? paint.green(marks.done) : paint.yellow(marks.warning);
  const parts = [outcomeText(summary), costText(summary), durationText(took)];
  return `${sign} ${paint.bold(name)}: ${parts.join('; ')}\n`;
}

/** The numbers of a batch for people; lines without information are left out. */
export function summaryText(summary: Summary): string {
  const { found, notFound, skipped, failed, pending, unconfirmed } = summary;
  const { invalid, reasons } = summary;
  const lines: [string, number, string?][] = [
    [t.table.rows, summary.rows],
    [t.table.invalid, invalid, invalid === 0 ? '' : `(${t.phrases.reasons(reasons)})`],
    [t.table.duplicates, summary.duplicates],
    [t.table.zerosRestored, summary.repaired],
    [t.table.unique, summary.unique],
    [t.table.found, found, found === 0 ? '' : foundNote(summary)],
    [t.table.notFound, notFound],
    [t.table.skipped, skipped],
    [t.table.failed, failed],
    [t.table.pending, pending],
    [t.table.unconfirmed, unconfirmed],
  ];
  const always = [t.table.rows, t.table.unique];
  const shown = lines.filter(([name, count]) => count > 0 || always.includes(name));
  return countsText([...shown, [t.table.credits, '', creditsText(summary)]]);
}

/** 100% is all of it, and nothing but nothing is 0. */
function foundNote({ found, unique, reused }: Summary): string {
  const tenths = tenthsOfPercent(found, unique);
  const shown = found === unique ? tenths : Math.min(999, Math.max(1, tenths));
  const share = t.table.percentOfUnique(shown / 10);
  return `(${joined(', ', [share, reused > 0 && t.table.fromLedger(reused)])})`;
}

/** Shows the maximum cost only until the actual charge is known. */
function creditsText(summary: Summary): string {
  const { state, jobs } = summary;
  const { estimated, charged, saved } = summary.credits;
  const isOver = state === 'complete';
  // Identifiers of jobs that were given up may have been charged: `spend` counts them, too.
  const givenUp = jobs
    .filter(({ status }) => status === 'abandoned')
    .reduce((sum, { items, found }) => sum + Math.max(0, items - found), 0);
  return joined(', ', [
    !isOver && t.table.atMost(estimated),
    (isOver || charged > 0) && t.table.charged(charged),
    saved > 0 && t.table.saved(saved),
    givenUp > 0 && t.table.moreForGivenUp(worstCaseOf(summary, givenUp)),
  ]);
}

/** `next: ` and the command that goes on with the batch. */
export function nextLine(
  { batch, state }: Pick<Summary, 'batch' | 'state'>,
  next: NextSteps,
): string {
  const command = next.command(onward[state], batch ?? '');
  return `${t.batch.next(command)}\n`;
}

const onward = {
  complete: 'bulk export',
  running: 'bulk watch',
  incomplete: 'bulk resume',
  unconfirmed: 'bulk resume',
} as const;

/**
 * What follows a decision. `isOfOther`: another key than the one in use made the batch, and sends no more of it. `typed`:
 * what its input was called.
 */
export function followUpText(
  summary: Summary,
  isOfOther: boolean,
  next: NextSteps,
  typed: TypedInput | undefined,
): string {
  const { batch, state, file, failed, pending, jobs } = summary;
  const isOver = state === 'complete' || (isOfOther && state === 'incomplete');
  if (!isOver) return nextLine(summary, next);
  const hasGivenUp = jobs.some(({ status }) => status === 'abandoned') && failed > 0;
  const exported = nextLine({ batch, state: 'complete' }, next);
  if (!hasGivenUp && pending === 0) return exported;
  return `${exported}${t.doubt.onlyNewBatchAsks(next.anew(file, typed))}\n`;
}
