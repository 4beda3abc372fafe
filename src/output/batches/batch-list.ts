import { basename } from 'node:path';
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
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const all = batches.map(({ summary, createdAt, endedAt }) => ({
    ...inWords(summary, (trouble) => troubleSentence(trouble)),
    ...{ createdAt: iso(createdAt), endedAt: iso(endedAt) },
  }));
  return `${safeJson(all)}\n`;
}

export function noBatchesLine(): string {
  return `${t.batch.none}\n`;
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
    { title: t.table.file, ifNarrow: 'cut' },
    { title: t.table.result, ifNarrow: 'cut' },
  ];
}

function listRow({ summary, createdAt }: ListedBatch, { isTerminal, paint }: Look): string[] {
  const { batch, state, kind, rows, found, credits, file, output } = summary;
  // The name of the file says more than the first folders of its path.
  const result = isTerminal ? basename(output ?? '') : (output ?? '');
  return [
    ...[batch ?? '', formatMinute(createdAt), paintState(state, paint), kind ?? ''],
    ...[rows, found, credits.charged].map((count) => formatNumber(count)),
    ...[printable(file), printable(result)],
  ];
}

function paintState(state: BatchState, paint: Paint): string {
  const word = t.table.states[state];
  if (state === 'complete') return paint.green(word);
  return state === 'running' ? word : paint.yellow(word);
}
