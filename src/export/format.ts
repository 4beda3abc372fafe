import type { Writable } from 'node:stream';
import { UsageError } from '../errors.js';
import type { ExportRow } from './rows.js';

/** How an export is written: bytes before the rows, for a group of rows, and after them. */
export interface Format {
  head(): Buffer;
  rows(entries: readonly ExportRow[]): Buffer;
  tail(): Buffer;
  /** Packs the bytes into the final file, for formats that need it. */
  readonly pack?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  /** The number of replaced characters, which the file's encoding lacks. */
  readonly replaced: () => number;
  /** The number of cells that were too long for the format and end in `…`. */
  readonly cut?: () => number;
}

/** The names that `--format` and the extension of `-o` accept. */
export const exportFormats = ['csv', 'json', 'jsonl', 'xlsx'] as const;

export type FormatName = (typeof exportFormats)[number];

/**
 * The format of an export: the requested one, otherwise by the target's extension (ignoring `.gz`),
 * otherwise CSV.
 *
 * @throws UsageError `unknown_format`
 */
export function formatName(target: string | Writable, asked: string | undefined): FormatName {
  const wanted = asked ?? extensionOf(target);
  const known = exportFormats.find((name) => name === wanted);
  if (known !== undefined) return known;
  if (asked === undefined) return 'csv';
  throw new UsageError('unknown_format', { wanted: asked, formats: exportFormats, of: 'export' });
}

/** Whether the name of the target requests gzip: `out.csv.gz`. */
export function isGzip(target: string | Writable): boolean {
  return typeof target === 'string' && /\.gz$/i.test(target);
}

function extensionOf(target: string | Writable): string | undefined {
  if (typeof target !== 'string') return undefined;
  return /\.([a-z]+)$/i.exec(target.replace(/\.gz$/i, ''))?.[1]?.toLowerCase();
}
