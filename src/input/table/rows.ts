import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Parser } from 'csv-parse';
import type { RecordPlace } from '../../errors/facts.js';
import { UsageError } from '../../errors.js';
import { BrokenCharacter, isByteText, textDecoder } from '../bytes/codec.js';
import { Skipped, isComment } from './running-text.js';
import { tooLarge } from '../bytes/unpack-limits.js';
import { csvOptions, unclosedQuote } from './csv-records.js';
import { FileRecord, RowMaker, SwallowedRows, TooManyBlanks } from './row-maker.js';
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
  const rows = new RowMaker(layout, skipped);
  try {
    for await (const records of readRecordChunks(path, layout)) {
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
): AsyncGenerator<FileRecord, void, undefined> {
  for await (const records of readRecordChunks(path, layout)) yield* records;
}

async function* readRecordChunks(
  path: string,
  layout: InputLayout,
): AsyncGenerator<FileRecord[], void, undefined> {
  const chunks = createReadStream(path, { start: layout.bom, highWaterMark: 1 << 16 });
  const parser = new RecordParser(layout);
  const decode = textDecoder(layout.encoding);
  for await (const chunk of chunks as AsyncIterable<Buffer>) yield* parser.parsed(decode(chunk));
  yield* parser.parsed(decode());
  yield* parser.parsed();
}

/** csv-parse, which keeps the records of a chunk with their places: as a stream, it would send an event for each. */
class RecordParser extends Parser {
  readonly #encoding: 'latin1' | 'utf8';
  #records: FileRecord[] = [];
  /** The bytes from the beginning of a record on, and what came before them. */
  #bytes: Buffer = Buffer.alloc(0);
  #before = 0;
  #lines = 0;

  constructor({ delimiter, encoding: own, ...layout }: InputLayout) {
    const encoding = isByteText(own) ? 'latin1' : 'utf8';
    super({
      ...csvOptions(delimiter, layout),
      encoding,
      quote: layout.shape !== 'text',
    });
    this.#encoding = encoding;
    // The callbacks of `write` and `end` get the same error.
    this.on('error', () => undefined);
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    const { bytes, lines } = this.info;
    const [from, to] = [this.#last - this.#before, bytes - this.#before];
    const hasBreaks = lines > this.#lines + 1;
    this.#records.push(new FileRecord(cells, this.#bytes, from, to, this.#encoding, hasBreaks));
    this.#last = bytes;
    this.#lines = lines;
    return true;
  }
  #last = 0;

  /** The records that end in a chunk, or with the file; then the error of the parser. */
  async *parsed(chunk?: Buffer): AsyncGenerator<FileRecord[]> {
    if (chunk !== undefined) {
      this.#bytes = Buffer.concat([this.#bytes.subarray(this.#last - this.#before), chunk]);
      this.#before = this.#last;
    }
    const error = await new Promise<Error | null | undefined>((resolve) => {
      if (chunk === undefined) this.end(resolve);
      else this.write(chunk, resolve);
    });
    const records = this.#records;
    this.#records = [];
    if (records.length > 0) yield records;
    if (error != null) throw error;
  }
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
  for await (const record of readRecords(path, layout)) {
    if (layout.shape !== undefined && isComment(record.raw)) continue;
    if (toSkip === 0) return { raw: record.raw, cells: record.cells };
    toSkip -= 1;
  }
  return undefined;
}
