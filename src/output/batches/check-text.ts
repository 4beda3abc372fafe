import type { InputReport, RunWork } from '../../batch/check/continued.js';
import type { FoundRows } from '../../batch/check/findings.js';
import type { Summary } from '../../batch/summary.js';
import { reasonWord } from './state-names.js';
import { agree, formatNumber, plural, say } from '../../text/index.js';

/** Notes for stderr: how the file was read and why, and irregular rows and lines. */
export function checkNotes({ description, layout, findings, skipped }: InputReport): string {
  const { otherKind } = findings;
  const [own, other] = layout.kind === 'cpf' ? ['CPF', 'CNPJ'] : ['CNPJ', 'CPF'];
  const notes = [description, layout.why, ...skipped];
  if (otherKind.count > 0) {
    const rows = rowsText(otherKind);
    notes.push(
      say`${plural(otherKind.count, 'row holds', 'rows hold')} a valid ${other} in this ${own} column (${rows}): invalid here; --type both looks up both kinds.`,
    );
  }
  const roots = findings.reasons['cnpj_root'];
  if (roots !== undefined) notes.push(rootsNote(roots));
  const numbering = numberingNote(layout, findings);
  if (numbering !== undefined) notes.push(numbering);
  return `${notes.join('\n')}\n`;
}

/** How the rows that are told are numbered; undefined if none is. */
function numberingNote(
  { shape, hasHeader }: InputReport['layout'],
  { reasons, repaired, duplicates, ragged }: InputReport['findings'],
): string | undefined {
  const told = [...Object.values(reasons), repaired, duplicates, ragged];
  if (told.every(({ count }) => count === 0)) return undefined;
  if (shape === 'text') return say`Row numbers are the lines of the text.`;
  return hasHeader
    ? say`Row numbers are those of a spreadsheet: the header counts.`
    : say`Row numbers are those of a spreadsheet.`;
}

function rootsNote(roots: FoundRows): string {
  return say`${plural(roots.count, 'row has', 'rows have')} only the first 8 characters of a CNPJ (${rowsText(roots)}): invalid; where the rest is in other columns, --column 1+2+3 joins them.`;
}

/** The report: the counts, and the first rows of each problem. */
export function checkText({ summary, findings, paidBefore, work }: InputReport): string {
  const { rows, invalid, unique, reused, credits } = summary;
  const lines = [
    line(say`rows`, rows),
    line(say`valid`, rows - invalid),
    found(say`zeros restored`, findings.repaired),
    found(say`duplicates`, findings.duplicates),
    ...(invalid > 0 ? [line(say`invalid`, invalid)] : []),
    ...Object.entries(findings.reasons).map(([reason, each]) =>
      found(`  ${reasonWord(reason)}`, each, ` (${reason})`),
    ),
    found(say`ragged`, findings.ragged),
    line(say`unique`, unique),
    ...(summary.parts ?? []).map((part) => line(`  ${part.kind.toUpperCase()}s`, part.unique)),
    ...(reused > 0 ? [line(say`paid for`, reused)] : []),
    ...(work === undefined ? [] : workLines(summary, work)),
    ...(paidBefore > 0 ? [line(say`paid for before`, paidBefore)] : []),
    `  ${say`credits`.padEnd(WIDTH)}${say`at most ${formatNumber(credits.estimated)}`}\n`,
    ...expectedLines(credits),
  ];
  return lines.join('');
}

/** Where the batch stands that a run would continue. */
function workLines({ found, notFound, reused, unconfirmed }: Summary, work: RunWork): string[] {
  const lines = [
    [say`answered`, found + notFound - reused],
    [say`running`, work.running],
    [say`unconfirmed`, unconfirmed],
  ] as const;
  return [
    ...lines.flatMap(([name, count]) => (count === 0 ? [] : [line(name, count)])),
    line(say`to send`, work.toSend),
  ];
}

/** What past hit rates let expect; none without a past. */
function expectedLines({
  expected,
  expectedFrom = 0,
}: InputReport['summary']['credits']): string[] {
  if (expected === undefined) return [];
  const told = say`about ${formatNumber(expected)}, as with ${plural(expectedFrom, 'identifier', 'identifiers')} before`;
  return [`${' '.repeat(WIDTH + 2)}${told}\n`];
}

export function rejectsLine(path: string, rows: number): string {
  return `${say`Rejected rows: ${path} (${plural(rows, 'row', 'rows')}).`}\n`;
}

/** The width of the longest reason with its indent, and a space. */
const WIDTH = 22;
const COUNT = 11;

function line(name: string, count: number): string {
  return `  ${name.padEnd(WIDTH)}${formatNumber(count)}\n`;
}

/** `code`: what programs and the column `lookup_reason` call it. */
function found(name: string, rows: FoundRows, code = ''): string {
  if (rows.count === 0) return '';
  return `  ${name.padEnd(WIDTH)}${formatNumber(rows.count).padEnd(COUNT)}${rowsText(rows)}${code}\n`;
}

function rowsText({ count, first }: FoundRows): string {
  const listed = first.map((row) => formatNumber(row)).join(', ');
  const all = `${listed}${count > first.length ? ', …' : ''}`;
  return say`${agree(count, 'row', 'rows')} ${all}`;
}
