import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { DEEPEST_ANSWER } from '../../limits.js';

/** Characters of one object; a record of a company has some kilobytes. */
const LONGEST = 16 * 2 ** 20;
const [OPEN, CLOSE, QUOTE, ESCAPE] = [0x7b, 0x7d, 0x22, 0x5c];
const [LIST, LIST_END] = [0x5b, 0x5d];
/** What may stand between objects, beside brackets: commas, blanks, a byte order mark. */
const BETWEEN = new Set([...Buffer.from(', \t\r\n\ufeff')]);

/** The text is not objects, each in JSON; `objects` were whole. */
export class BrokenJson extends Error {
  constructor(
    readonly objects: number,
    readonly isTooDeep = false,
  ) {
    super();
  }
}

/** Whether the text file at `path` begins as an array or as objects. */
export async function isJson(path: string): Promise<boolean> {
  const start = await startOf(path);
  const text = new TextDecoder(encodingOf(start)).decode(start, { stream: true });
  return /^\s*(?:\[\s*(?:[{\]]|$)|\{\s*")/.test(text);
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** By the byte order mark: PowerShell makes UTF-16 of what it redirects to a file. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * The objects of a file with one array, or with one object after another, in arrays. One chunk is in memory.
 *
 * @throws BrokenJson
 */
export async function* jsonObjects(
  path: string,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  const encoding = encodingOf(await startOf(path));
  const chunks = createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;
  const decoder = new TextDecoder(encoding);
  const cutter = new ObjectCutter();
  for await (const chunk of chunks)
    yield cutter.cut(
      encoding === 'utf-8' ? chunk : Buffer.from(decoder.decode(chunk, { stream: true })),
    );
  cutter.end();
}

class ObjectCutter {
  #rest: Buffer = Buffer.alloc(0);
  #depth = 0;
  /** Lists within the object that has begun. */
  #inner = 0;
  #isText = false;
  #isEscaped = false;
  #objects = 0;
  /** Lists around the objects that have begun and not ended. */
  #lists = 0;

  cut(chunk: Buffer): Readonly<Record<string, unknown>>[] {
    const objects: Readonly<Record<string, unknown>>[] = [];
    let start = this.#rest.length > 0 ? 0 : -1;
    const bytes = start < 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (let at = this.#rest.length; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#depth === 0 && byte === OPEN) start = at;
      if (this.#isEndAfter(byte)) {
        objects.push(this.#parsed(bytes.toString('utf8', start, at + 1)));
        start = -1;
      }
    }
    this.#rest = start < 0 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(start));
    if (this.#rest.length > LONGEST) throw new BrokenJson(this.#objects);
    return objects;
  }

  end(): void {
    // A list that was cut between two objects would be a result with fewer rows.
    if (this.#rest.length > 0 || this.#lists !== 0) throw new BrokenJson(this.#objects);
  }

  /** Whether this byte ends an object that stands in no other. */
  #isEndAfter(byte: number): boolean {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === ESCAPE) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isText = false;
      return false;
    }
    if (this.#depth === 0) this.#between(byte);
    if (byte === QUOTE) this.#isText = true;
    else if (byte === OPEN) this.#depth += 1;
    else if (byte === CLOSE) this.#depth -= 1;
    else if (this.#depth > 0 && byte === LIST) this.#inner += 1;
    else if (this.#depth > 0 && byte === LIST_END) this.#inner -= 1;
    if (this.#depth + this.#inner > DEEPEST_ANSWER) throw new BrokenJson(this.#objects, true);
    return byte === CLOSE && this.#depth === 0;
  }

  #between(byte: number): void {
    if (byte === LIST) this.#lists += 1;
    else if (byte === LIST_END) this.#lists -= 1;
    else if (byte !== OPEN && !BETWEEN.has(byte)) throw new BrokenJson(this.#objects);
  }

  #parsed(text: string): Readonly<Record<string, unknown>> {
    try {
      const object = JSON.parse(text) as Readonly<Record<string, unknown>>;
      this.#objects += 1;
      return object;
    } catch {
      throw new BrokenJson(this.#objects);
    }
  }
}
