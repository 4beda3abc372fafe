import type { ListedColumn, ListedSheet } from '../base/facts.js';
import { visible } from '../base/foreign-text.js';
import type { IdentifierKind } from '../identifiers/types.js';

export type Language = 'en' | 'pt-BR';

/** A number, or one that is formatted already. */
export type Count = number | string;

export type MessageWords = ReturnType<typeof wordsIn>;

/** A message; what is filled in is made visible, because it may come from a file or from the service. */
export function s(parts: TemplateStringsArray, ...values: readonly Count[]): string {
  return String.raw({ raw: parts }, ...values.map((value) => visible(String(value))));
}

/** The words of a language that depend on numbers. */
export function wordsIn(language: Language) {
  const number = (count: Count): string =>
    typeof count === 'number' ? numberIn(language, count) : count;
  /** A word that agrees with a count: `agree(2, 'is', 'are')` gives `are`. */
  const agree = (count: Count, one: string, many: string): string =>
    isSingular(number(count), language) ? one : many;
  return {
    number,
    agree,
    /** `2,000 rows`. */
    plural: (count: Count, one: string, many: string): string =>
      `${number(count)} ${agree(count, one, many)}`,
    /** The day and the time of epoch ms, local. */
    second: (at: number): string => secondIn(language, at),
  };
}

/**
 * Decides by the formatted number, so that a number and its word always agree. In English only 1 is
 * singular, in Portuguese also 1,5; 0 is plural in both.
 *
 * Intl.PluralRules is not used: it makes 0 singular in Portuguese (`0 linha`), which is not idiomatic,
 * and its first object takes longer than all sentences of a command.
 */
function isSingular(shown: string, language: Language): boolean {
  return language === 'pt-BR' ? /^-?1(,\d+)?$/.test(shown) : /^-?1$/.test(shown);
}

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

/** Ms as `18 s`, `2 min 5 s`, `1 h 3 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** Rounded down, so that 100% means all. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}

export function sizeOf(bytes: number): string {
  return bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GB` : `${bytes / 2 ** 20} MB`;
}

/** `1 "Clientes", 2 "Notas"`. */
export function sheetList(sheets: readonly ListedSheet[]): string {
  return sheets.map(({ number, name }) => `${number} ${name}`).join(', ');
}

/** `1+2+3`: the value that joins the parts of an identifier. */
export function joinedOption(parts: readonly ListedColumn[]): string {
  return argument(parts.map(({ option }) => option).join('+'));
}

/** A value as it is typed in a shell. */
export function argument(value: string): string {
  return /^[\w+./-]+$/.test(value) ? value : `"${value}"`;
}

export function extensions(known: readonly string[]): string {
  return known.map((each) => `.${each}`).join(', ');
}

export function upper(kind: IdentifierKind): string {
  return kind.toUpperCase();
}

/** Ends the words of others, also in quotes, as a sentence. The service's often have no full stop. */
export function fullStop(said = ''): string {
  return /[.!?…]"?$/.test(said) ? '' : '.';
}

/** The option that names the fields of this. */
export const FIELDS_OF = {
  comparison: '--only',
  result: '--fields',
  lookup: '--fields',
} as const;

/** What the lines of a text can have too much of. The other limits are of what a file unpacks to. */
export const LINE_LIMITS: ReadonlySet<string> = new Set(['line', 'record', 'blank_lines']);
