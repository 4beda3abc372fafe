import { inWords, type BatchState, type Summary } from '../../batch/summary.js';
import { safeJson } from '../../foreign-text.js';
import { formatMinute, formatNumber, t } from '../../messages/index.js';
import { troubleSentence } from '../../messages/trouble.js';
import { printable } from '../terminal/printable.js';
import { rowsText, type Column } from '../terminal/rows.js';
import type { Look, Paint } from '../terminal/terminal.js';

export interface ListedBatch {
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

/** The same as rows of CSV. */
export async function listCsv(batches: readonly ListedBatch[], look: Look): Promise<string> {
  const { summariesCsv } = await import('./summary-csv.js');
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
