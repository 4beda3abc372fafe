import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { TransformOptions } from 'node:stream';
import { type Options, type Parser, parse } from 'csv-parse';
import type { RecordPlace } from '../../errors/input.js';
import { UsageError } from '../../errors.js';
import { BrokenCharacter, isByteText, textDecoder } from '../bytes/codec.js';
import { Skipped, isComment } from './running-text.js';
import { tooLarge } from '../bytes/unpack-limits.js';
import { csvOptions, unclosedQuote } from './csv-records.js';
import { RawRecord, RowMaker, SwallowedRows, TooManyBlanks } from './row-maker.js';
import { unreadable } from './sample.js';
import type { InputLayout, InputRow } from '../types.js';

/**
 * Reads the rows of the file in order, with one chunk in memory. Every reading gives the same rows.
 * `skipped` counts the lines that are not rows.
 * @throws UsageError
 */
export async function* readRows(
  path: string,
  layout: InputLayout,
  name = basename(path),
  skipped = new Skipped(),
): AsyncGenerator<InputRow, void, undefined> {
  for await (const rows of readRowChunks(path, layout, name, skipped)) yield* rows;
}

/** The same rows as `readRows`, in arrays, because a million awaits take longer than the reading itself. */
export async function* readRowChunks(
  path: string,
  layout: InputLayout,
  name = basename(path),
  skipped = new Skipped(),
): AsyncGenerator<InputRow[], void, undefined> {
  yield* rowsOf(readRecordChunks(path, layout), layout, name, skipped);
}

async function* rowsOf(
  chunks: AsyncIterable<readonly RawRecord[]>,
  layout: InputLayout,
  name: string,
  skipped: Skipped,
): AsyncGenerator<InputRow[], void, undefined> {
  const rows = new RowMaker(layout, skipped);
  try {
    for await (const records of chunks) {
      const taken: InputRow[] = [];
      for (const record of records) rows.take(record, taken);
      yield taken;
    }
  } catch (error) {
    throw explain(error, name, rows.place);
  }
}

export async function* readRecords(
  path: string,
  layout: InputLayout,
): AsyncGenerator<RawRecord, void, undefined> {
  for await (const records of readRecordChunks(path, layout)) yield* records;
}

async function* readRecordChunks(
  path: string,
  layout: InputLayout,
): AsyncGenerator<RawRecord[], void, undefined> {
  const chunks = createReadStream(path, { start: layout.bom, highWaterMark: 1 << 17 });
  const parser = openParser(layout);
  const decode = textDecoder(layout.encoding);
  for await (const chunk of chunks as AsyncIterable<Buffer>)
    yield* parsed(parser, await feed(parser, decode(chunk)));
  const failure = await feed(parser, decode());
  yield* parsed(parser, failure ?? (await finish(parser)));
}

/** The records that csv-parse has ready, then its failure. Reading it as a stream would cost an event per record. */
function* parsed(
  parser: Parser,
  failure: Error | null | undefined,
): Generator<RawRecord[], void, undefined> {
  const records: RawRecord[] = [];
  for (;;) {
    const next = parser.read() as RawRecord | null;
    if (next === null) break;
    records.push(new RawRecord(withoutLineEnd(next.raw), next.record));
  }
  if (records.length > 0) yield records;
  if (failure != null) throw failure;
}

function openParser({ delimiter, encoding, ...layout }: InputLayout): Parser {
  const options: Options & TransformOptions = {
    ...csvOptions(delimiter, layout),
    encoding: isByteText(encoding) ? 'latin1' : 'utf8',
    raw: true,
    quote: layout.shape !== 'text',
    // The parser must not pause: the records of each chunk are read before the next chunk is written.
    readableHighWaterMark: Number.MAX_SAFE_INTEGER,
  };
  const parser = parse(options as Options);
  // The callbacks of `write` and `end` get the same error.
  parser.on('error', () => undefined);
  return parser;
}

function feed(parser: Parser, chunk: Buffer | string): Promise<Error | null | undefined> {
  return new Promise((resolve) => parser.write(chunk, resolve));
}

function finish(parser: Parser): Promise<Error | null | undefined> {
  return new Promise((resolve) => parser.end(resolve));
}

/** csv-parse ends `raw` with only the first character of the line end: `\r` for `\r\n`. */
function withoutLineEnd(raw: string): string {
  const last = raw.at(-1);
  return last === '\n' || last === '\r' ? raw.slice(0, -1) : raw;
}

function explain(error: unknown, name: string, place: RecordPlace): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const unclosed = code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED';
  if (unclosed || error instanceof SwallowedRows) {
    return unclosedQuote(name, place);
  }
  if (error instanceof TooManyBlanks) return tooLarge(name, 'blank_lines');
  if (error instanceof BrokenCharacter)
    return new UsageError('broken_utf16', { file: name, place });
  return unreadable(error, name);
}

export interface HeaderText {
  /** The header's text in the file without its line end, like `InputRow.raw`. */
  readonly raw: string;
  readonly cells: readonly string[];
}

/** Reads the header as it is in the file; undefined if the file has none. */
export async function readHeaderText(
  path: string,
  layout: InputLayout,
): Promise<HeaderText | undefined> {
  if (!layout.hasHeader) return undefined;
  let toSkip = layout.preamble;
  for await (const { raw, record } of readRecords(path, layout)) {
    if (layout.shape !== undefined && isComment(raw)) continue;
    if (toSkip === 0) return { raw, cells: record };
    toSkip -= 1;
  }
  return undefined;
}
