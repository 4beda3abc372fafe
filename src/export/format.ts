import { basename } from 'node:path';
import type { Writable } from 'node:stream';
import { UsageError } from '../base/errors.js';
import { unequalVerdicts } from '../records/compared.js';

/** A file format: the bytes of its beginning, of rows, and of its end. */
export interface RowFormat<Row> {
  head?(): Buffer;
  rows(chunk: readonly Row[]): Buffer;
  tail?(): Buffer;
  /** Packs the bytes into the final file, for a format that needs it. */
  readonly pack?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  /** Returns the number of characters so far that were replaced because the file's encoding lacks them. */
  readonly countReplaced?: () => number;
  /** Returns the number of cells so far that were too long and end in `…`. */
  readonly countCut?: () => number;
}

export function formatRows<Row>(
  format: RowFormat<Row>,
  chunks: AsyncIterable<readonly Row[]>,
): AsyncIterable<Buffer> {
  const yieldBytes = async function* (): AsyncGenerator<Buffer> {
    if (format.head !== undefined) yield format.head();
    for await (const chunk of chunks) if (chunk.length > 0) yield format.rows(chunk);
    if (format.tail !== undefined) yield format.tail();
  };
  return format.pack?.(yieldBytes()) ?? yieldBytes();
}

/** The values of `lookup_status`, in the contract's order ("Export"). */
export const lookupStatuses = [
  'found',
  'not_found',
  'invalid',
  'skipped',
  'failed',
  'pending',
  'unconfirmed',
] as const;

export type LookupStatus = (typeof lookupStatuses)[number];

/** The values of `--only`: statuses, and verdicts of comparisons. */
export const rowFilters = [...lookupStatuses, ...unequalVerdicts] as const;

export type RowFilter = (typeof rowFilters)[number];

export { labelSets } from '../records/labels.js';

/** The values of `--format`. */
export const formatOptions = ['csv', 'tsv', 'json', 'jsonl', 'xlsx'] as const;

/** The formats of the rows of a result; `tsv` is `csv` with tabs. */
export type RowFormatName = 'csv' | 'json' | 'jsonl' | 'xlsx';

/** The format of a result by the extension of its name (contract, "Export"). */
const formatByExtension: ReadonlyMap<string, RowFormatName> = new Map([
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['txt', 'csv'],
  ['json', 'json'],
  ['jsonl', 'jsonl'],
  ['xlsx', 'xlsx'],
  ['xlsm', 'xlsx'],
]);

/**
 * Returns the format of a result by its option, otherwise by its name. With `excel` only a CSV without tabs is
 * accepted.
 * @throws UsageError `unknown_format`, `unknown_extension`, `format_against_name`, `options_contradict`
 */
export function chooseFormat(
  target: string | Writable,
  wanted: string | undefined,
  excel = false,
): RowFormatName {
  const extension = readExtension(target);
  if (wanted !== undefined && !formatOptions.some((name) => name === wanted))
    throw new UsageError('unknown_format', { wanted, formats: formatOptions });
  const formatOfName = formatByExtension.get(extension);
  const format = formatByExtension.get(wanted ?? (extension || 'csv'));
  // A workbook is a compressed file already, and no spreadsheet opens one that is compressed again.
  const isCompressedTwice = format === 'xlsx' && isGzip(target);
  // A spreadsheet refuses CSV named `x.xlsx`, and a program fails at CSV named `x.json`. An unknown extension stands
  // for no format, so it contradicts none.
  const contradictsName = formatOfName !== undefined && formatOfName !== format;
  if (wanted !== undefined && (contradictsName || (wanted === 'tsv' && extension === 'csv')))
    throw new UsageError('format_against_name', { extension, format: wanted, option: '--format' });
  if (format === undefined || isCompressedTwice)
    throw buildUnknownExtension(isCompressedTwice ? 'xlsx.gz' : extension, [
      ...formatByExtension.keys(),
    ]);
  if (excel && (format !== 'csv' || hasTabs(target, wanted))) refuseExcel(extension, wanted);
  return format;
}

/** Checks that the format can be written to the target. @throws as `chooseFormat` */
export function checkFormat(...choice: Parameters<typeof chooseFormat>): void {
  chooseFormat(...choice);
}

function refuseExcel(extension: string, wanted: string | undefined): never {
  if (wanted === undefined)
    throw new UsageError('format_against_name', { extension, format: 'csv', option: '--excel' });
  throw new UsageError('options_contradict', { one: '--excel', other: `--format ${wanted}` });
}

/** Requires the extension of a table of text, or none. @throws UsageError `unknown_extension` */
export function requireTextName(target: string): void {
  requireExtension(readExtension(target), ['csv', 'tsv', 'txt']);
}

/** Requires the extension of a table of text or of a workbook, or none. @throws UsageError `unknown_extension` */
export function requireTableName(target: string): void {
  requireExtension(readExtension(target), ['csv', 'tsv', 'txt', 'xlsx']);
}

/** Requires the extension of an HTML page, or none. @throws UsageError `unknown_extension` */
export function requirePageName(target: string): void {
  requireExtension(isGzip(target) ? 'gz' : readExtension(target), ['html', 'htm']);
}

function requireExtension(extension: string, known: readonly string[]): void {
  if (extension !== '' && !known.includes(extension)) throw buildUnknownExtension(extension, known);
}

export function buildUnknownExtension(extension: string, known: readonly string[]): UsageError {
  return new UsageError('unknown_extension', { extension, known });
}

export function hasTabs(target: string | Writable, format?: string): boolean {
  return format === 'tsv' || readExtension(target) === 'tsv';
}

export function isGzip(target: string | Writable): boolean {
  return typeof target === 'string' && /\.gz$/i.test(target);
}

/** Returns the extension in lower case, without `.gz`, or `''`. A date or a number at the end belongs to the name. */
export function readExtension(target: string | Writable): string {
  if (typeof target !== 'string') return '';
  const name = basename(target).replace(/\.gz$/i, '');
  return /.\.([0-9]*[a-z][a-z0-9]*)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
