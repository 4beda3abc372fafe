import type { IdentifierKind } from '../identifiers/index.js';

/** The table is divided into parts that grow one by one: little memory is unused, and no step copies all of it. */
const PART_BITS = 8;
const PART_COUNT = 1 << PART_BITS;
const HASHES_PER_PART = 2 ** (32 - PART_BITS);
const FIRST_SLOTS = 16;
const MAX_FILLED_SHARE = 0.85;
const GROWTH_FACTOR = 1.4;

/**
 * Remembers the first row of each identifier in at most 20 bytes; a `Map` of strings takes ten times as many. Check
 * digits are not stored, because they follow from the rest.
 */
export class FirstRows {
  readonly #parts: Readonly<Record<IdentifierKind, readonly HashTable[]>> = {
    cpf: Array.from({ length: PART_COUNT }, () => new HashTable(false)),
    cnpj: Array.from({ length: PART_COUNT }, () => new HashTable(true)),
  };

  /** Returns the first row with the identifier: `row` itself if there was none before. */
  add(kind: IdentifierKind, id: string, row: number): number {
    const end = id.length - 2;
    // Nine digits fit into one number, twelve characters into two. Zero marks an empty slot, hence the + 1.
    const split = kind === 'cpf' ? 0 : end - 6;
    const high = parseCharacters(id, 0, split, 36);
    const low = parseCharacters(id, split, end, kind === 'cpf' ? 10 : 36) + 1;
    const hash = computeHash(high, low);
    return this.#parts[kind][hash & (PART_COUNT - 1)]?.add(high, low, hash, row) ?? row;
  }
}

/** A hash table with open addressing. A slot has a low number, for a CNPJ a high one, and the row. */
class HashTable {
  readonly #hasHigh: boolean;
  readonly #slotWidth: number;
  #slotCount = FIRST_SLOTS;
  #slots: Uint32Array;
  #filledSlots = 0;

  constructor(hasHigh: boolean) {
    this.#hasHigh = hasHigh;
    this.#slotWidth = hasHigh ? 3 : 2;
    this.#slots = new Uint32Array(FIRST_SLOTS * this.#slotWidth);
  }

  add(high: number, low: number, hash: number, row: number): number {
    const at = this.#findSlot(high, low, hash);
    const rowAt = at + this.#slotWidth - 1;
    if (this.#slots[at] !== 0) return this.#slots[rowAt] ?? 0;
    this.#slots[at] = low;
    if (this.#hasHigh) this.#slots[at + 1] = high;
    this.#slots[rowAt] = row;
    this.#filledSlots += 1;
    if (this.#filledSlots > this.#slotCount * MAX_FILLED_SHARE) this.#grow();
    return row;
  }

  #findSlot(high: number, low: number, hash: number): number {
    const [slots, width, hasHigh] = [this.#slots, this.#slotWidth, this.#hasHigh];
    // The leading bits are taken as a fraction of all slots, because the remainder of a division takes longer.
    let at = Math.trunc(((hash >>> PART_BITS) / HASHES_PER_PART) * this.#slotCount) * width;
    while (slots[at] !== 0 && (slots[at] !== low || (hasHigh && slots[at + 1] !== high))) {
      at += width;
      if (at === slots.length) at = 0;
    }
    return at;
  }

  #grow(): void {
    const [before, width] = [this.#slots, this.#slotWidth];
    this.#slotCount = Math.ceil(this.#slotCount * GROWTH_FACTOR);
    this.#slots = new Uint32Array(this.#slotCount * width);
    for (let from = 0; from < before.length; from += width) {
      const low = before[from] ?? 0;
      if (low === 0) continue;
      const high = this.#hasHigh ? (before[from + 1] ?? 0) : 0;
      const at = this.#findSlot(high, low, computeHash(high, low));
      for (let n = 0; n < width; n += 1) this.#slots[at + n] = before[from + n] ?? 0;
    }
  }
}

/** Returns the value of at most six characters of `0-9A-Z`, or nine digits: less than 2^32 - 1. */
function parseCharacters(id: string, from: number, to: number, base: number): number {
  let value = 0;
  for (let i = from; i < to; i += 1) {
    const code = id.charCodeAt(i);
    value = value * base + (code < 58 ? code - 48 : code - 55);
  }
  return value;
}

function computeHash(high: number, low: number): number {
  const once = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
