import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Bytes that are read at once. */
const BLOCK = 1 << 16;
/** Lines that become bytes at once. */
const LINES = 500;
const LINE_FEED = 10;

/** Writes lines to a new file that only its owner may read. They must have no line feed. */
export function writeRun(path: string, lines: Iterable<string>): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    let some: string[] = [];
    const flush = () => {
      if (some.length > 0) writeWhole(file, Buffer.from(`${some.join('\n')}\n`));
      some = [];
    };
    for (const line of lines) if (some.push(line) === LINES) flush();
    flush();
  } finally {
    closeSync(file);
  }
}

/** A disk may take less than it was given. */
function writeWhole(file: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
}

/** The lines of such a file; one block is in memory. */
export function* readRun(path: string): Generator<string, void, undefined> {
  const file = openSync(path, 'r');
  try {
    const block = Buffer.allocUnsafe(BLOCK);
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const length = readSync(file, block, 0, BLOCK, null);
      if (length === 0) return;
      const bytes = Buffer.concat([rest, block.subarray(0, length)]);
      const end = bytes.lastIndexOf(LINE_FEED);
      rest = bytes.subarray(end + 1);
      if (end >= 0) yield* bytes.toString('utf8', 0, end).split('\n');
    }
  } finally {
    closeSync(file);
  }
}
