import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { UsageError } from '../base/errors.js';
import { t } from '../messages/index.js';
import type { TextEncoding } from './types.js';

/** Returns whether the `raw` text in this encoding has one character for each byte of the file. */
export function isByteText(encoding: TextEncoding): boolean {
  return encoding === 'latin1' || encoding === 'cp850' || encoding === 'utf8-broken';
}

/** The characters for 0x80 to 0xff in code page 850, the encoding of DOS programs. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0';

/** The characters for 0x80 to 0x9f in windows-1252. Its five undefined bytes stay control characters. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Returns bytes as a text from which `toBytes` restores them. The bytes must not end within a character. */
export function toRaw(bytes: Buffer, encoding: TextEncoding): string {
  if (isByteText(encoding)) return bytes.toString('latin1');
  if (encoding !== 'utf16be') return bytes.toString(encoding as BufferEncoding);
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
}

/** Returns the bytes of the file for a `raw` text. */
export function toBytes(raw: string, encoding: TextEncoding): Buffer {
  if (isByteText(encoding)) return Buffer.from(raw, 'latin1');
  if (encoding === 'utf16be') return Buffer.from(raw, 'utf16le').swap16();
  return Buffer.from(raw, encoding as BufferEncoding);
}

/** Returns the readable form of `raw`. Latin-1 is read as windows-1252, because spreadsheet programs write that. */
export function toReadable(raw: string, encoding: TextEncoding): string {
  if (encoding === 'cp850')
    return raw.replace(/[\x80-\xff]/g, (char) => CP850.charAt(char.charCodeAt(0) - 0x80));
  if (encoding === 'latin1')
    return raw.replace(/[\x80-\x9f]/g, (char) => C1.charAt(char.charCodeAt(0) - 0x80));
  if (encoding !== 'utf8-broken' || !/[\x80-\xff]/.test(raw)) return raw;
  return Buffer.from(raw, 'latin1').toString('utf8');
}

/**
 * Creates a function that converts UTF-16 to UTF-8, chunk by chunk, because in UTF-16 csv-parse would find `;` across
 * two units. The last call is without a chunk. The function throws `ERR_ENCODING_INVALID_ENCODED_DATA` for half a
 * surrogate pair.
 */
export function createUtf8Converter(encoding: TextEncoding): (chunk?: Buffer) => Buffer {
  if (encoding !== 'utf16le' && encoding !== 'utf16be') return (chunk = Buffer.alloc(0)) => chunk;
  const name = encoding === 'utf16le' ? 'utf-16le' : 'utf-16be';
  const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true });
  return (chunk) => Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }));
}

export interface DetectedEncoding {
  readonly encoding: TextEncoding;
  /** The length of the byte-order marks (bytes). */
  readonly bom: number;
  /** Sentences about bytes that are invalid in the encoding. */
  readonly notes: readonly string[];
}

type KnownEncoding = Exclude<TextEncoding, 'utf8-broken'>;

/** The encodings by the names that people write, without punctuation. With `utf16` the bytes show the order. */
const ENCODINGS_BY_NAME: ReadonlyMap<string, KnownEncoding | 'utf16'> = new Map(
  Object.entries<readonly string[]>({
    utf8: ['utf8', 'utf8sig', 'utf8bom', 'ascii', 'usascii'],
    utf16: ['utf16', 'unicode', 'ucs2'],
    utf16le: ['utf16le'],
    utf16be: ['utf16be'],
    latin1: ['latin1', 'l1', 'iso88591', 'windows1252', 'win1252', 'cp1252', '1252', 'ansi'],
    cp850: ['cp850', 'ibm850', 'oem850', '850', 'oem', 'dos'],
  }).flatMap(([encoding, names]) =>
    names.map((name) => [name, encoding as KnownEncoding | 'utf16']),
  ),
);

