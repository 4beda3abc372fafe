import { crc32 } from 'node:zlib';

/** What a body held of an array: its first `length` bytes, whole elements all of them, and their sum. */
export interface Mark {
  readonly length: number;
  readonly crc: number;
}

const NONE: Mark = { length: 0, crc: 0 };

/** Holds the beginning of an array back until it is known to be, or not to be, what an earlier body held. */
export class KnownStart {
  #held: Buffer[] = [];
  #length = 0;

  constructor(readonly mark: Mark) {}

  /** Undefined while too little has come; then what is to be read, and whether the start was the same. */
  take(bytes: Buffer): { readonly rest: Buffer; readonly isSame: boolean } | undefined {
    this.#held.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.mark.length) return undefined;
    const all = this.release();
    const start = all.subarray(0, this.mark.length);
    const isSame = crc32(start) === this.mark.crc;
    return { rest: isSame ? all.subarray(this.mark.length) : all, isSame };
  }

  /** What is held, when no more will come. */
  release(): Buffer {
    const all = Buffer.concat(this.#held);
    this.#held = [];
    return all;
  }
}

/** Sums up an array up to the end of its last whole element. */
export class MarkMaker {
  #mark = NONE;
  #pending: Buffer[] = [];

  /** Goes on from what is known. */
  constructor(mark: Mark = NONE) {
    this.#mark = mark;
  }

  get mark(): Mark {
    return this.#mark;
  }

  /** `end`: where the last whole element ends in `bytes`; -1 where none does. */
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
