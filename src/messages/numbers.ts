import type { Language } from './language.js';

const FRACTION_DIGITS = 3;

/** `1,234.5`, or `1.234,5` in Portuguese, with at most `fractionDigits` decimals. */
export function numberIn(
  language: Language,
  value: number,
  fractionDigits = FRACTION_DIGITS,
): string {
  // Avoids Intl.NumberFormat, whose first object takes 20 ms.
  const [whole = '', fraction = ''] = value.toFixed(fractionDigits).split('.');
  const [group, point] = language === 'pt-BR' ? ['.', ','] : [',', '.'];
  const shown = fraction.replace(/(?<!0)0+$/, '');
  return whole.replace(/\B(?=(\d{3}){1,9}$)/g, group) + (shown === '' ? '' : `${point}${shown}`);
}

/** `part` of `whole` in tenths of a percent, rounded half up, as a calculator does. `whole` is above 0. */
export function tenthsOfPercent(part: number, whole: number): number {
  return Math.floor((2000 * part + whole) / (2 * whole));
}

/** Formats epoch ms as a day in UTC: `2026-03-01`, or `01/03/2026` in Portuguese. */
export function dayIn(language: Language, at: number): string {
  const [year = '', month = '', day = ''] = new Date(at).toISOString().slice(0, 10).split('-');
  return language === 'pt-BR' ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
}

/** The day and `HH:MM:SS`, local. */
export function secondIn(language: Language, at: number): string {
  const local = at - new Date(at).getTimezoneOffset() * 60_000;
  return `${dayIn(language, local)} ${new Date(local).toISOString().slice(11, 19)}`;
}
