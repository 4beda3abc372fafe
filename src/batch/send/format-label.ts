import { extname } from 'node:path';

/** The labels that the spec lists ("Batch submission", `format`); a workbook holds a table, as a CSV does. */
const FORMATS: Readonly<Record<string, string>> = {
  '.csv': 'CSV',
  '.xlsx': 'CSV',
  '.xlsm': 'CSV',
  '.txt': 'TXT',
  '.tsv': 'TXT',
};

/** Returns the `format` of a submission, by the extension of the input file. */
export function findFormatLabel(file: string): string {
  return FORMATS[extname(file.replace(/\.gz$/i, '')).toLowerCase()] ?? 'Texto';
}
