import type { InputReport, RunWork, FoundRows } from '../../batch/check/check.js';
import type { Summary } from '../../batch/summary.js';
import { formatNumber, t } from '../../messages/index.js';
import type { ListedSheet } from '../../errors/input.js';
import type { ColumnQuestion } from '../../input/index.js';
import { drawRows } from '../terminal/table.js';
import { widthOf, printable } from '../terminal/text.js';

/** Notes for stderr: how the file was read and why, and irregular rows and lines. */
export function checkNotes({ description, layout, findings, skipped }: InputReport): string {
  const { otherKind } = findings;
  const [own, other] = layout.kind === 'cpf' ? ['CPF', 'CNPJ'] : ['CNPJ', 'CPF'];
  const notes = [description, ...(layout.why === '' ? [] : [layout.why]), ...skipped];
  if (otherKind.count > 0) {
    const rows = rowsText(otherKind);
    notes.push(t.batch.otherKind(otherKind.count, other, own, rows));
  }
  const roots = findings.reasons['cnpj_root'];
  if (roots !== undefined) notes.push(rootsNote(roots));
  return `${notes.join('\n')}\n`;
}

function rootsNote(roots: FoundRows): string {
  return t.batch.cnpjRoots(roots.count, rowsText(roots));
}

/** The report: the counts, and the first rows of each problem. */
export function checkText({ summary, findings, paidBefore, work }: InputReport): string {
  const { rows, invalid, unique, reused, credits } = summary;
  const lines = [
    line(t.table.rows, rows),
    line(t.table.valid, rows - invalid),
    found(t.table.zerosRestored, findings.repaired),
    found(t.table.duplicates, findings.duplicates),
    ...(invalid > 0 ? [line(t.table.invalid, invalid)] : []),
    ...Object.entries(findings.reasons).map(([reason, each]) =>
      found(`  ${t.phrases.reason(reason)}`, each, ` (${reason})`),
    ),
    found(t.table.ragged, findings.ragged),
    line(t.table.unique, unique),
    ...(reused > 0 ? [line(t.table.paidFor, reused)] : []),
    ...(work === undefined ? [] : workLines(summary, work)),
    ...(paidBefore > 0 ? [line(t.table.paidForBefore, paidBefore)] : []),
    `  ${t.table.credits.padEnd(WIDTH)}${t.table.atMost(credits.estimated)}\n`,
    ...expectedLines(credits),
  ];
  return lines.join('');
}

/** Where the batch stands that a run would continue. */
function workLines({ found, notFound, reused, unconfirmed }: Summary, work: RunWork): string[] {
  const lines = [
    [t.table.answered, found + notFound - reused],
    [t.table.running, work.running],
    [t.table.unconfirmed, unconfirmed],
  ] as const;
  return [
    ...lines.flatMap(([name, count]) => (count === 0 ? [] : [line(name, count)])),
    line(t.table.toSend, work.toSend),
  ];
}

/** What past hit rates let expect; none without a past. */
function expectedLines({
  expected,
  expectedFrom = 0,
}: InputReport['summary']['credits']): string[] {
  if (expected === undefined) return [];
  const told = t.batch.expectedCost(expected, expectedFrom);
  return [`${' '.repeat(WIDTH + 2)}${told}\n`];
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
  return t.batch.rowList(count, all);
}

/** The candidates, one per line, before the user is asked to choose. */
export function columnQuestionText({ code, facts }: ColumnQuestion): string {
  const { candidates } = facts;
  const told =
    code === 'weak_column'
      ? t.phrases.noLikelyColumn(facts.file)
      : t.phrases.severalColumns(facts.file);
  const rows = candidates.map((each) => [
    each.option,
    printable(each.name),
    t.phrases.valid(each),
    printable(each.samples.join('  ')),
  ]);
  const widths = [0, 1, 2, 3].map((at) =>
    Math.max(1, ...rows.map((cells) => widthOf(cells[at] ?? ''))),
  );
  const lines = drawRows(rows, { widths, aligns: ['right'], wraps: false });
  return `${printable(told)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** The same of sheets. */
export function sheetQuestionText(file: string, sheets: readonly ListedSheet[]): string {
  const lines = sheets.map(({ number, name }) => `  ${number}  ${printable(name)}\n`);
  return `${printable(t.input.severalSheets(file))}\n${lines.join('')}`;
}

/** How to answer the question in advance with an option. */
export function answerText(option: '--column' | '--sheet', value: string): string {
  const written = /^[\w.+-]+$/.test(value) ? value : `"${value}"`;
  return `${t.exports.skipQuestion(`${option} ${written}`)}\n`;
}

export function whichText(option: '--column' | '--sheet', values: readonly string[]): string {
  const listed = values.join('/');
  return option === '--sheet' ? t.input.whichSheet(listed) : t.input.whichColumn(listed);
}
