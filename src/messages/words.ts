import type { ListedColumn, ListedSheet } from '../base/facts.js';
import type { NumberName } from './fact-names.js';
import type { IdentifierKind } from '../identifiers/types.js';
import { visible } from '../base/foreign-text.js';
import type { Language } from './index.js';

export type MessageWords = ReturnType<typeof wordsIn>;

/** What is told of a number, or in m`…` of the fact of this name. */
type Counted<C> = C extends string
  ? (facts: { readonly [K in C]: K extends NumberName ? number : number | string }) => string
  : string;

/** What the messages of a language are written with. In `plural` and `number` a text is a number that is formatted already. */
export function wordsIn(language: Language) {
  const number = (count: number | string): string =>
    typeof count === 'number' ? numberIn(language, count) : count;
  const word = (count: number | string, one: string, many: string): string =>
    isSingular(number(count), language) ? one : many;
  const plural = (count: number | string, one: string, many: string): string =>
    `${number(count)} ${word(count, one, many)}`;
  const counted =
    (tell: (count: number | string) => string) =>
    <C extends number | string>(count: C) => {
      const told = (facts: Readonly<Record<string, number | string>>) => tell(facts[count]);
      return (typeof count === 'number' ? tell(count) : told) as Counted<C>;
    };
  /** A noun that is often counted. */
  const noun = (one: string, many: string) => counted((count) => plural(count, one, many));
  /** A word that agrees with a count: `agree(2, 'is', 'are')` gives `are`. */
  const agree = <C extends number | string>(count: C, one: string, many: string) =>
    counted((each) => word(each, one, many))(count);
  return {
    /** A message; what is filled in is made visible, because it may come from a file or from the service. */
    s: (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
      String.raw({ raw: parts }, ...values.map((value) => visible(String(value)))),
    agree,
    noun,
    number,
    plural,
    /** A number with its noun: `count('rows', 'row', 'rows')`. */
    count: <N extends string>(name: N, one: string, many: string) => noun(one, many)(name),
    num: counted(number),
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
