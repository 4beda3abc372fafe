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
import { formatNumber, plural, say, tenthsOfPercent } from '../../text/index.js';

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
    kind === null ? say`batch ${id}: ${word}` : say`batch ${id}, ${kindsText(kind)}: ${word}`;
  const where =
    result === undefined || result.path === '-'
      ? ''
      : say`result: ${maskIdentifiers(printable(result.path))}`;
  const lines = [name, partsText(summary), rowsOfText(summary), restText(summary), where];
  const shown = lines.filter((line) => line !== '').map((line) => `  ${line}\n`);
  return headline(summary, closing) + shown.join('');
}

/** Where a result is, among the lines of several files; empty for stdout. */
export function resultLine({ path, rows }: WrittenResult): string {
  if (path === '-') return '';
  return `${say`Result: ${maskIdentifiers(printable(path))} (${plural(rows, 'row', 'rows')}).`}\n`;
}

/** The rows that are no identifiers to look up. */
function rowsOfText(summary: Summary): string {
  const { rows, invalid, duplicates, repaired } = summary;
  const parts = [
    say`${plural(rows, 'row', 'rows')}`,
    ...(invalid > 0
      ? [say.about('rows')`${formatNumber(invalid)} invalid` + ` (${reasonsText(summary.reasons)})`]
      : []),
    ...(duplicates > 0 ? [say`${plural(duplicates, 'duplicate', 'duplicates')}`] : []),
    ...(repaired > 0 ? [say`${formatNumber(repaired)} with zeros restored`] : []),
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
    ...told(notFound, () => say`${formatNumber(notFound)} not found`),
    ...told(reused, () => say`${formatNumber(reused)} from the ledger`),
    ...told(skipped, () => say`${formatNumber(skipped)} skipped`),
    ...told(failed, () => say`${formatNumber(failed)} failed`),
    ...told(pending, () => say`${formatNumber(pending)} pending`),
    ...told(unconfirmed, () => say`${formatNumber(unconfirmed)} unconfirmed`),
    ...told(credits.saved, () => say`${plural(credits.saved, 'credit saved', 'credits saved')}`),
    ...told(open, () => say`at most ${plural(open, 'more credit', 'more credits')}`),
  ].join(', ');
}

/** With both kinds, the identifiers of each and how many of them were found. */
function partsText(summary: Summary): string {
  return partLines(summary)
    .map(([kind, numbers]) => `${kind.trim()} ${numbers}`)
    .join(', ');
}

function kindsText(kind: ColumnKind): string {
  return kind === 'both' ? say`CPFs and CNPJs` : `${kind.toUpperCase()}s`;
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
      ? say`${plural(unique, 'identifier', 'identifiers')}`
      : say`${formatNumber(answered)} of ${plural(unique, 'identifier', 'identifiers')} answered`,
    say`${formatNumber(found)} found` + share,
    say`${plural(credits.charged, 'credit', 'credits')}`,
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
    [say`rows`, summary.rows, 'always'],
    [say`invalid`, withReasons(summary)],
    [say`duplicates`, summary.duplicates],
    [say`zeros restored`, summary.repaired],
    [say`unique`, summary.unique, 'always'],
    ...partLines(summary),
    [say`found`, found === 0 ? 0 : foundText(summary)],
    [say`not found`, notFound],
    [say`skipped`, skipped],
    [say`failed`, failed],
    [say`pending`, pending],
    [say`unconfirmed`, unconfirmed],
    [say`credits`, creditsText(summary)],
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
    say`${formatNumber(unique)} (${formatNumber(found)} found)`,
  ]);
}

/** The percentage is rounded down, so that 100% means all. */
function foundText({ found, unique, reused }: Summary): string {
  const share = say`${formatNumber(shownTenths(found, unique) / 10)}% of unique`;
  const parts = reused > 0 ? [share, say`${formatNumber(reused)} from the ledger`] : [share];
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
  const parts = isOver ? [] : [say`at most ${formatNumber(estimated)}`];
  if (isOver || charged > 0) parts.push(say`${formatNumber(charged)} charged`);
  if (saved > 0) parts.push(say`${formatNumber(saved)} saved`);
  const givenUp = givenUpOf(summary);
  const doubtful = worstCaseOf(summary, givenUp);
  if (givenUp > 0) parts.push(say`up to ${formatNumber(doubtful)} more for what was given up`);
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
  return `${say`next: ${command}`}\n`;
}

const onward = {
  complete: 'bulk export',
  running: 'bulk watch',
  incomplete: 'bulk resume',
  unconfirmed: 'bulk resume',
} as const;
