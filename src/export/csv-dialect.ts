import iconv from 'iconv-lite';
import { toBytes, type TextEncoding } from '../input/index.js';

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
