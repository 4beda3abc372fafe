import { safeJson, visibleLines } from '../foreign-text.js';
import type { Look } from './terminal/terminal.js';

/** Prints an answer in the format that was asked for. */
export type Print<T> = (answer: T) => string | Promise<string>;

/** How an answer is shown in each format. */
interface Forms<T> {
  /** The object of `--json`. */
  readonly json: (answer: T) => unknown;
  /** The lines of JSONL; the one object when left out. */
  readonly jsonl?: (answer: T) => readonly unknown[];
  /** Rows of cells, the header first. */
  readonly csv: (answer: T) => readonly (readonly string[])[];
  /** For people. */
  readonly text: Print<T>;
}

export async function answerPrinter<T>(
  format: 'table' | 'json' | 'jsonl' | 'csv',
  { isTerminal }: Look,
  { json, jsonl = (answer) => [json(answer)], csv, text }: Forms<T>,
): Promise<Print<T>> {
  switch (format) {
    case 'json':
      return (answer) => `${safeJson(json(answer), isTerminal ? 2 : undefined)}\n`;
    case 'jsonl':
      return (answer) =>
        jsonl(answer)
          .map((one) => `${safeJson(one)}\n`)
          .join('');
    case 'csv': {
      const { csvLines } = await import('../records/csv-lines.js');
      return (answer) => {
        const lines = csvLines(csv(answer));
        return isTerminal ? visibleLines(lines) : lines;
      };
    }
    case 'table':
      return text;
  }
}
