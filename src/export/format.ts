import { basename } from 'node:path';
import type { Writable } from 'node:stream';
import { UsageError } from '../base/errors.js';
import { unequalVerdicts } from '../records/compared.js';

/** Writes rows in a file format. */
export interface RowFormat<Row> {
  head?(): Buffer;
  rows(some: readonly Row[]): Buffer;
  tail?(): Buffer;
  /** Packs the bytes into the final file, for a format that needs it. */
  readonly pack?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  /** Returns how many characters the file's encoding lacks. */
  readonly replaced?: () => number;
  /** Returns how many cells were too long and end in `…`. */
  readonly cut?: () => number;
}

export function formatRows<Row>(
  format: RowFormat<Row>,
  groups: AsyncIterable<readonly Row[]>,
): AsyncIterable<Buffer> {
  const plain = async function* (): AsyncGenerator<Buffer> {
    if (format.head !== undefined) yield format.head();
    for await (const some of groups) if (some.length > 0) yield format.rows(some);
    if (format.tail !== undefined) yield format.tail();
  };
  return format.pack?.(plain()) ?? plain();
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

/** What `--only` takes: statuses, and verdicts of comparisons. */
export const rowFilters = [...lookupStatuses, ...unequalVerdicts] as const;

export type RowFilter = (typeof rowFilters)[number];

export { labelSets } from '../records/labels.js';

export const exportFormats = ['csv', 'tsv', 'json', 'jsonl', 'xlsx'] as const;

export type FormatName = 'csv' | 'json' | 'jsonl' | 'xlsx';

/** The format of a result by the extension of its name (contract, "Export"). */
const byExtension: ReadonlyMap<string, FormatName> = new Map([
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['txt', 'csv'],
  ['json', 'json'],
  ['jsonl', 'jsonl'],
  ['xlsx', 'xlsx'],
  ['xlsm', 'xlsx'],
]);

/**
 * Returns the format of a result by its option or its name. With `excel`, it must be a CSV with semicolons. @throws
 * UsageError `unknown_format`, `unknown_extension`, `format_against_name`, `options_contradict`
 */
export function chooseFormat(
  target: string | Writable,
  asked: string | undefined,
  excel = false,
): FormatName {
  const extension = extensionOf(target);
  if (asked !== undefined && !exportFormats.some((name) => name === asked))
    throw new UsageError('unknown_format', { wanted: asked, formats: exportFormats });
  const named = byExtension.get(extension);
  const format = byExtension.get(asked ?? (extension || 'csv'));
  // A workbook is a compressed file already, and no spreadsheet opens one that is compressed again.
  const isTwice = format === 'xlsx' && isGzip(target);
  // A spreadsheet refuses CSV named `x.xlsx`, and a program fails at CSV named `x.json`. An unknown extension promises
  // nothing.
  const isOther = named !== undefined && named !== format;
  if (asked !== undefined && (isOther || (asked === 'tsv' && extension === 'csv')))
    throw new UsageError('format_against_name', { extension, format: asked, option: '--format' });
  if (format === undefined || isTwice)
    throw unknownExtension(isTwice ? 'xlsx.gz' : extension, [...byExtension.keys()]);
  if (excel && (format !== 'csv' || hasTabs(target, asked))) refuseExcel(extension, asked);
  return format;
}

function refuseExcel(extension: string, asked: string | undefined): never {
  if (asked === undefined)
    throw new UsageError('format_against_name', { extension, format: 'csv', option: '--excel' });
  throw new UsageError('options_contradict', { one: '--excel', other: `--format ${asked}` });
}

/** Refuses a name with the extension of anything but a table as text. @throws UsageError `unknown_extension` */
export function requireTextName(target: string): void {
  requireExtension(extensionOf(target), ['csv', 'tsv', 'txt']);
}

/**
 * Refuses a name with the extension of anything but a table, as text or workbook. @throws UsageError
 * `unknown_extension`
 */
export function requireTableName(target: string): void {
  requireExtension(extensionOf(target), ['csv', 'tsv', 'txt', 'xlsx']);
}

/** Refuses a name with the extension of anything but an HTML page. @throws UsageError `unknown_extension` */
export function requirePageName(target: string): void {
  requireExtension(isGzip(target) ? 'gz' : extensionOf(target), ['html', 'htm']);
}

function requireExtension(extension: string, known: readonly string[]): void {
  if (extension !== '' && !known.includes(extension)) throw unknownExtension(extension, known);
}

export function unknownExtension(extension: string, known: readonly string[]): UsageError {
  return new UsageError('unknown_extension', { extension, known });
}

export function hasTabs(target: string | Writable, format?: string): boolean {
  return format === 'tsv' || extensionOf(target) === 'tsv';
}

export function isGzip(target: string | Writable): boolean {
  return typeof target === 'string' && /\.gz$/i.test(target);
}

/** Returns the extension in lower case, without `.gz`, or `''`. A date or a number at the end belongs to the name. */
export function extensionOf(target: string | Writable): string {
  if (typeof target !== 'string') return '';
  const name = basename(target).replace(/\.gz$/i, '');
  return /.\.([0-9]*[a-z][a-z0-9]*)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
