import { t } from './current.js';
import { numberIn } from './numbers.js';

/** A number in the language of the process, or in another: `1,234.5`. */
export function formatNumber(
  value: number,
  fractionDigits?: number,
  language = t.language,
): string {
  return numberIn(language, value, fractionDigits);
}

/** Formats epoch ms as a day in UTC: `2026-03-01`, or `01/03/2026` in Portuguese. */
export function formatDay(at: number): string {
  const [year = '', month = '', day = ''] = new Date(at).toISOString().slice(0, 10).split('-');
  return t.language === 'pt-BR' ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
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
  const local = at - new Date(at).getTimezoneOffset() * 60_000;
  return `${formatDay(local)} ${new Date(local).toISOString().slice(11, 19)}`;
}
