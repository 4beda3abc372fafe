import { crc32 } from 'node:zlib';

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