function parseEncodingName(name: string): KnownEncoding | 'utf16' | undefined {
  return ENCODINGS_BY_NAME.get(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** One or two names of each encoding that `--encoding` accepts, for messages. */
export const encodingNames: readonly string[] = [
  ...['utf8', 'utf16', 'utf16le', 'utf16be', 'latin1', 'iso-8859-1', 'windows-1252', 'cp850'],
];

const BYTE_ORDER_MARKS: readonly (readonly [KnownEncoding, Buffer])[] = [
  ['utf8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf16le', Buffer.from([0xff, 0xfe])],
  ['utf16be', Buffer.from([0xfe, 0xff])],
];

/** The share up to which lines in another encoding are mistakes. */
const STRAY_LINES = 0.05;
/** The share of NUL bytes above which a file is not text. */
const BINARY_SHARE = 0.1;

/**
 * Detects the encoding by the mark, then by all bytes of the file.
 *
 * @throws UsageError `mixed_encodings`, `wrong_encoding`, `broken_utf16`, `unknown_encoding`
 */
export async function detectEncoding(
  path: string,
  wanted: string | undefined,
  name: string,
): Promise<DetectedEncoding> {
  const wantedEncoding = wanted === undefined ? undefined : parseEncodingName(wanted);
  if (wanted !== undefined && wantedEncoding === undefined)
    throw new UsageError('unknown_encoding', { wanted, known: encodingNames });
  const evidence = await gatherEvidence(path);
  const { head, size, nul } = evidence;
  const [mark, markBytes] =
    BYTE_ORDER_MARKS.find(([, each]) => head.subarray(0, each.length).equals(each)) ?? [];
  const utf16 = mark === 'utf8' ? undefined : (mark ?? guessUtf16(evidence));
  const likely = wantedEncoding === 'utf16' ? (utf16 ?? 'utf16le') : (wantedEncoding ?? utf16);
  // A UTF-8 mark is skipped also before invalid UTF-8. But with `--encoding latin1` the UTF-16 mark `ÿþ` is text.
  const markLength = (encoding: KnownEncoding) =>
    markBytes !== undefined && (mark === encoding || (mark === 'utf8' && isByteText(encoding)))
      ? measureMarks(head, markBytes)
      : 0;
  if (likely === 'utf16le' || likely === 'utf16be') {
    if (size % 2 !== 0) throw new UsageError('broken_utf16', { file: name, place: { at: 'end' } });
    return { encoding: likely, bom: markLength(likely), notes: [] };
  }
  const nulCount = nul.even + nul.odd;
  if (nulCount > size * BINARY_SHARE) throw new UsageError('not_text', { file: name });
  if (evidence.isUtf8 && nulCount === 0)
    return { encoding: likely ?? 'utf8', bom: markLength(likely ?? 'utf8'), notes: [] };
  const found = await inspectLines(path, likely, name);
  return { ...found, bom: markLength(found.encoding === 'utf8-broken' ? 'utf8' : found.encoding) };
}

/** Returns the length of the marks in bytes: some programs write a mark before a text that has one. */
function measureMarks(head: Buffer, mark: Buffer): number {
  let end = 0;
  while (head.subarray(end, end + mark.length).equals(mark)) end += mark.length;
  return end;
}

/** Recognises UTF-16 without a mark, in which every other byte of letters and digits is NUL. */
function guessUtf16({ nul, size }: ByteCounts): KnownEncoding | undefined {
  const characters = size / 2;
  if (nul.odd > characters * 0.6 && nul.even < characters * 0.1) return 'utf16le';
  if (nul.even > characters * 0.6 && nul.odd < characters * 0.1) return 'utf16be';
  return undefined;
}

/** Reads a file that is not plain UTF-8 a second time, line by line. */
async function inspectLines(
  path: string,
  wantedEncoding: KnownEncoding | undefined,
  name: string,
): Promise<Omit<DetectedEncoding, 'bom'>> {
  const [utf8Lines, otherLines, nulLines] = [createLines(), createLines(), createLines()];
  for await (const [number, line] of readLines(path)) {
    if (line.includes(0)) countLine(nulLines, number);
    if (!isAscii(line)) countLine(isUtf8(line) ? utf8Lines : otherLines, number);
  }
  const notes = nulLines.count > 0 ? [t.input.nulBytesKept(t.phrases.lines(nulLines))] : [];
  if (wantedEncoding === 'latin1' || wantedEncoding === 'cp850')
    return { encoding: wantedEncoding, notes };
  if (otherLines.count === 0) return { encoding: 'utf8', notes };
  if (utf8Lines.count === 0) {
    if (wantedEncoding === undefined) return { encoding: 'latin1', notes };
    throw new UsageError('wrong_encoding', { file: name });
  }
  const count = utf8Lines.count + otherLines.count;
  if (wantedEncoding === 'utf8' || otherLines.count <= count * STRAY_LINES) {
    const note = t.input.badBytesKept(t.phrases.lines(otherLines));
    return { encoding: 'utf8-broken', notes: [...notes, note] };
  }
  if (utf8Lines.count > count * STRAY_LINES)
    throw new UsageError('mixed_encodings', { file: name, utf8: utf8Lines, other: otherLines });
  return {
    encoding: 'latin1',
    notes: [...notes, t.input.readAsLatin1(t.phrases.lines(utf8Lines))],
  };
}

/** A count of lines, and the numbers (from 1) of the first ones. */
export interface Lines {
  count: number;
  readonly first: number[];
}

export const createLines = (): Lines => ({ count: 0, first: [] });

const MAX_LISTED = 5;

/** Counts a line once, even if it is read in several pieces. */
export function countLine(lines: Lines, number: number): void {
  if (lines.first.at(-1) !== number) addLine(lines, number);
}

export function addLine(lines: Lines, number: number): void {
  lines.count += 1;
  if (lines.first.length < MAX_LISTED) lines.first.push(number);
}

/** The number of bytes at the start of a file in which marks are looked for. */
const BYTES_FOR_MARKS = 30;

type ByteCounts = Awaited<ReturnType<typeof gatherEvidence>>;

/**
 * Examines the whole file, because only its last row may have an accent. `nul` counts the NUL bytes at even and at
 * odd offsets.
 */
async function gatherEvidence(path: string) {
  const nul = { even: 0, odd: 0 };
  let [head, unfinished] = [Buffer.alloc(0), Buffer.alloc(0)];
  let [size, valid] = [0, true];
  for await (const chunk of readChunks(path)) {
    if (size < BYTES_FOR_MARKS) head = Buffer.concat([head, chunk.subarray(0, BYTES_FOR_MARKS)]);
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1))
      nul[(size + at) % 2 === 0 ? 'even' : 'odd'] += 1;
    size += chunk.length;
    if (!valid) continue;
    const bytes = unfinished.length === 0 ? chunk : Buffer.concat([unfinished, chunk]);
    const end = findLastCharacter(bytes);
    valid = isUtf8(bytes.subarray(0, end));
    unfinished = Buffer.from(bytes.subarray(end));
  }
  return { head, size, isUtf8: valid && isUtf8(unfinished), nul };
}

function readChunks(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;
}

/** Returns the place where the last UTF-8 character begins, because it may continue in the next chunk. */
function findLastCharacter(bytes: Buffer): number {
  let at = bytes.length - 1;
  const first = Math.max(0, at - 3);
  while (at > first && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}

const MAX_LINE_BYTES = 1 << 20;

/** Yields the lines of a file with their numbers (from 1). A very long line comes in pieces with the same number. */
async function* readLines(path: string): AsyncGenerator<[number: number, line: Buffer]> {
  let [number, lineEnd] = [1, 0];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readChunks(path)) {
    // Old Macintosh files end lines with `\r`.
    if (lineEnd === 0) lineEnd = chunk.includes(10) ? 10 : 13;
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let at = text.indexOf(lineEnd); at >= 0; at = text.indexOf(lineEnd, start)) {
      yield [number, text.subarray(start, at)];
      number += 1;
      start = at + 1;
    }
    rest = text.subarray(start);
    if (rest.length < MAX_LINE_BYTES) continue;
    yield [number, rest];
    rest = Buffer.alloc(0);
  }
  yield [number, rest];
}
