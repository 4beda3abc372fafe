import type { BodyReader } from '../transport/answer-text.js';
import { ArrayFinder } from './array-finder.js';
import { Pieces } from './bytes.js';
import { ElementReader } from './element-reader.js';
import { KnownStart, MarkMaker, type Mark } from './known-start.js';

/** What is done with the array that is cut out of a body. */
export interface Taker {
  /** The array begins; of one that stands there twice the last counts, as with `JSON.parse`. */
  readonly begin: () => void;
  /** One element. @throws SyntaxError where it is no JSON */
  readonly take: (json: string) => void;
  /** What an earlier body held, if it may be passed over; told what stands before the array. */
  readonly known?: (head: string) => Mark | undefined;
}

/**
 * Cuts the elements of one array, `outer.inner` of a JSON object, out of a body while it comes; the rest,
 * with an empty array in their place, is left to `JSON.parse`. So 60 MB are never held as one text and one
 * tree. It takes what `JSON.parse` takes and nothing else: every element is parsed, between them stands one
 * comma, and what is not that array stays in the rest.
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
    readonly taker: Taker,
  ) {
    this.#finder = new ArrayFinder(path);
  }

  /** What this body held of the array. */
  get mark(): Mark {
    return this.#marks.mark;
  }

  /** Whether elements were passed over because an earlier body had them. */
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

  /** The rest; nothing, which is no JSON, where an element was none or the array did not end. */
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
    this.taker.begin();
    this.#reader = new ElementReader(this.taker.take);
    this.#marks = new MarkMaker();
    const known = this.taker.known?.(this.#rest.text());
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
