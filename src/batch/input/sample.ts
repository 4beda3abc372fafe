import { open, stat } from 'node:fs/promises';
import { UsageError } from '../../errors.js';
import type { Encoded } from './encoding.js';
import type { InputLayout } from './types.js';

const SAMPLE_BYTES = 1 << 18;

export interface Sample {
  readonly text: string;
  readonly lineEnd: InputLayout['lineEnd'];
  /** The text is all of the file. */
  readonly whole: boolean;
}

/** Refuse early, in the user's words, what `createReadStream` would refuse in Node's. */
export async function requireFile(path: string, name: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(error, name);
  });
  if (found.isDirectory()) {
    throw new UsageError(
      'input_is_folder',
      `${name} is a folder; name a file with one identifier in each row.`,
    );
  }
  if (found.size === 0) throw emptyInput(name);
}

/** Also for what goes wrong while reading: permissions, a file that vanished. */
export function unreadable(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT')
    return new UsageError('input_missing', `${name} does not exist; check the path.`);
  if (code === 'EACCES' || code === 'EPERM') {
    return new UsageError('input_unreadable', `${name} may not be read; check its permissions.`);
  }
  return error;
}

export function emptyInput(name: string): UsageError {
  return new UsageError('input_empty', `${name} is empty; it needs one identifier in each row.`);
}

/** The start of the file, cut at its last line end so that no row is half there. */
export async function readSample(path: string, { encoding, bom }: Encoded): Promise<Sample> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, bom);
    const text = buffer.toString(encoding, 0, bytesRead);
    const lineEnd = findLineEnd(text);
    const last = text.lastIndexOf(lineEnd);
    const whole = bytesRead < SAMPLE_BYTES;
    const end = whole || last < 0 ? text.length : last + lineEnd.length;
    return { text: text.slice(0, end), lineEnd, whole };
  } finally {
    await file.close();
  }
}

/** Line breaks inside quotes say nothing: Excel writes `\n` there and `\r\n` between rows. */
function findLineEnd(text: string): InputLayout['lineEnd'] {
  const ends = text.replace(/"[^"]*"/g, '').match(/\r\n|\n|\r/g) ?? [];
  const count = (end: string): number => ends.filter((found) => found === end).length;
  if (count('\r\n') + count('\n') === 0) return count('\r') > 0 ? '\r' : '\n';
  return count('\r\n') >= count('\n') ? '\r\n' : '\n';
}
