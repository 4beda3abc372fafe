import { inputLimits } from '../../limits.js';
import { tooLarge } from '../bytes/unpack-limits.js';

/** Bytes of a block of text. */
const BLOCK = 2 ** 22;
/** Texts in a block of ends. */
const ENDS = 2 ** 18;

/** Whether a text may look like a number, a date or a boolean. */
export function mayBeValue(text: string): boolean {
  return /\d/.test(text) || text === 'TRUE' || text === 'FALSE';
}

/**
 * A list of texts as bytes in few blocks: as strings, ten million of them would take a gigabyte.
 * @throws UsageError `input_too_large` when too much is added
 */
export class TextList {
  readonly #blocks: Buffer[] = [];
  /** Where each text ends, in bytes from the beginning of the first block. */
  readonly #ends: Uint32Array[] = [];
  /** 1 for each text that may look like a number, a date or a boolean. */
  readonly #values: Uint8Array[] = [];
  #count = 0;
  #bytes = 0;

  /** `name`: what people call the workbook. */
  constructor(readonly name: string) {}

  add(text: string): void {
    if (this.#count === inputLimits.texts) throw tooLarge(this.name, 'texts');
    if (text !== '') this.#write(Buffer.from(text, 'utf8'));
    if (this.#count % ENDS === 0) {
      this.#ends.push(new Uint32Array(ENDS));
      this.#values.push(new Uint8Array(ENDS));
    }
    const [ends, values] = [this.#ends.at(-1), this.#values.at(-1)];
    if (ends !== undefined) ends[this.#count % ENDS] = this.#bytes;
    if (values !== undefined) values[this.#count % ENDS] = Number(mayBeValue(text));
    this.#count += 1;
  }

  /** The text at an index from 0; empty if there is none. */
  at(index: number): string {
    const [from, to] = this.#range(index);
    if (from === to) return '';
    const [first, last] = [Math.floor(from / BLOCK), Math.floor((to - 1) / BLOCK)];
    const blocks = this.#blocks.slice(first, last + 1);
    const bytes = blocks.length === 1 ? blocks[0] : Buffer.concat(blocks);
    return bytes?.toString('utf8', from - first * BLOCK, to - first * BLOCK) ?? '';
  }

  isEmpty(index: number): boolean {
    const [from, to] = this.#range(index);
    return from === to;
  }

  /** As `mayBeValue`, without making the text. */
  mayBeValue(index: number): boolean {
    return this.#values[Math.floor(index / ENDS)]?.[index % ENDS] === 1;
  }

  #range(index: number): [from: number, to: number] {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return [0, 0];
    return [index === 0 ? 0 : this.#end(index - 1), this.#end(index)];
  }

  #end(index: number): number {
    return this.#ends[Math.floor(index / ENDS)]?.[index % ENDS] ?? 0;
  }

  #write(bytes: Buffer): void {
    if (this.#bytes + bytes.length > inputLimits.text_bytes)
      throw tooLarge(this.name, 'text_bytes');
    for (let from = 0; from < bytes.length;) {
      const at = this.#bytes % BLOCK;
      if (at === 0) this.#blocks.push(Buffer.alloc(BLOCK));
      const copied = bytes.copy(this.#blocks.at(-1) ?? bytes, at, from);
      from += copied;
      this.#bytes += copied;
    }
  }
}
