import { inputLimits } from '../../base/limits.js';
import { buildTooLarge, type UnpackLimit } from '../unpack-limit.js';
import { readXml, type PartBytes } from './xml.js';

/** The number of bytes, and of texts, for which a list has memory at first. */
const INITIAL_SIZE = 2 ** 16;

/**
 * Reads the texts to which cells refer by index, without pronunciation aids (`rPh`).
 *
 * @throws UsageError `input_too_large`
 */
export async function readStrings(part: PartBytes, limit: UnpackLimit): Promise<TextList> {
  const { name } = limit;
  const strings = new TextList(name);
  let [text, isText, aidDepth] = ['', false, 0];
  await readXml(part, limit, {
    open: (tag) => {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') aidDepth += 1;
      else if (tag === 't') isText = aidDepth === 0;
    },
    text: (piece) => {
      if (!isText) return;
      text += piece;
      if (text.length > inputLimits.token) throw buildTooLarge(name, 'token');
    },
    close: (tag) => {
      if (tag === 't') isText = false;
      else if (tag === 'rPh') aidDepth -= 1;
      else if (tag === 'si') strings.add(unescapeText(text));
    },
  });
  return strings;
}

/** Replaces `_x000D_` and the like, by which workbooks write characters that XML does not allow. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

/**
 * A list of texts in one block of memory, because ten million strings would take a gigabyte.
 *
 * @throws UsageError `input_too_large` when too much is added
 */
export class TextList {
  #bytes = Buffer.alloc(INITIAL_SIZE);
  /**
   * Text i is the bytes from `#bounds[i]` to `#bounds[i + 1]`. Entries behind the end of the last text are 0, so that a
   * text that was not added is empty.
   */
  #bounds = new Uint32Array(INITIAL_SIZE);
  #count = 0;

  constructor(readonly name: string) {}

  add(text: string): void {
    if (this.#count === inputLimits.texts) throw buildTooLarge(this.name, 'texts');
    const start = this.#bounds[this.#count] ?? 0;
    const end = start + Buffer.byteLength(text);
    if (end > inputLimits.text_bytes) throw buildTooLarge(this.name, 'text_bytes');
    if (end > this.#bytes.length) {
      const larger = Math.max(end, Math.min(2 * this.#bytes.length, inputLimits.text_bytes));
      this.#bytes = Buffer.concat([this.#bytes], larger);
    }
    this.#bytes.write(text, start);
    this.#count += 1;
    if (this.#count + 1 === this.#bounds.length) {
      const bounds = new Uint32Array(2 * this.#bounds.length);
      bounds.set(this.#bounds);
      this.#bounds = bounds;
    }
    this.#bounds[this.#count] = end;
  }

  /** Returns the text at an index from 0; empty if there is none. */
  at(index: number): string {
    return this.#bytes.toString('utf8', this.#bounds[index] ?? 0, this.#bounds[index + 1] ?? 0);
  }

  isEmpty(index: number): boolean {
    return (this.#bounds[index] ?? 0) >= (this.#bounds[index + 1] ?? 0);
  }
}
