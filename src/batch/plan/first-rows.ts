import type { IdentifierKind } from '../../identifiers/index.js';

/** Each part grows by itself, so that there is never much free room, nor all of it twice. */
const PART_BITS = 8;
const PARTS = 1 << PART_BITS;
const FIRST_SLOTS = 16;
const FULL = 0.75;
const GROWTH = 1.5;

/**
 * The first row of each valid identifier of both kinds, 16 to 24 bytes each. A `Map` of strings takes ten times as much
 * and holds 16.7 million at most. Check digits are not stored, because they follow from the rest.
 */
export class FirstRows {
  readonly #parts = {
    cpf: Array.from({ length: PARTS }, () => new Part()),
    cnpj: Array.from({ length: PARTS }, () => new Part()),
  };

  /** Returns the first row that has an identifier: `row` itself, if no row before had it. */
  add(kind: IdentifierKind, id: string, row: number): number {
    const cut = id.length - 8;
    const high = base36(id, 0, cut);
    // Zero marks an empty slot.
    const low = base36(id, cut, id.length - 2) + 1;
    const hash = mix(high, low);
    return this.#parts[kind][hash & (PARTS - 1)]?.add(high, low, hash, row) ?? row;
  }
}

/** A hash table with open addressing. */
class Part {
  #high = new Uint32Array(FIRST_SLOTS);
  #low = new Uint32Array(FIRST_SLOTS);
  #rows = new Uint32Array(FIRST_SLOTS);
  #size = 0;

  add(high: number, low: number, hash: number, row: number): number {
    const at = this.#slotOf(high, low, hash);
    if (this.#low[at] !== 0) return this.#rows[at] ?? 0;
    this.#put(at, high, low, row);
    this.#size += 1;
    if (this.#size > this.#low.length * FULL) this.#grow();
    return row;
  }

  /** The slot that has the identifier, or the one for it. */
  #slotOf(high: number, low: number, hash: number): number {
    const { length } = this.#low;
    let at = (hash >>> PART_BITS) % length;
    while (this.#low[at] !== 0 && (this.#low[at] !== low || this.#high[at] !== high))
      at = at + 1 === length ? 0 : at + 1;
    return at;
  }

  #put(at: number, high: number, low: number, row: number): void {
    this.#high[at] = high;
    this.#low[at] = low;
    this.#rows[at] = row;
  }

  #grow(): void {
    const [highs, lows, rows] = [this.#high, this.#low, this.#rows];
    const length = Math.ceil(lows.length * GROWTH);
    this.#high = new Uint32Array(length);
    this.#low = new Uint32Array(length);
    this.#rows = new Uint32Array(length);
    for (let at = 0; at < lows.length; at += 1) {
      const [high, low] = [highs[at] ?? 0, lows[at] ?? 0];
      if (low !== 0) this.#put(this.#slotOf(high, low, mix(high, low)), high, low, rows[at] ?? 0);
    }
  }
}

/** The base-36 value of at most six characters of `0-9A-Z`: below 2^32 - 1. */
function base36(id: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i += 1) {
    const code = id.charCodeAt(i);
    value = value * 36 + (code < 58 ? code - 48 : code - 55);
  }
  return value;
}

function mix(high: number, low: number): number {
  const once = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
