import { CsvError, parse } from 'csv-parse/sync';
import { inputLimits } from '../../limits.js';
import { csvOptions } from './csv-records.js';
import type { Sample } from './sample.js';

export interface Parsed {
  readonly records: string[][];
  /** Whether a quote is still open after these records. */
  readonly broken: boolean;
}

type Ends = Pick<Sample, 'lineEnd' | 'loneCr'>;

/** Parses a sample. Its end may be inside quotes, so the records before an open quote are still valid. */
export function parseText(text: string, ends: Ends, delimiter: string): Parsed {
  const records = plainRecords(text, ends, delimiter);
  return records === undefined ? byParser(text, ends, delimiter) : { records, broken: false };
}

/** Without quotes each line is a record, and splitting takes a tenth of the parser's time. */
function plainRecords(text: string, { loneCr }: Ends, delimiter: string): string[][] | undefined {
  if (text.includes('"')) return undefined;
  const lines = text.split(loneCr ? /\r\n|\n|\r/ : /\r\n|\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines.some(({ length }) => length > inputLimits.record / 2)) return undefined;
  return lines.map((line) => line.split(delimiter));
}

function byParser(text: string, ends: Ends, delimiter: string): Parsed {
  const records: string[][] = [];
  const collect = (record: unknown): null => {
    records.push(record as string[]);
    return null;
  };
  try {
    parse(text, { ...csvOptions(delimiter, ends), on_record: collect });
    return { records, broken: false };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records, broken: true };
  }
}
