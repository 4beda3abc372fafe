import type { BodyReader } from './transport.js';
import { ArrayFinder, ElementReader, Pieces } from './json-pieces.js';

/** Receives the array that is cut out of a body. */
export interface ArrayConsumer {
  /** The array begins. If the body has it twice, the last one counts, as with `JSON.parse`. */
  readonly begin: () => void;
  /** Receives one element. @throws SyntaxError if it is not JSON */
  readonly take: (json: string) => void;
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
  #isBroken = false;

  constructor(
    path: readonly [outer: string, inner: string],
    readonly consumer: ArrayConsumer,
  ) {
    this.#finder = new ArrayFinder(path);
  }

  take(bytes: Buffer): void {
    if (this.#isBroken) return;
    try {
      if (this.#reader === undefined) this.#outside(bytes);
      else this.#inside(this.#reader, bytes);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#isBroken = true;
    }
  }

  /** The rest; an empty text, which is not JSON, if an element was invalid or the array did not end. */
  finish(): string {
    return this.#isBroken || this.#reader !== undefined ? '' : this.#rest.takeText();
  }

  #outside(bytes: Buffer): void {
    const at = this.#finder.find(bytes);
    this.#rest.add(at < 0 ? bytes : bytes.subarray(0, at));
    if (at < 0) return;
    this.consumer.begin();
    this.#reader = new ElementReader(this.consumer.take);
    this.take(bytes.subarray(at));
  }

  #inside(reader: ElementReader, bytes: Buffer): void {
    const end = reader.read(bytes);
    if (end < 0) return;
    this.#reader = undefined;
    // The closing bracket belongs to the rest.
    this.#outside(bytes.subarray(end - 1));
  }
}
