import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { TransformOptions } from 'node:stream';
import { parse, type Options, type Parser } from 'csv-parse';
import { isByteText } from './codec.js';
import { Skipped } from './text.js';
import { BrokenCharacter, textDecoder } from './utf16.js';
import { csvOptions, unclosedQuote } from './records.js';
import { RowMaker, SwallowedRows, type RawRecord } from './row-maker.js';
import { unreadable } from './sample.js';
import type { InputLayout, InputRow } from './types.js';

/**
 * The rows of the file, in order, the same ones each time; holds one chunk in memory. `skipped` learns of
 * the lines that are no rows.
 */
export async function* readRows(
  path: string,
  layout: InputLayout,
  name = basename(path),
  skipped = new Skipped(),
): AsyncGenerator<InputRow, void, undefined> {
  const rows = new RowMaker(layout, skipped);
  try {
    for await (const record of readRecords(path, layout)) {
      for (const row of rows.take(record)) yield row;
    }
  } catch (error) {
    throw explain(error, name, rows.position);
  }
}

/** csv-parse as a stream costs an event per record; here it is fed and emptied chunk by chunk. */
export async function* readRecords(
  path: string,
  layout: InputLayout,
): AsyncGenerator<RawRecord, void, undefined> {
  const parser = openParser(layout);
  const decode = textDecoder(layout.encoding);
  const chunks = createReadStream(path, { start: layout.bom, highWaterMark: 1 << 17 });
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    const failure = await feed(parser, decode(chunk));
    yield* drain(parser);
    if (failure != null) throw failure;
  }
  const failure = (await feed(parser, decode())) ?? (await finish(parser));
  yield* drain(parser);
  if (failure != null) throw failure;
}

function openParser({ delimiter, encoding, ...layout }: InputLayout): Parser {
  const options: Options & TransformOptions = {
    ...csvOptions(delimiter, layout),
    encoding: isByteText(encoding) ? 'latin1' : 'utf8',
    raw: true,
    ...(layout.shape === 'text' ? { quote: false } : {}),
    // Never pause: whatever one chunk holds is taken out before the next one goes in.
    readableHighWaterMark: Number.MAX_SAFE_INTEGER,
  };
  const parser = parse(options as Options);
  // The callbacks below get the same error.
  parser.on('error', () => undefined);
  return parser;
}

function feed(parser: Parser, chunk: Buffer | string): Promise<Error | null | undefined> {
  return new Promise((resolve) => parser.write(chunk, resolve));
}

function finish(parser: Parser): Promise<Error | null | undefined> {
  return new Promise((resolve) => parser.end(resolve));
}

function* drain(parser: Parser): Generator<RawRecord, void, undefined> {
  for (;;) {
    const next = parser.read() as RawRecord | null;
    if (next === null) return;
    yield { record: next.record, raw: withoutLineEnd(next.raw) };
  }
}

/** csv-parse ends `raw` with the first character of the line end only: `\r` for `\r\n`. */
function withoutLineEnd(raw: string): string {
  const last = raw.at(-1);
  return last === '\n' || last === '\r' ? raw.slice(0, -1) : raw;
}

function explain(error: unknown, name: string, position: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const unclosed = code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED';
  if (unclosed || error instanceof SwallowedRows) {
    return unclosedQuote(name, position);
  }
  if (error instanceof BrokenCharacter) return error.inWords(name, position);
  return unreadable(error, name);
}
