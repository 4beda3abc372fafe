import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { TransformOptions } from 'node:stream';
import { parse, type Options, type Parser } from 'csv-parse';
import type { RecordPlace } from '../../errors/input.js';
import { UsageError } from '../../errors.js';
import { isByteText, BrokenCharacter, textDecoder } from '../bytes/codec.js';
import { PlainLines } from './plain-lines.js';
import { Skipped } from './running-text.js';
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

/**
 * The same rows without their text in the file (`raw` is not that of the file), which takes half the time where cells are
 * quoted.
 */
export async function* readCellChunks(
  path: string,
  layout: InputLayout,
  name = basename(path),
): AsyncGenerator<InputRow[], void, undefined> {
  let given = 0;
  try {
    for await (const rows of rowsOf(readCells(path, layout), layout, name, new Skipped())) {
      given += rows.length;
      yield rows;
    }
    return;
  } catch (error) {
    if (!(error instanceof UsageError) || error.code !== 'unclosed_quote') throw error;
  }
  // Without the quotes of the file, the line break of a cell may look like an open quote. Every reading gives the same rows.
  for await (const rows of readRowChunks(path, layout, name)) {
    const rest = rows.slice(given);
    given = Math.max(0, given - rows.length);
    if (rest.length > 0) yield rest;
  }
}

function readCells(path: string, layout: InputLayout): AsyncIterable<readonly RawRecord[]> {
  return readRecordChunks(path, layout, false);
}

async function* rowsOf(
  chunks: AsyncIterable<readonly RawRecord[]>,
  layout: InputLayout,
  name: string,
  skipped: Skipped,
): AsyncGenerator<InputRow[], void, undefined> {
  const rows = new RowMaker(layout, skipped);
  try {
    for await (const records of chunks) yield records.flatMap((record) => rows.take(record));
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
  hasRaw = true,
): AsyncGenerator<RawRecord[], void, undefined> {
  const chunks = createReadStream(path, { start: layout.bom, highWaterMark: 1 << 17 });
  const pieces = chunks as AsyncIterable<Buffer>;
  let plain = PlainLines.suits(layout) ? new PlainLines(layout) : undefined;
  const parser = openParser(layout, hasRaw);
  const decode = textDecoder(layout.encoding);
  for await (const chunk of pieces) {
    const { records, left } = plain?.cut(chunk) ?? { records: [], left: chunk };
    if (records.length > 0) yield records;
    if (left === undefined) continue;
    plain = undefined;
    yield* parsed(parser, layout, await feed(parser, decode(left)));
  }
  const failure = await feed(parser, plain?.finish() ?? decode());
  yield* parsed(parser, layout, failure ?? (await finish(parser)));
}

/** The records that csv-parse has ready, then its failure. Reading it as a stream would cost an event per record. */
function* parsed(
  parser: Parser,
  layout: InputLayout,
  failure: Error | null | undefined,
): Generator<RawRecord[], void, undefined> {
  const records = drain(parser, layout);
  if (records.length > 0) yield records;
  if (failure != null) throw failure;
}

function openParser({ delimiter, encoding, ...layout }: InputLayout, raw: boolean): Parser {
  const options: Options & TransformOptions = {
    ...csvOptions(delimiter, layout),
    encoding: isByteText(encoding) ? 'latin1' : 'utf8',
    raw,
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

function drain(parser: Parser, { delimiter }: InputLayout): RawRecord[] {
  const records: RawRecord[] = [];
  for (;;) {
    const next = parser.read() as RawRecord | readonly string[] | null;
    if (next === null) return records;
    records.push(
      'raw' in next
        ? new RawRecord(withoutLineEnd(next.raw), next.record)
        : new RawRecord(likeRaw(next, delimiter), next),
    );
  }
}

/** Enough of a record's text to see that it is blank, or that an open quote may have swallowed rows. */
function likeRaw(cells: readonly string[], delimiter: string): string {
  const hasBreak = cells.some((cell) => cell.includes('\n') || cell.includes('\r'));
  if (hasBreak) return cells.join(delimiter).replaceAll('"', '');
  return cells.length === 1 ? cells.join() : '-';
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
