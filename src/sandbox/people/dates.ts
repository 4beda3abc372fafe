import type { Draw } from './random.js';

export const two = (value: number): string => String(value).padStart(2, '0');

/** A day that the calendar has, from the first day of one year to the last of another. */
export function anyDay(draw: Draw, from: number, to: number) {
  const [year, month] = [draw.between(from, to), draw.between(1, 12)];
  // Day 0 is the last of the month before.
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { day: draw.between(1, last), month, year };
}

/** Such a day as `YYYY-MM-DD`. */
export function anyDate(draw: Draw, from: number, to: number): string {
  const { day, month, year } = anyDay(draw, from, to);
  return `${year}-${two(month)}-${two(day)}`;
}
