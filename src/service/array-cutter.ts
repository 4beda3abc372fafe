import { answerLimits, DEEPEST_ANSWER } from '../base/limits.js';
import type { BodyReader } from './transport.js';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** The depth of brackets within a list of `data`. */
const LIST_DEPTH = 3;

/**
 * Cuts the elements of the lists within `data` out of a body while it arrives, so that 60 MB are never held as one text
 * and one tree. The rest has `[0]` in place of the first list. Rest and elements together are valid JSON exactly if the
 * body is.
 */
export class ArrayCutter implements BodyReader {
  readonly #restParts: Buffer[] = [];
  #elementParts: Buffer[] = [];
  #listCount = 0;
  #inList = false;
  #isFirstElement = true;
  #isBroken = false;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isTooDeep = false;
  #restBytes = 0;
  #elementBytes = 0;
  #elementCount = 0;

  /**
   * `onElement` receives each element and the number of its list, from 0; it throws a SyntaxError for invalid JSON.
   */
  constructor(readonly onElement: (json: string, list: number) => void) {}

  take(bytes: Buffer): void {
    try {
      let start = this.#isBroken ? bytes.length : 0;
      while (start < bytes.length)
        start = this.#inList ? this.#takeElement(bytes, start) : this.#keepUntilList(bytes, start);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#isBroken = true;
      [this.#restParts.length, this.#elementParts.length] = [0, 0];
    }
  }

  /**
   * Returns the rest of the body; an empty text, which is not JSON, if an element was invalid, a list did not end, or
   * the body had more than any answer has.
   */
  finish(): string {
    return this.#isBroken || this.#inList ? '' : Buffer.concat(this.#restParts).toString('utf8');
  }

  #keepUntilList(bytes: Buffer, start: number): number {
    const delimiterAt = this.#findDelimiter(bytes, start);
    const end = delimiterAt < 0 ? bytes.length : delimiterAt + 1;
    this.#keepRest(bytes.subarray(start, end));
    if (delimiterAt < 0) return end;
    [this.#inList, this.#isFirstElement] = [true, true];
    return end;
  }

  #takeElement(bytes: Buffer, start: number): number {
    const delimiterAt = this.#findDelimiter(bytes, start);
    const end = delimiterAt < 0 ? bytes.length : delimiterAt;
    // Nearly always these bytes have the whole element, so that no copy is needed.
    const hasWholeElement = delimiterAt >= 0 && this.#elementParts.length === 0;
    this.#elementBytes += end - start;
    if (!hasWholeElement) this.#keepElement(bytes.subarray(start, end));
    if (delimiterAt < 0) return end;
    const endsList = bytes[delimiterAt] === CLOSE_ARRAY;
    const text = hasWholeElement
      ? bytes.toString('utf8', start, end)
      : Buffer.concat(this.#elementParts.splice(0)).toString('utf8');
    const isEmptyList = endsList && this.#isFirstElement && /^[ \t\n\r]*$/.test(text);
    // An element that is nested too deep or too long is left out: the others are still good.
    const isLeftOut = this.#isTooDeep || this.#elementBytes > answerLimits.element;
    if (!isLeftOut && !isEmptyList) this.onElement(text, this.#listCount);
    [this.#isFirstElement, this.#isTooDeep, this.#elementBytes] = [false, false, 0];
    this.#elementCount += 1;
    if (this.#elementCount > answerLimits.elements) throw new SyntaxError('Too many elements.');
    if (!endsList) return end + 1;
    this.#keepRest(Buffer.from(String(this.#listCount)));
    this.#listCount += 1;
    if (this.#listCount > answerLimits.lists) throw new SyntaxError('Too many lists.');
    this.#inList = false;
    return end;
  }

  #keepRest(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > answerLimits.rest) throw new SyntaxError('Too much beside the lists.');
    this.#restParts.push(bytes);
  }

  #keepElement(bytes: Buffer): void {
    if (this.#elementBytes <= answerLimits.element) this.#elementParts.push(bytes);
    else this.#elementParts = [Buffer.alloc(0)];
  }

  /** Finds where a list begins, or an element of a list ends; -1 if neither is in these bytes. @throws SyntaxError */
  #findDelimiter(bytes: Buffer, from: number): number {
    // Local variables are faster than fields, and this loop reads every byte.
    let [depth, inString, isEscaped] = [this.#depth, this.#inString, this.#isEscaped];
    const inList = this.#inList;
    let at = from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (inString) {
        if (byte === QUOTE && !isEscaped) inString = false;
        isEscaped = byte === BACKSLASH && !isEscaped;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1;
        if (depth > DEEPEST_ANSWER + LIST_DEPTH) this.#isTooDeep = true;
        if (depth === LIST_DEPTH && byte === OPEN_ARRAY) break;
      } else if (inList && depth === LIST_DEPTH && (byte === COMMA || byte === CLOSE_ARRAY)) break;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth -= 1;
        if (inList && depth < LIST_DEPTH)
          throw new SyntaxError('An object ends that did not begin.');
      }
    }
    [this.#depth, this.#inString, this.#isEscaped] = [depth, inString, isEscaped];
    return at < bytes.length ? at : -1;
  }
}
