/** CPFs without check digits are below a billion; a bucket holds 65,536 of them. */
const BUCKETS = Math.ceil(1e9 / 0x10000);
/** A bucket with more entries becomes a bitmap of 8 KB. */
const MOST = 4_096;
const FIRST = 4;

/**
 * A set of CPFs without their check digits, which follow from the other nine: 2 to 3 bytes each, and 125
 * MB for all that exist. The leading part of the number selects a bucket, which holds the rest in sorted
 * order.
 */
export class CpfSet {
  readonly #buckets: (Uint16Array | undefined)[] = Array.from({ length: BUCKETS });
  readonly #counts = new Uint16Array(BUCKETS);

  /** Returns false if the CPF was in the set already. `cpf`: 11 digits. */
  add(cpf: string): boolean {
    const number = digits(cpf);
    const index = number >>> 16;
    const value = number & 0xffff;
    const bucket = (this.#buckets[index] ??= new Uint16Array(FIRST));
    const count = this.#counts[index] ?? 0;
    if (count > MOST) return addBit(bucket, value);
    const at = place(bucket, count, value);
    if (at < count && bucket[at] === value) return false;
    this.#counts[index] = count + 1;
    this.#buckets[index] = inserted(bucket, count, at, value);
    return true;
  }
}

/** The index of `value` among the first `count` entries, or where to insert it. */
function place(bucket: Uint16Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bucket[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function inserted(bucket: Uint16Array, count: number, at: number, value: number): Uint16Array {
  if (count === MOST) return asBits(bucket, value);
  const room = count < bucket.length ? bucket : grown(bucket);
  room.copyWithin(at + 1, at, count);
  room[at] = value;
  return room;
}

function grown(bucket: Uint16Array): Uint16Array {
  const larger = new Uint16Array(Math.min(MOST, Math.ceil(bucket.length * 1.5)));
  larger.set(bucket);
  return larger;
}

function asBits(bucket: Uint16Array, value: number): Uint16Array {
  const bits = new Uint16Array(0x10000 / 16);
  for (const each of bucket) addBit(bits, each);
  addBit(bits, value);
  return bits;
}

function addBit(bits: Uint16Array, value: number): boolean {
  const at = value >>> 4;
  const bit = 1 << (value & 15);
  const old = bits[at] ?? 0;
  bits[at] = old | bit;
  return (old & bit) === 0;
}

/** The first nine digits as a number. */
function digits(cpf: string): number {
  let number = 0;
  for (let i = 0; i < 9; i += 1) number = number * 10 + cpf.charCodeAt(i) - 48;
  return number;
}
