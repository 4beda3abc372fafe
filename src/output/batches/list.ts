import { inWords, type BatchState, type Summary } from '../../batch/summary.js';
import { safeJson, visibleLines } from '../../foreign-text.js';
import { formatMinute, formatNumber, t } from '../../messages/index.js';
import { troubleSentence } from '../../messages/trouble.js';
import { printable } from '../terminal/text.js';
import { rowsText, type Column } from '../terminal/table.js';
import type { Look, Paint } from '../terminal/terminal.js';
import { toCell } from '../../records/cells.js';
import { csvLines } from '../../records/csv-lines.js';

interface ListedBatch {
  readonly summary: Summary;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Null while something is left to do. */
  readonly endedAt: number | null;
}

/** The array of `bulk list --json`. */
export function listJson(batches: readonly ListedBatch[]): string {
  const all = batches.map((listed) => ({
    ...inWords(listed.summary, (trouble) => troubleSentence(trouble)),
    ...timesOf(listed),
  }));
  return `${safeJson(all)}\n`;
}

/** A summary as a row of CSV with its header. */
export function summaryCsv(summary: Summary, look: Look): string {
  return summariesCsv([{ summary }], look);
}

/** The same as rows of CSV. */
export function listCsv(batches: readonly ListedBatch[], look: Look): string {
  const rows = batches.map((listed) => ({ summary: listed.summary, more: timesOf(listed) }));
  return summariesCsv(rows, look, ['createdAt', 'endedAt']);
}

function timesOf({ createdAt, endedAt }: ListedBatch) {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return { createdAt: iso(createdAt), endedAt: iso(endedAt) };
}

/** What the list leaves out, for stderr. */
export function listNotes(stored: number, wanted: number, listed: number): string {
  if (stored === 0) return `${t.batch.none}\n`;
  if (wanted === 0) return `${t.batch.noneMatches}\n`;
  return listed < wanted ? `${t.batch.olderOnes(wanted - listed)}\n` : '';
}

/** The table of `bulk list`; empty without a batch. */
export function listText(batches: readonly ListedBatch[], look: Look): string {
  if (batches.length === 0) return '';
  return rowsText(
    columns(),
    batches.map((batch) => listRow(batch, look)),
    look,
  );
}

function columns(): Column[] {
  return [
    { title: t.table.batch },
    { title: t.table.created },
    { title: t.table.state },
    { title: t.table.kind, ifNarrow: 'omit' },
    { title: t.table.rows, isNumber: true },
    { title: t.table.found, isNumber: true },
    { title: t.table.credits, isNumber: true },
    { title: t.table.file, ifNarrow: 'shorten' },
  ];
}

function listRow({ summary, createdAt }: ListedBatch, { paint }: Look): string[] {
  const { batch, state, kind, rows, found, credits, file } = summary;
  return [
    ...[batch ?? '', formatMinute(createdAt), paintState(state, paint), kind ?? ''],
    ...[rows, found, credits.charged].map((count) => formatNumber(count)),
    printable(file),
  ];
}

function paintState(state: BatchState, paint: Paint): string {
  const word = t.table.states[state];
  if (state === 'complete') return paint.green(word);
  return state === 'running' ? word : paint.yellow(word);
}

/** The columns, named as in JSON; credits have a column each. */
const COLUMNS = [
  ...(['batch', 'kind', 'file', 'state', 'rows', 'invalid', 'duplicates', 'repaired'] as const),
  ...(['unique', 'reused', 'found', 'notFound', 'skipped', 'failed', 'pending'] as const),
  ...(['unconfirmed', 'reasons', 'estimated', 'charged', 'saved', 'output'] as const),
];

/** Summaries as CSV, a row each; `more` adds columns, which every row has. */
function summariesCsv(
  rows: readonly { readonly summary: Summary; readonly more?: Readonly<Record<string, unknown>> }[],
  { isTerminal }: Look,
  moreColumns: readonly string[] = [],
): string {
  const header = [...COLUMNS, ...moreColumns];
  const lines = rows.map(({ summary, more }) => {
    const { reasons, credits } = summary;
    const values: Readonly<Record<string, unknown>> = { ...summary, ...credits, ...more, reasons };
    return header.map((name) => toCell(name, values[name]));
  });
  const text = csvLines([header, ...lines]);
  return isTerminal ? visibleLines(text) : text;
}
