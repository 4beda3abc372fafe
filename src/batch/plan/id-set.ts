import type { IdentifierKind } from '../../identifiers/index.js';
import { CpfSet } from './cpf-set.js';

/** Slots of an empty set; always a power of two. */
const FIRST_SLOTS = 1 << 16;
const FULL = 0.6;

/**
 * A set of valid identifiers of one kind, 8 to 16 bytes each. A `Set` of strings takes ten times as much
 * and holds 16.7 million at most. Check digits are not stored, because they follow from the rest.
 */
export class IdSet {
  #high = new Uint32Array(FIRST_SLOTS);
  #low = new Uint32Array(FIRST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns false if the identifier was in the set already. */
  add(id: string): boolean {
    const cut = id.length - 8;
    const high = base36(id, 0, cut);
    // Zero marks an empty slot.
    const low = base36(id, cut, id.length - 2) + 1;
    if (!this.#put(high, low)) return false;
    this.#size += 1;
    if (this.#size > this.#low.length * FULL) this.#grow();
    return true;
  }

  #put(high: number, low: number): boolean {
    const mask = this.#low.length - 1;
    let at = mix(high, low) & mask;
    for (; this.#low[at] !== 0; at = (at + 1) & mask) {
      if (this.#low[at] === low && this.#high[at] === high) return false;
    }
    this.#high[at] = high;
    this.#low[at] = low;
    return true;
  }

  #grow(): void {
    const [high, low] = [this.#high, this.#low];
    this.#high = new Uint32Array(high.length * 2);
    this.#low = new Uint32Array(low.length * 2);
    low.forEach((value, at) => {
      if (value !== 0) this.#put(high[at] ?? 0, value);
    });
  }
}

/** A set of valid identifiers of both kinds. Without check digits, a CPF and a CNPJ may be equal. */
export class KindSets {
  readonly #sets = { cpf: new CpfSet(), cnpj: new IdSet() };

  /** Returns false if the identifier was in the set already. */
  add(kind: IdentifierKind, id: string): boolean {
    return this.#sets[kind].add(id);
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
  const mixed = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
