/** Returns a 32-bit hash of seed and texts, the same on every machine (FNV-1a with a finaliser). */
export function hash(seed: number, ...parts: readonly string[]): number {
  const text = parts.join('\u0000');
  let value = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return mixBits(value);
}

function mixBits(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A pseudo-random number generator: the same start gives the same numbers (mulberry32). */
export class Draw {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<const T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.between(0, 9)).join('');
  }
}

/** Shuffles the items (Fisher–Yates). The result differs from the given order if another order exists. */
export function shuffle(items: readonly string[], draw: Draw): string[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = draw.between(0, at);
    [mixed[at], mixed[other]] = [mixed[other] ?? '', mixed[at] ?? ''];
  }
  return mixed.every((item, at) => item === items[at]) ? mixed.reverse() : mixed;
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0');

export function drawDay(draw: Draw, firstYear: number, lastYear: number) {
  const [year, month] = [draw.between(firstYear, lastYear), draw.between(1, 12)];
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { day: draw.between(1, daysInMonth), month, year };
}

export function drawDate(draw: Draw, firstYear: number, lastYear: number): string {
  const { day, month, year } = drawDay(draw, firstYear, lastYear);
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}
