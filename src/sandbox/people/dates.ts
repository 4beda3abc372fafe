import type { Draw } from './random.js';

export const two = (value: number): string => String(value).padStart(2, '0');

/** A valid calendar day, from the first day of year `from` to the last day of year `to`. */
export function anyDay(draw: Draw, from: number, to: number) {
  const [year, month] = [draw.between(from, to), draw.between(1, 12)];
  // Day 0 is the last day of the previous month.
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { day: draw.between(1, last), month, year };
}

/** A day of `anyDay` as `YYYY-MM-DD`. */
export function anyDate(draw: Draw, from: number, to: number): string {
  const { day, month, year } = anyDay(draw, from, to);
  return `${year}-${two(month)}-${two(day)}`;
}
