import type { Writable } from 'node:stream';
import { UsageError } from '../errors.js';
import type { ExportRow } from './rows.js';

/** How an export is written: bytes before, for the rows, some at a time, and after. */
export interface Format {
  head(): Buffer;
  rows(entries: readonly ExportRow[]): Buffer;
  tail(): Buffer;
  /** Makes a file of the bytes above, where that takes more than writing them. */
  readonly pack?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  /** Characters of results that the file's encoding does not have. */
  readonly replaced: () => number;
  /** Cells that were too long for the format and end in `…`. */
  readonly cut?: () => number;
}

/** The names that `--format` and the extension of `-o` may have. */
export const exportFormats = ['csv', 'json', 'jsonl', 'xlsx'] as const;

type FormatName = (typeof exportFormats)[number];

/**
 * The format of an export: the one asked for, or by the target's extension (`.gz` after it is left
 * out), or CSV.
 * @throws UsageError `unknown_format`
 */
export function formatName(target: string | Writable, asked: string | undefined): FormatName {
  const wanted = asked ?? extensionOf(target);
  const known = exportFormats.find((name) => name === wanted);
  if (known !== undefined) return known;
  if (asked === undefined) return 'csv';
  throw new UsageError('unknown_format', { wanted: asked, formats: exportFormats, of: 'export' });
}

/** Whether the target's name asks for gzip: `out.csv.gz`. */
export function isGzip(target: string | Writable): boolean {
  return typeof target === 'string' && /\.gz$/i.test(target);
}

function extensionOf(target: string | Writable): string | undefined {
  if (typeof target !== 'string') return undefined;
  return /\.([a-z]+)$/i.exec(target.replace(/\.gz$/i, ''))?.[1]?.toLowerCase();
}
