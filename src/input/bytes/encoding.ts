import { UsageError } from '../../errors.js';
import type { TextEncoding } from '../types.js';
import { t } from '../../messages/index.js';
import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

export interface Encoded {
  readonly encoding: TextEncoding;
  readonly bom: number;
  /** Sentences about bytes that are invalid in the encoding. */
  readonly notes: readonly string[];
}

type Known = Exclude<TextEncoding, 'utf8-broken'>;

const KNOWN: ReadonlyMap<string, Known> = new Map([
  ['utf8', 'utf8'],
  ['utf-8', 'utf8'],
  ['latin1', 'latin1'],
  ['iso-8859-1', 'latin1'],
  ['windows-1252', 'latin1'],
  ['cp1252', 'latin1'],
  ['utf16le', 'utf16le'],
  ['utf-16le', 'utf16le'],
  ['utf16be', 'utf16be'],
  ['utf-16be', 'utf16be'],
]);

const MARKS: readonly (readonly [Known, Buffer])[] = [
  ['utf8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf16le', Buffer.from([0xff, 0xfe])],
  ['utf16be', Buffer.from([0xfe, 0xff])],
];

/** The names that `--encoding` accepts. */
export const encodingNames: readonly string[] = [...KNOWN.keys()];

/** If at most this share of the lines has another encoding, these lines are mistakes. */
const STRAY = 0.05;
/** A file with a larger share of NUL bytes is not text. */
const BINARY = 0.1;

/** Reads the name of `--encoding`. @throws UsageError `unknown_encoding` */
export function parseEncoding(name: string): Known {
  const known = KNOWN.get(name.toLowerCase());
  if (known !== undefined) return known;
  throw new UsageError('unknown_encoding', { wanted: name, known: encodingNames });
}

/**
 * Detects the encoding from the byte order mark, then from the bytes of the whole file. Invalid bytes are
 * kept, and `notes` names their lines. A file with too many lines of two encodings is refused.
 * @throws UsageError `mixed_encodings`, `wrong_encoding`, `broken_utf16`
 */
export async function detectEncoding(
  path: string,
  wanted: string | undefined,
  name: string,
): Promise<Encoded> {
  const insisted = wanted === undefined ? undefined : parseEncoding(wanted);
  const evidence = await gatherEvidence(path);
  const mark = MARKS.find(([, bytes]) => evidence.head.subarray(0, bytes.length).equals(bytes));
  const likely = insisted ?? (mark?.[0] === 'utf8' ? undefined : mark?.[0]) ?? utf16(evidence);
  const bomFor = (encoding: Known) =>
    markBelongs(mark?.[0], encoding) ? (mark?.[1].length ?? 0) : 0;
  if (likely === 'utf16le' || likely === 'utf16be') {
    refuseHalfCharacter(evidence, name);
    return { encoding: likely, bom: bomFor(likely), notes: [] };
  }
  const nuls = evidence.nul.even + evidence.nul.odd;
  if (nuls > evidence.size * BINARY) throw new UsageError('not_text', { file: name, is: 'binary' });
  const hasNul = nuls > 0;
  if (evidence.isUtf8 && !hasNul)
    return { encoding: likely ?? 'utf8', bom: bomFor(likely ?? 'utf8'), notes: [] };
  const { encoding, notes } = await lookCloser(path, likely, name);
  return { encoding, notes, bom: bomFor(encoding === 'latin1' ? 'latin1' : 'utf8') };
}

/** Detects UTF-16 without a byte order mark: in letters and digits every other byte is NUL. */
function utf16({ nul, size }: Evidence): Known | undefined {
  const characters = size / 2;
  if (nul.odd > characters * 0.6 && nul.even < characters * 0.1) return 'utf16le';
  if (nul.even > characters * 0.6 && nul.odd < characters * 0.1) return 'utf16be';
  return undefined;
}

function refuseHalfCharacter({ size }: Evidence, name: string): void {
  if (size % 2 === 0) return;
  throw new UsageError('broken_utf16', { file: name, place: 'end' });
}

/** A UTF-8 mark is skipped also before invalid UTF-8. With `--encoding latin1`, `ÿþ` is text. */
function markBelongs(mark: Known | undefined, encoding: Known): boolean {
  return mark === encoding || (mark === 'utf8' && encoding === 'latin1');
}

