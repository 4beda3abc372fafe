import type { BodyReader } from './transport.js';
import { ArrayFinder, ElementReader, Pieces } from './json-pieces.js';
import { crc32 } from 'node:zlib';

/** Receives the array that is cut out of a body. */
export interface ArrayConsumer {
  /** The array begins. If the body has it twice, the last one counts, as with `JSON.parse`. */
  readonly begin: () => void;
  /** Receives one element. @throws SyntaxError if it is not JSON */
  readonly take: (json: string) => void;
  /** Returns what an earlier body held, if the cutter may skip it. `head`: the text before the array. */
  readonly known?: (head: string) => Mark | undefined;
}

/**
 * Cuts the elements of the array `outer.inner` out of a body while it arrives, so that 60 MB are never held as
 * one text and one tree. The rest, with an empty array in their place, is for `JSON.parse`; together they
 * accept exactly what it accepts.
 */
export class ArrayCutter implements BodyReader {
  readonly #rest = new Pieces();
  readonly #finder: ArrayFinder;
  #reader: ElementReader | undefined;
  #start: KnownStart | undefined;
  #marks = new MarkMaker();
  #isBroken = false;
  #hasPassed = false;

  constructor(
    path: readonly [outer: string, inner: string],
    readonly consumer: ArrayConsumer,
  ) {
    this.#finder = new ArrayFinder(path);
  }

  /** The part of the array that this body held. */
  get mark(): Mark {
    return this.#marks.mark;
  }

  /** Whether elements were skipped because an earlier body had them. */
  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  take(bytes: Buffer): void {
    if (this.#isBroken) return;
    try {
      if (this.#start !== undefined) this.#decide(this.#start, bytes);
      else if (this.#reader !== undefined) this.#inside(this.#reader, bytes);
      else this.#outside(bytes);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#isBroken = true;
    }
  }

  /** The rest; an empty text, which is not JSON, if an element was invalid or the array did not end. */
  finish(): string {
    const held = this.#start?.release();
    this.#start = undefined;
    if (held !== undefined) this.take(held);
    return this.#isBroken || this.#reader !== undefined ? '' : this.#rest.takeText();
  }

  #outside(bytes: Buffer): void {
    const at = this.#finder.find(bytes);
    this.#rest.add(at < 0 ? bytes : bytes.subarray(0, at));
    if (at < 0) return;
    this.consumer.begin();
    this.#reader = new ElementReader(this.consumer.take);
    this.#marks = new MarkMaker();
    const known = this.consumer.known?.(this.#rest.text());
    if (known !== undefined && known.length > 0) this.#start = new KnownStart(known);
    this.take(bytes.subarray(at));
  }

  #decide(start: KnownStart, bytes: Buffer): void {
    const decided = start.take(bytes);
    if (decided === undefined) return;
    this.#start = undefined;
    if (decided.isSame) {
      this.#hasPassed = true;
      this.#reader?.pass();
      this.#marks = new MarkMaker(start.mark);
    }
    this.take(decided.rest);
  }

  #inside(reader: ElementReader, bytes: Buffer): void {
    const end = reader.read(bytes);
    this.#marks.add(bytes, reader.lastEnd);
    if (end < 0) return;
    this.#reader = undefined;
    // The closing bracket belongs to the rest.
    this.#outside(bytes.subarray(end - 1));
  }
}

/** The part of an array that a body held: `length` bytes of whole elements, and their checksum. */
export interface Mark {
  readonly length: number;
  readonly crc: number;
}

const NONE: Mark = { length: 0, crc: 0 };

/** Holds back the beginning of an array until it can be compared with what an earlier body held. */
export class KnownStart {
  #held: Buffer[] = [];
  #length = 0;

  constructor(readonly mark: Mark) {}

  /** Undefined until enough bytes arrived; then the bytes to read, and whether the start is the same. */
  take(bytes: Buffer): { readonly rest: Buffer; readonly isSame: boolean } | undefined {
    this.#held.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.mark.length) return undefined;
    const all = this.release();
    const start = all.subarray(0, this.mark.length);
    const isSame = crc32(start) === this.mark.crc;
    return { rest: isSame ? all.subarray(this.mark.length) : all, isSame };
  }

  /** Returns the bytes held back, when the body ends. */
  release(): Buffer {
    const all = Buffer.concat(this.#held);
    this.#held = [];
    return all;
  }
}

/** Computes the mark of an array, up to the end of its last whole element. */
export class MarkMaker {
  #mark = NONE;
  #pending: Buffer[] = [];

  /** Continues from `mark`, the part that was skipped. */
  constructor(mark: Mark = NONE) {
    this.#mark = mark;
  }

  get mark(): Mark {
    return this.#mark;
  }

  /** `end`: the end of the last whole element in `bytes`; -1 if none ends there. */
  add(bytes: Buffer, end: number): void {
    if (end < 0) {
      this.#pending.push(bytes);
      return;
    }
    for (const piece of [...this.#pending, bytes.subarray(0, end)]) {
      this.#mark = {
        length: this.#mark.length + piece.length,
        crc: crc32(piece, this.#mark.crc),
      };
    }
    this.#pending = [bytes.subarray(end)];
  }
}
