import type { Summary } from '../../batch/summary.js';
import { visibleLines } from '../../foreign-text.js';
import { toCell } from '../../records/cells.js';
import { csvLines } from '../../records/csv-lines.js';
import type { Look } from '../terminal/terminal.js';

/** The columns, named as in JSON; credits have a column each. */
const COLUMNS = [
  ...(['batch', 'kind', 'file', 'state', 'rows', 'invalid', 'duplicates', 'repaired'] as const),
  ...(['unique', 'reused', 'found', 'notFound', 'skipped', 'failed', 'pending'] as const),
  ...(['unconfirmed', 'reasons', 'estimated', 'charged', 'saved', 'output'] as const),
];

/** Summaries as CSV, a row each; `more` adds columns, which every row has. */
export function summariesCsv(
  rows: readonly { readonly summary: Summary; readonly more?: Readonly<Record<string, unknown>> }[],
  { isTerminal }: Pick<Look, 'isTerminal'>,
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
