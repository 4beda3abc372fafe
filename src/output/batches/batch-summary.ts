import { printable } from '../terminal/printable.js';
import { safeJson } from '../../foreign-text.js';
import { maskIdentifiers, type ColumnKind } from '../../identifiers/index.js';
import { inWords, worstCaseOf, type Summary } from '../../batch/summary.js';
import { troubleSentence } from '../errors/service.js';
import type { Marks } from '../terminal/live/marks.js';
import { durationText } from '../terminal/live/pieces.js';
import type { Paint } from '../terminal/terminal.js';
import { reasonsText, stateWord } from './state-names.js';
import type { NextSteps } from '../next-step/next-steps.js';
import { formatNumber, t, tenthsOfPercent } from '../../messages/index.js';

/** The line that `--json` prints for a batch. */
export function summaryJson(summary: Summary): string {
  return `${safeJson(inWords(summary, troubleSentence))}\n`;
}

/** A written result: the file, as the user named it, and its rows. */
export interface WrittenResult {
  readonly path: string;
  readonly rows: number;
}

/**
 * The end of a batch as one block that can be passed on: identifiers, found, credits and time; then what these
 * numbers leave open, each once; then where the result is.
 */
export function closingText(summary: Summary, closing: Closing, result?: WrittenResult): string {
  const { batch, kind, state } = summary;
  const [id, word] = [batch ?? '', stateWord(state)];
  const name =
    kind === null
      ? t.table.batchState(id, word)
      : t.table.batchKindState(id, kindsText(kind), word);
  const where =
    result === undefined || result.path === '-'
      ? ''
      : t.table.resultFile(maskIdentifiers(printable(result.path)));
  const lines = [name, partsText(summary), rowsOfText(summary), restText(summary), where];
  const shown = lines.filter((line) => line !== '').map((line) => `  ${line}\n`);
  return headline(summary, closing) + shown.join('');
}

/** Where a result is, among the lines of several files; empty for stdout. */
export function resultLine({ path, rows }: WrittenResult): string {
  if (path === '-') return '';
  return `${t.batch.resultWritten(maskIdentifiers(printable(path)), rows)}\n`;
}

/** The rows that are no identifiers to look up. */
function rowsOfText(summary: Summary): string {
  const { rows, invalid, duplicates, repaired } = summary;
  const parts = [
    t.batch.rows(rows),
    ...(invalid > 0
      ? [t.batch.invalidRows(formatNumber(invalid)) + ` (${reasonsText(summary.reasons)})`]
      : []),
    ...(duplicates > 0 ? [t.batch.duplicates(duplicates)] : []),
    ...(repaired > 0 ? [t.batch.zerosRestored(formatNumber(repaired))] : []),
  ];
  return parts.join(', ');
}

/** What became of the identifiers that are neither found nor told in the headline. */
function restText(summary: Summary): string {
  const { notFound, reused, skipped, failed, pending, unconfirmed, credits } = summary;
  const waiting = pending + unconfirmed;
  const open = waiting === 0 ? 0 : worstCaseOf(summary, waiting);
  const told = (count: number, text: () => string) => (count > 0 ? [text()] : []);
  return [
    ...told(notFound, () => t.table.notFoundCount(formatNumber(notFound))),
    ...told(reused, () => t.table.fromLedger(reused)),
    ...told(skipped, () => t.table.skippedCount(skipped)),
    ...told(failed, () => t.table.failedCount(formatNumber(failed))),
    ...told(pending, () => t.table.pendingCount(pending)),
    ...told(unconfirmed, () => t.table.unconfirmedCount(formatNumber(unconfirmed))),
    ...told(credits.saved, () => t.table.creditsSaved(credits.saved)),
    ...told(open, () => t.table.moreCredits(open)),
  ].join(', ');
}

/** With both kinds, the identifiers of each and how many of them were found. */
function partsText(summary: Summary): string {
  return partLines(summary)
    .map(([kind, numbers]) => `${kind.trim()} ${numbers}`)
    .join(', ');
}

function kindsText(kind: ColumnKind): string {
  return kind === 'both' ? t.table.bothKinds : `${kind.toUpperCase()}s`;
}

/** How the end of a batch looks, and the milliseconds that the command took. */
export interface Closing {
  readonly paint: Paint;
  readonly marks: Marks;
  readonly took: number;
}

