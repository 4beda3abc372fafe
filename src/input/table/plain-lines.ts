import { isByteText } from '../bytes/codec.js';
import { RawRecord } from './row-maker.js';
import type { InputLayout } from '../types.js';

const LINE_FEED = 10;
const QUOTE = 34;
/** Longer incomplete lines are left to csv-parse, which has a limit for records. */
const LONGEST_REST = 500_000;

export interface Cut {
  readonly records: RawRecord[];
  /** Bytes for csv-parse, which must also read everything after them; undefined if there are none. */
  readonly left: Buffer | undefined;
}

/**
 * Splits lines without quotes into the same records as csv-parse, but several times faster, because the
 * engine's `split` is faster than a loop over bytes. From the first quote on, all bytes are `left`.
 */
export class PlainLines {
  readonly #encoding: BufferEncoding;
  readonly #delimiter: string;
  #rest: Buffer = Buffer.alloc(0);

  constructor({ encoding, delimiter }: InputLayout) {
    this.#encoding = isByteText(encoding) ? 'latin1' : 'utf8';
    this.#delimiter = delimiter;
  }

  /** Whether line feeds and delimiters alone separate the records of a file without quotes. */
  static suits({ encoding, delimiter, lineEnd, loneCr = lineEnd === '\r' }: InputLayout): boolean {
    return (isByteText(encoding) || encoding === 'utf8') && delimiter.length === 1 && !loneCr;
  }

  cut(chunk: Buffer): Cut {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED);
    const isPlain = !bytes.includes(QUOTE) && bytes.length - end < LONGEST_REST;
    if (!isPlain) return { records: [], left: bytes };
    this.#rest = bytes.subarray(end + 1);
    if (end < 0) return { records: [], left: undefined };
    const lines = bytes.toString(this.#encoding, 0, end).split('\n');
    return { records: lines.map((line) => this.#record(line)), left: undefined };
  }

  /** The bytes after the last line feed. */
  finish(): Buffer {
    return this.#rest;
  }

  #record(line: string): RawRecord {
    const raw = line.endsWith('\r') ? line.slice(0, -1) : line;
    return new RawRecord(raw, raw.split(this.#delimiter));
  }
}
