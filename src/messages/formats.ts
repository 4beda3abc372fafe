import { t } from './current.js';
import { dayIn, numberIn, secondIn } from './numbers.js';

/** A number in the language of the process, or in another: `1,234.5`. */
export function formatNumber(
  value: number,
  fractionDigits?: number,
  language = t.language,
): string {
  return numberIn(language, value, fractionDigits);
}

/** Formats epoch ms as a day in UTC. */
export function formatDay(at: number): string {
  return dayIn(t.language, at);
}

/** The day and `HH:MM`, local, as people read a clock. */
export function formatMinute(at: number): string {
  return formatSecond(at).slice(0, -3);
}

/** `HH:MM:SS`, local. */
export function formatTime(at: number): string {
  return formatSecond(at).slice(-8);
}

/** The day and `HH:MM:SS`, local. */
export function formatSecond(at: number): string {
  return secondIn(t.language, at);
}