/** The first line: all that there is, or how much of it is answered. */
function headline(summary: Summary, { paint, marks, took }: Closing): string {
  const { file, state, unique, found, notFound, credits } = summary;
  const answered = found + notFound;
  const name = maskIdentifiers(printable(file)).split(/[\\/]/).at(-1) ?? '';
  const share = answered === 0 ? '' : ` (${formatNumber(shownTenths(found, answered) / 10)}%)`;
  const parts = [
    answered === unique
      ? t.progress.identifiers(unique)
      : t.progress.identifiersAnswered(answered, unique),
    t.table.foundCount(formatNumber(found)) + share,
    t.progress.credits(credits.charged),
    durationText(took),
  ];
  const sign = state === 'complete' ? paint.green(marks.done) : paint.yellow(marks.warning);
  return `${sign} ${paint.bold(name)}: ${parts.join(', ')}\n`;
}

/** 100% is all of it, and nothing but nothing is 0. */
function shownTenths(part: number, whole: number): number {
  const tenths = tenthsOfPercent(part, whole);
  return part === whole ? tenths : Math.min(999, Math.max(Math.sign(part), tenths));
}

/** The numbers of a batch for people; lines without information are left out. */
export function summaryText(summary: Summary): string {
  const { found, notFound, skipped, failed, pending, unconfirmed } = summary;
  const lines: [string, number | string, 'always'?][] = [
    [t.table.rows, summary.rows, 'always'],
    [t.table.invalid, withReasons(summary)],
    [t.table.duplicates, summary.duplicates],
    [t.table.zerosRestored, summary.repaired],
    [t.table.unique, summary.unique, 'always'],
    ...partLines(summary),
    [t.table.found, found === 0 ? 0 : foundText(summary)],
    [t.table.notFound, notFound],
    [t.table.skipped, skipped],
    [t.table.failed, failed],
    [t.table.pending, pending],
    [t.table.unconfirmed, unconfirmed],
    [t.table.credits, creditsText(summary)],
  ];
  const shown = lines
    .filter(([, value, always]) => value !== 0 || always !== undefined)
    .map(
      ([name, value]) => [name, typeof value === 'number' ? formatNumber(value) : value] as const,
    );
  const names = Math.max(...lines.map(([name]) => name.length)) + 1;
  const digits = Math.max(...shown.map(([, text]) => digitsOf(text)));
  return shown.map(([name, text]) => `  ${name.padEnd(names)}${aligned(text, digits)}\n`).join('');
}

/** How many characters the number takes with which a text begins. */
function digitsOf(text: string): number {
  return /^[\d.,]*/.exec(text)?.[0].length ?? 0;
}

function aligned(text: string, digits: number): string {
  const own = digitsOf(text);
  return own === 0 ? text : ' '.repeat(digits - own) + text;
}

/** The identifiers of each kind, and how many of them were found. */
function partLines({ parts = [] }: Summary): [string, string][] {
  return parts.map(({ kind, unique, found }) => [
    `  ${kind.toUpperCase()}s`,
    t.table.uniqueAndFound(unique, found),
  ]);
}

/** The percentage is rounded down, so that 100% means all. */
function foundText({ found, unique, reused }: Summary): string {
  const share = t.table.percentOfUnique(shownTenths(found, unique) / 10);
  const parts = reused > 0 ? [share, t.table.fromLedger(reused)] : [share];
  return `${formatNumber(found)} (${parts.join(', ')})`;
}

function withReasons(summary: Summary): string | number {
  const { invalid } = summary;
  return invalid === 0 ? 0 : `${formatNumber(invalid)} (${reasonsText(summary.reasons)})`;
}

/** Shows the maximum cost only until the actual charge is known. */
function creditsText(summary: Summary): string {
  const { estimated, charged, saved } = summary.credits;
  const isOver = summary.state === 'complete';
  const parts = isOver ? [] : [t.table.atMost(estimated)];
  if (isOver || charged > 0) parts.push(t.table.charged(charged));
  if (saved > 0) parts.push(t.table.saved(saved));
  const givenUp = givenUpOf(summary);
  const doubtful = worstCaseOf(summary, givenUp);
  if (givenUp > 0) parts.push(t.table.moreForGivenUp(doubtful));
  return parts.join(', ');
}

/** Identifiers of jobs that were given up, which may have been charged: `spend` counts them, too. */
function givenUpOf({ jobs }: Summary): number {
  const givenUp = jobs.filter(({ status }) => status === 'abandoned');
  return givenUp.reduce((sum, { items, found }) => sum + Math.max(0, items - found), 0);
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
