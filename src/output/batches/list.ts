import { inWords, type Summary } from '../../batch/summary.js';
import { formatMinute, formatNumber, t, troubleSentence } from '../../messages/index.js';
import { toCell } from '../../records/cells.js';
import { answerPrinter, type Format, type Print } from '../answer-printer.js';
import { printable } from '../terminal/text.js';
import { rowsText } from '../terminal/table.js';
import type { Look } from '../terminal/terminal.js';

interface ListedBatch {
  readonly summary: Summary;
  readonly createdAt: number;
  /** Null while something is left to do. */
  readonly endedAt: number | null;
}

/** Prints the batches of `bulk list`; as a table nothing without one. */
export function listPrinter(format: Format, look: Look): Promise<Print<readonly ListedBatch[]>> {
  return answerPrinter<readonly ListedBatch[]>(format, look, {
    json: (batches) =>
      batches.map(({ summary, ...times }) => ({ ...told(summary), ...timesOf(times) })),
    csv: (batches) =>
      csvRows(
        [...COLUMNS, 'createdAt', 'endedAt'],
        batches.map(({ summary, ...times }) => ({ ...summary, ...timesOf(times) })),
      ),
    text: (batches) => (batches.length === 0 ? '' : tableOf(batches, look)),
  });
}

export function summaryPrinter(
  format: Format,
  look: Look,
  text: Print<Summary>,
): Promise<Print<Summary>> {
  const csv = (summary: Summary) => csvRows(COLUMNS, [summary]);
  return answerPrinter<Summary>(format, look, { json: told, csv, text });
}

function told(summary: Summary): object {
  return inWords(summary, (trouble) => troubleSentence(trouble));
}

function timesOf({ createdAt, endedAt }: Omit<ListedBatch, 'summary'>) {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return { createdAt: iso(createdAt), endedAt: iso(endedAt) };
}

/** The columns, named as in JSON; credits have a column each. */
const COLUMNS = [
  ...(['batch', 'kind', 'file', 'state', 'rows', 'invalid', 'duplicates', 'repaired'] as const),
  ...(['unique', 'reused', 'found', 'notFound', 'skipped', 'failed', 'pending'] as const),
  ...(['unconfirmed', 'reasons', 'estimated', 'charged', 'saved', 'output'] as const),
];

function csvRows(header: readonly string[], summaries: readonly Summary[]): string[][] {
  const rows = summaries.map((summary) => {
    const values: Readonly<Record<string, unknown>> = { ...summary, ...summary.credits };
    return header.map((name) => toCell(name, values[name]));
  });
  return [[...header], ...rows];
}

/** What the list leaves out, for stderr. */
export function listNotes(stored: number, wanted: number, listed: number): string {
  if (stored === 0) return `${t.batch.none}\n`;
  if (wanted === 0) return `${t.batch.noneMatches}\n`;
  return listed < wanted ? `${t.batch.olderOnes(wanted - listed)}\n` : '';
}

function tableOf(batches: readonly ListedBatch[], look: Look): string {
  const { paint } = look;
  const columns = [
    { title: t.table.batch },
    { title: t.table.created },
    { title: t.table.state },
    { title: t.table.kind, ifNarrow: 'omit' as const },
    { title: t.table.rows, isNumber: true },
    { title: t.table.found, isNumber: true },
    { title: t.table.credits, isNumber: true },
    { title: t.table.file, ifNarrow: 'shorten' as const },
  ];
  const rows = batches.map(({ summary, createdAt }) => {
    const { batch, state, kind, rows, found, credits, file } = summary;
    const word = t.table.states[state];
    const colours = { complete: paint.green, running: (text: string) => text } as const;
    const painted = state in colours ? colours[state as keyof typeof colours] : paint.yellow;
    return [
      ...[batch ?? '', formatMinute(createdAt), painted(word), kind ?? ''],
      ...[rows, found, credits.charged].map((count) => formatNumber(count)),
      printable(file),
    ];
  });
  return rowsText(columns, rows, look);
}
