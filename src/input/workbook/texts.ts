import { inputLimits } from '../../limits.js';
import { tooLarge } from '../unpacked.js';
import { readXml, type Part } from './xml.js';

/** Bytes of a block of text. */
const BLOCK = 2 ** 22;
/** Texts in a block of ends. */
const ENDS = 2 ** 18;

/** The texts that cells refer to by index, without pronunciation aids (`rPh`). */
export async function readStrings(part: Part, name: string): Promise<TextList> {
  const strings = new TextList(name);
  let [text, isText, aids] = ['', false, 0];
  await readXml(part, name, {
    open: (tag) => {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') aids += 1;
      else if (tag === 't') isText = aids === 0;
    },
    text: (more) => {
      if (!isText) return;
      text += more;
      if (text.length > inputLimits.token) throw tooLarge(name, 'token');
    },
    close: (tag) => {
      if (tag === 't') isText = false;
      else if (tag === 'rPh') aids -= 1;
      else if (tag === 'si') strings.add(unescaped(text));
    },
  });
  return strings;
}

/** Workbooks write characters that XML does not allow as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

/** In few blocks: as strings, ten million would take a gigabyte. @throws UsageError `input_too_large` when too much is added */
export class TextList {
  readonly #blocks: Buffer[] = [];
  /** Where each text ends, in bytes from the first block on. */
  readonly #ends: Uint32Array[] = [];
  #count = 0;
  #bytes = 0;

  constructor(readonly name: string) {}

  add(text: string): void {
    if (this.#count === inputLimits.texts) throw tooLarge(this.name, 'texts');
    if (text !== '') this.#write(Buffer.from(text, 'utf8'));
    if (this.#count % ENDS === 0) this.#ends.push(new Uint32Array(ENDS));
    const ends = this.#ends.at(-1);
    if (ends !== undefined) ends[this.#count % ENDS] = this.#bytes;
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
