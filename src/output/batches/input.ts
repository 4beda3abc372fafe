import type { InputReport, FoundRows } from '../../batch/check/check.js';
import { formatNumber, t } from '../../messages/index.js';
import type { ListedSheet } from '../../errors/facts.js';
import type { ColumnQuestion } from '../../input/index.js';
import { countsText, rowsText } from '../terminal/table.js';
import { PLAIN } from '../terminal/terminal.js';
import { printable } from '../terminal/text.js';

export function checkNotes({ description, layout, findings, skipped }: InputReport): string {
  const { otherKind, reasons } = findings;
  const roots = reasons['cnpj_root'];
  const [own, other] = layout.kind === 'cpf' ? ['CPF', 'CNPJ'] : ['CNPJ', 'CPF'];
  const notes = [
    description,
    layout.why,
    ...skipped,
    otherKind.count > 0 && t.batch.otherKind(otherKind.count, other, own, listed(otherKind)),
    roots !== undefined && t.batch.cnpjRoots({ count: roots.count, roots: listed(roots) }),
  ];
  return `${notes.filter(Boolean).join('\n')}\n`;
}

export function checkText({ summary, findings, paidBefore, work }: InputReport): string {
  const { rows, invalid, unique, reused, found, notFound, unconfirmed, credits } = summary;
  const { repaired, duplicates, reasons, ragged } = findings;
  const { expected, expectedFrom = 0, estimated } = credits;
  const lines: [string, number, string?][] = [
    [t.table.zerosRestored, repaired.count, listed(repaired)],
    [t.table.duplicates, duplicates.count, listed(duplicates)],
    [t.table.invalid, invalid],
    ...Object.entries(reasons).map(([reason, each]): [string, number, string] => [
      `  ${t.phrases.reason(reason)}`,
      each.count,
      `${listed(each)} (${reason})`,
    ]),
    [t.table.ragged, ragged.count, listed(ragged)],
    [t.table.unique, unique],
    [t.table.paidFor, reused],
    // Where the batch stands that a run would continue.
    [t.table.answered, work === undefined ? 0 : found + notFound - reused],
    [t.table.running, work?.running ?? 0],
    [t.table.unconfirmed, work === undefined ? 0 : unconfirmed],
  ];
  return countsText([
    [t.table.rows, rows],
    [t.table.valid, rows - invalid],
    ...lines.filter(([, count]) => count > 0),
    ...(work === undefined ? [] : [[t.table.toSend, work.toSend] as const]),
    ...(paidBefore > 0 ? [[t.table.paidForBefore, paidBefore] as const] : []),
    [t.table.credits, '', t.table.atMost(estimated)],
    // What past hit rates let expect.
    ...(expected === undefined
      ? []
      : [['', '', t.batch.expectedCost({ expected, expectedFrom })] as const]),
  ]);
}

function listed({ count, first }: FoundRows): string {
  const rows = first.map((row) => formatNumber(row)).join(', ');
  return t.batch.rowList(count, `${rows}${count > first.length ? ', …' : ''}`);
}

/** The candidates, one per line, before the user is asked to choose. */
export function columnQuestionText({ code, facts }: ColumnQuestion): string {
  const { candidates, file } = facts;
  const told =
    code === 'weak_column' ? t.phrases.noLikelyColumn(file) : t.phrases.severalColumns(file);
  const rows = candidates.map((each) => [
    each.option,
    printable(each.name),
    t.phrases.valid(each),
    printable(each.samples.join('  ')),
  ]);
  const columns = [0, 1, 2, 3].map((at) => ({ title: '', isNumber: at === 0 }));
  const look = { isTerminal: false, columns: 0, paint: PLAIN };
  return `${printable(told)}\n${rowsText(columns, rows, look, 2)}`;
}

export function sheetQuestionText(file: string, sheets: readonly ListedSheet[]): string {
  const lines = sheets.map(({ number, name }) => `  ${number}  ${printable(name)}\n`);
  return `${printable(t.input.severalSheets(file))}\n${lines.join('')}`;
}

export function answerText(option: '--column' | '--sheet', value: string): string {
  const written = /^[\w.+-]+$/.test(value) ? value : `"${value}"`;
  return `${t.input.skipQuestion(`${option} ${written}`)}\n`;
}

export function whichText(option: '--column' | '--sheet', values: readonly string[]): string {
  const all = values.join('/');
  return option === '--sheet' ? t.input.whichSheet(all) : t.input.whichColumn(all);
}
