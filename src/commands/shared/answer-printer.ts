import { safeJson, visibleLines } from '../../base/foreign-text.js';
import type { Style } from '../../terminal/style.js';

export type OutputFormat = 'table' | 'json' | 'jsonl' | 'csv';

export type Print<T> = (answer: T) => string;

interface Forms<T> {
  readonly json: (answer: T) => unknown;
  /** The lines of JSONL; the one object when left out. */
  readonly jsonl?: (answer: T) => readonly unknown[];
  /** Rows of cells, the header first. */
  readonly csv: (answer: T) => readonly (readonly string[])[];
  readonly text: Print<T>;
}

/** Returns how to print answers in a format. JSON is indented for people; a program gets one object per line. */
export async function answerPrinter<T>(
  format: OutputFormat,
  { isTerminal }: Style,
  { json, jsonl = (answer) => [json(answer)], csv, text }: Forms<T>,
): Promise<Print<T>> {
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
