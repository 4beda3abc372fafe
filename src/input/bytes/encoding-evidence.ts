import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

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
