import { UsageError } from '../../base/errors.js';
import { safeJson, visibleLines } from '../../base/foreign-text.js';
import type { Style } from '../../terminal/style.js';

export type OutputFormat = 'table' | 'json' | 'jsonl' | 'csv';

/** A function that returns the output for one answer. */
export type FormatAnswer<T> = (answer: T) => string;

/** The printer of each format for an answer. */
interface AnswerForms<T> {
  readonly json: (answer: T) => unknown;
  /** The objects of JSONL, one per line; when left out, only the object of `json`. */
  readonly jsonl?: (answer: T) => readonly unknown[];
  /** Rows of cells, the header first. */
  readonly csv: (answer: T) => readonly (readonly string[])[];
  readonly text: FormatAnswer<T>;
}

/**
 * Creates the function that formats answers. JSON is indented in a terminal; a program gets one object per line.
 * `isForExcel`: the CSV is one for Excel in Brazil. @throws UsageError `options_contradict` for JSON
 */
export async function createAnswerFormatter<T>(
  format: OutputFormat,
  { isTerminal }: Style,
  { json, jsonl = (answer) => [json(answer)], csv, text }: AnswerForms<T>,
  isForExcel = false,
): Promise<FormatAnswer<T>> {
  if (isForExcel) {
    if (format !== 'table' && format !== 'csv')
      throw new UsageError('options_contradict', {
        one: format === 'json' ? '--json' : '--format jsonl',
        other: '--excel',
      });
    const formatRows = await loadExcelFormatter();
    return (answer) => (isTerminal ? visibleLines : String)(formatRows(csv(answer)));
  }
  if (format === 'table') return text;
  if (format === 'json')
    return (answer) => `${safeJson(json(answer), isTerminal ? 2 : undefined)}\n`;
  if (format === 'jsonl')
    return (answer) => jsonl(answer).reduce<string>((all, one) => `${all}${safeJson(one)}\n`, '');
  const { formatCsvLines } = await import('../../records/csv-lines.js');
  return (answer) => {
    const lines = formatCsvLines(csv(answer));
    return isTerminal ? visibleLines(lines) : lines;
  };
}

async function loadExcelFormatter() {
  const { createTableFormat, EXCEL_DIALECT } = await import('../../export/csv.js');
  return ([header = [], ...rows]: readonly (readonly string[])[]): string => {
    const toCells = (row: readonly string[]) => row.map(writeDecimalComma);
    const format = createTableFormat(header, toCells, EXCEL_DIALECT);
    return `${String(format.head?.() ?? '')}${String(format.rows(rows))}`;
  };
}

/** Excel in Brazil reads `1.5` as the first of May. */
function writeDecimalComma(cell: string): string {
  return /^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell;
}
