import iconv from 'iconv-lite';
import { type InputLayout, type TextEncoding, earlierResults, toBytes } from '../input/index.js';
import { csvRecords } from '../records/csv-lines.js';

/** A record of the input as an export passes it through: its text in the file, and its cells. */
export interface PassedRecord {
  readonly raw: string;
  readonly cells: readonly string[];
}

/** Leaves out the columns of an earlier result. Without any, it returns the same array. */
export function ownCells(layout: InputLayout): <T>(cells: readonly T[]) => readonly T[] {
  const earlier = earlierResults(layout);
  if (earlier.size === 0) return (cells) => cells;
  return (cells) => cells.filter((_, index) => !earlier.has(index));
}

/**
 * The text of a record in the input's own dialect without the columns of an earlier result, filled up to
 * the input's columns. The other cells keep their bytes.
 */
export function ownText(layout: InputLayout, encoder: Encoder): (record: PassedRecord) => string {
  const { delimiter, columns } = layout;
  const own = ownCells(layout);
  const width = own(columns).length;
  const fill = (raw: string, cells: number) => raw + missingCells(cells, width, delimiter);
  if (width === columns.length) return ({ raw, cells }) => fill(raw, cells.length);
  return ({ raw, cells }) => {
    const texts = splitRaw(raw, delimiter);
    const kept = own(texts.length === cells.length ? texts : cells);
    const text =
      texts.length === cells.length
        ? kept.join(delimiter)
        : csvRecords([kept.map(encoder.own)], delimiter).join();
    return fill(text, kept.length);
  };
}

/** Splits a record into the texts of its cells, with their quotes. */
function splitRaw(raw: string, delimiter: string): string[] {
  const texts: string[] = [];
  for (let start = 0; ;) {
    const end = endOfCell(raw, start, delimiter);
    texts.push(raw.slice(start, end));
    if (end >= raw.length) return texts;
    start = end + delimiter.length;
  }
}

function endOfCell(raw: string, start: number, delimiter: string): number {
  const from = raw[start] === '"' ? afterQuotes(raw, start + 1, delimiter) : start;
  const end = raw.indexOf(delimiter, from);
  return end < 0 ? raw.length : end;
}

/** The position after the quote that closes the cell; one inside it is doubled, or not before a delimiter. */
function afterQuotes(raw: string, from: number, delimiter: string): number {
  for (let at = raw.indexOf('"', from); at >= 0; at = raw.indexOf('"', at)) {
    const isDoubled = raw[at + 1] === '"';
    at += isDoubled ? 2 : 1;
    if (!isDoubled && (at === raw.length || raw.startsWith(delimiter, at))) return at;
  }
  return raw.length;
}

export { csvLines } from '../records/csv-lines.js';

/** Encodes added text in the file's encoding, and counts characters that it cannot represent. */
export interface Encoder {
  /** Added text in the form that `toBytes` expects: one character per byte for Latin-1 files. */
  readonly own: (text: string) => string;
  readonly toBytes: (text: string) => Buffer;
  /** The number of characters that were replaced because the encoding lacks them. */
  readonly replaced: () => number;
}

/** Original cells go only through `toBytes`, so that their bytes do not change. */
export function createEncoder(encoding: TextEncoding): Encoder {
  let replaced = 0;
  const bytes = (raw: string) => toBytes(raw, encoding);
  // Invalid UTF-8 is handled byte by byte; the added text is valid UTF-8.
  if (encoding === 'utf8-broken') {
    const own = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
    return { own, toBytes: bytes, replaced: () => 0 };
  }
  if (encoding !== 'latin1') return { own: (text) => text, toBytes: bytes, replaced: () => 0 };

  const one = (character: string): string => {
    const encoded = iconv.encode(character, 'windows-1252').toString('latin1');
    if (encoded !== '?' || character === '?') return encoded;
    replaced += 1;
    return iconv.encode(withoutMarks(character), 'windows-1252').toString('latin1');
  };
  const isPlain = /^[\x00-\x7f\xa0-\xff]*$/; // eslint-disable-line no-control-regex
  return {
    own: (text) => (isPlain.test(text) ? text : Array.from(text, one).join('')),
    toBytes: bytes,
    replaced: () => replaced,
  };
}

/** Replaces `ł̃` by the closest available text: the letter without its marks. */
function withoutMarks(character: string): string {
  return character.normalize('NFD').replace(/\p{M}/gu, '');
}

/** The byte order mark; one character per byte if the file is handled byte by byte. */
export function byteOrderMark(encoding: TextEncoding): string {
  return encoding === 'latin1' || encoding === 'utf8-broken' ? '\xef\xbb\xbf' : '\ufeff';
}

/** Delimiters for the cells missing from a short record, so that the added cells stay in their columns. */
export function missingCells(cells: number, width: number, delimiter: string): string {
  return delimiter.repeat(Math.max(0, width - cells));
}