async function lookCloser(
  path: string,
  insisted: Known | undefined,
  name: string,
): Promise<Omit<Encoded, 'bom'>> {
  const { good, broken, nul } = await gatherLines(path);
  const notes = nul.count > 0 ? [t.input.nulBytesKept(t.phrases.lines(nul))] : [];
  if (insisted === 'latin1') return { encoding: 'latin1', notes };
  if (broken.count === 0) return { encoding: 'utf8', notes };
  if (good.count === 0) {
    if (insisted === undefined) return { encoding: 'latin1', notes };
    throw new UsageError('wrong_encoding', { file: name });
  }
  const all = good.count + broken.count;
  if (insisted === 'utf8' || broken.count <= all * STRAY) {
    const told = t.input.badBytesKept(t.phrases.lines(broken));
    return { encoding: 'utf8-broken', notes: [...notes, told] };
  }
  if (good.count > all * STRAY)
    throw new UsageError('mixed_encodings', { file: name, utf8: good, other: broken });
  return {
    encoding: 'latin1',
    notes: [...notes, t.input.readAsLatin1(t.phrases.lines(good))],
  };
}

/** Some lines of a file: their count, and the numbers (from 1) of the first ones. */
export interface Lines {
  count: number;
  readonly first: number[];
}

/** Facts about the bytes of the whole file, from which its encoding is detected. */
export interface Evidence {
  readonly head: Buffer;
  readonly size: number;
  readonly isUtf8: boolean;
  /** The number of NUL bytes at even and at odd offsets. In UTF-16 about half of the bytes are NUL. */
  readonly nul: { even: number; odd: number };
}

/** The lines that are valid UTF-8 beyond ASCII, that are invalid UTF-8, and that have NUL bytes. */
export interface LineEvidence {
  readonly good: Lines;
  readonly broken: Lines;
  readonly nul: Lines;
}

const LISTED = 5;
/** Longer lines are checked in pieces. */
const MAX_LINE = 1 << 20;

/** Reads the whole file, because only its last row may have an accent. */
export async function gatherEvidence(path: string): Promise<Evidence> {
  const nul = { even: 0, odd: 0 };
  let [head, carried] = [Buffer.alloc(0), Buffer.alloc(0)];
  let [size, valid] = [0, true];
  for await (const chunk of readChunks(path)) {
    if (head.length < 4) head = Buffer.concat([head, chunk.subarray(0, 4)]);
    countNuls(chunk, size, nul);
    size += chunk.length;
    if (!valid) continue;
    const whole = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const end = whole.length - incompleteBytes(whole);
    valid = isUtf8(whole.subarray(0, end));
    carried = Buffer.from(whole.subarray(end));
  }
  return { head, size, isUtf8: valid && carried.length === 0, nul };
}

/** Reads a file that is not plain UTF-8 a second time, line by line. */
export async function gatherLines(path: string): Promise<LineEvidence> {
  const [good, broken, nul] = [noLines(), noLines(), noLines()];
  for await (const [number, line] of lines(path)) {
    if (line.includes(0)) countLine(nul, number);
    if (isAscii(line)) continue;
    countLine(isUtf8(line) ? good : broken, number);
  }
  return { good, broken, nul };
}

export function noLines(): Lines {
  return { count: 0, first: [] };
}

/** Counts a line once, even if it is read in several pieces. */
export function countLine(lines: Lines, number: number): void {
  if (lines.first.at(-1) === number) return;
  lines.count += 1;
  if (lines.first.length < LISTED) lines.first.push(number);
}

function readChunks(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;
}

function countNuls(chunk: Buffer, offset: number, nul: Evidence['nul']): void {
  for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1)) {
    if ((offset + at) % 2 === 0) nul.even += 1;
    else nul.odd += 1;
  }
}

/** The number of bytes (0 to 3) of an incomplete UTF-8 character at the end. */
function incompleteBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

async function* lines(path: string): AsyncGenerator<[number: number, line: Buffer]> {
  let [number, end] = [1, 0];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readChunks(path)) {
    // Old Macintosh files end lines with `\r`.
    if (end === 0) end = chunk.includes(10) ? 10 : 13;
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, start)) {
      yield [number, text.subarray(start, at)];
      number += 1;
      start = at + 1;
    }
    rest = text.subarray(start);
    if (rest.length < MAX_LINE) continue;
    yield [number, rest];
    rest = Buffer.alloc(0);
  }
  yield [number, rest];
}
