import { open, stat, type FileHandle } from 'node:fs/promises';
import { UsageError } from '../../errors.js';
import { toRaw } from '../bytes/codec.js';
import type { Encoded } from '../bytes/encoding.js';
import type { InputLayout, TextEncoding } from '../types.js';

const SAMPLE_BYTES = 1 << 17;
/** For files whose rows are so long that the usual sample has only a few. */
const LONG_SAMPLE_BYTES = 1 << 21;
/** The number and size of the pieces that are read from the rest of the file. */
const PIECES = 20;
const PIECE_BYTES = 1 << 13;

export interface Sample {
  readonly text: string;
  readonly lineEnd: InputLayout['lineEnd'];
  /** Whether the text is the whole file. */
  readonly whole: boolean;
  /** Whether a single `\r` also ends a line. */
  readonly loneCr: boolean;
  /** Characters after the last line end of the start; 0 if the text is the whole file. */
  readonly cut: number;
  /** Whole lines from the rest of the file. A piece may begin inside quotes. */
  readonly elsewhere: readonly string[];
}

/** Checks that the file can be read. @throws UsageError */
export async function requireFile(path: string, name: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(error, name);
  });
  if (found.isDirectory()) {
    throw new UsageError('input_is_folder', { file: name, wanted: 'list' });
  }
  if (found.size === 0) throw emptyInput(name);
}

/** A file below a file, and one whose name is longer than any can be, are not there either. */
const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/** Turns an error of opening or reading a file into a UsageError; returns other errors unchanged. */
export function unreadable(error: unknown, name: string): unknown {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Those of the file system, of which Windows has some without a name; `ERR_…` is a mistake of ours.
  if (!/^(E[A-Z0-9]+|UNKNOWN)$/.test(reason)) return error;
  if (MISSING.has(reason)) return new UsageError('input_missing', { file: name }, { cause: error });
  return new UsageError('input_unreadable', { file: name, reason }, { cause: error });
}

export function emptyInput(name: string): UsageError {
  return new UsageError('input_empty', { file: name, isWorkbook: false });
}

/** Reads the start of the file and pieces of the rest, cut at line ends so that every row is complete. */
export async function readSample(path: string, encoded: Encoded): Promise<Sample> {
  const sample = await readSampleOf(path, encoded, SAMPLE_BYTES);
  const isShort = sample.whole || sample.text.split(sample.lineEnd).length > 3;
  return isShort ? sample : readSampleOf(path, encoded, LONG_SAMPLE_BYTES);
}

async function readSampleOf(
  path: string,
  { encoding, bom }: Encoded,
  bytes: number,
): Promise<Sample> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = (start: number, length: number) => readText(file, start, length, encoding);
    const text = await read(bom, bytes);
    const pieces: string[] = [];
    for (const start of pieceOffsets(bom + bytes, size))
      pieces.push(await read(start, PIECE_BYTES));
    const ends = findLineEnds([text, ...pieces].join(''));
    const whole = size - bom < bytes;
    const start = whole ? text : upToLineEnd(text, ends.lineEnd);
    return {
      ...ends,
      whole,
      text: start,
      cut: text.length - start.length,
      elsewhere: pieces.map((piece) => wholeLines(piece, ends.lineEnd)),
    };
  } finally {
    await file.close();
  }
}

async function readText(
  file: FileHandle,
  start: number,
  length: number,
  encoding: TextEncoding,
): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return toRaw(buffer.subarray(0, bytesRead), encoding);
}

/** The offsets of the pieces, evenly spaced after the start of the file. The last piece ends the file. */
function pieceOffsets(from: number, size: number): number[] {
  const room = size - PIECE_BYTES - from;
  if (room < 0) return size > from ? [from] : [];
  const step = room / (PIECES - 1);
  // Even distances, because a piece must not start within a UTF-16 unit.
  return Array.from({ length: PIECES }, (_, i) => from + 2 * Math.floor((i * step) / 2));
}

function upToLineEnd(text: string, lineEnd: string): string {
  const last = text.lastIndexOf(lineEnd);
  return last < 0 ? text : text.slice(0, last + lineEnd.length);
}

function wholeLines(text: string, lineEnd: string): string {
  const first = text.indexOf(lineEnd);
  return first < 0 ? '' : upToLineEnd(text.slice(first + lineEnd.length), lineEnd);
}

/** Ignores line breaks inside quotes: Excel writes `\n` there and `\r\n` between rows. */
function findLineEnds(text: string): Pick<Sample, 'lineEnd' | 'loneCr'> {
  const ends = text.replace(/"[^"]*"/g, '').match(/\r\n|\n|\r(?!\r)/g) ?? [];
  const count = (end: string): number => ends.filter((found) => found === end).length;
  const [crLf, lf, cr] = [count('\r\n'), count('\n'), count('\r')];
  if (crLf + lf === 0) return { lineEnd: cr > 0 ? '\r' : '\n', loneCr: cr > 0 };
  // A few single `\r` are stray characters; many of them end lines.
  return { lineEnd: crLf >= lf ? '\r\n' : '\n', loneCr: cr > ends.length * 0.1 };
}
