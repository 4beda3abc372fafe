import type { ListedColumn, ListedSheet } from '../base/facts.js';
import { removeInvisible } from '../base/foreign-text.js';
import type { IdentifierKind } from '../identifiers/types.js';

export type Language = 'en' | 'pt-BR';

/** A number, or a text with a number that is formatted already. */
export type Count = number | string;

/** A text, or a number, that a message shows as it is. */
type Value = number | string;

/** The functions of one language that depend on numbers. */
export type MessageWords = ReturnType<typeof createWords>;

/**
 * Fills values into the template of a message, as a tag. The values may come from a file or from the service, so
 * control characters in them become blanks, and misleading ones are removed.
 */
export function s(parts: TemplateStringsArray, ...values: readonly Value[]): string {
  return String.raw({ raw: parts }, ...values.map((value) => removeInvisible(String(value))));
}

/** Returns the functions of a language that depend on numbers. */
export function createWords(language: Language) {
  const number = (count: Count): string =>
    typeof count === 'number' ? formatNumberIn(language, count) : count;
  /** Returns the word that agrees with a count: `agree(2, 'is', 'are')` gives `are`. */
  const agree = (count: Count, one: string, many: string): string =>
    isSingular(number(count), language) ? one : many;
  return {
    number,
    agree,
    /** Returns a count with its noun: `2,000 rows`. */
    plural: (count: Count, one: string, many: string): string =>
      `${number(count)} ${agree(count, one, many)}`,
    /** Formats epoch ms as the day and `HH:MM:SS`, in local time. */
    formatSecond: (at: number): string => formatSecondIn(language, at),
  };
}

/**
 * Returns whether a formatted number takes the singular: only 1 in English, also 1,5 in Portuguese; 0 is plural in
 * both. The formatted number decides, so that the word agrees with what the reader sees.
 *
 * Intl.PluralRules does not serve: it makes 0 singular in Portuguese (`0 linha`), which is not idiomatic, and its first
 * object takes longer than all sentences of a command.
 */
function isSingular(shown: string, language: Language): boolean {
  return language === 'pt-BR' ? /^-?1(,\d+)?$/.test(shown) : /^-?1$/.test(shown);
}

const FRACTION_DIGITS = 3;

/** Formats a number as `1,234.5`, or `1.234,5` in Portuguese, with at most `fractionDigits` decimals. */
export function formatNumberIn(
  language: Language,
  value: number,
  fractionDigits = FRACTION_DIGITS,
): string {
  // Intl.NumberFormat would delay every command, because its first object takes 20 ms.
  const [whole = '', fraction = ''] = value.toFixed(fractionDigits).split('.');
  const [separator, point] = language === 'pt-BR' ? ['.', ','] : [',', '.'];
  const decimals = fraction.replace(/(?<!0)0+$/, '');
  return (
    whole.replace(/\B(?=(\d{3}){1,9}$)/g, separator) +
    (decimals === '' ? '' : `${point}${decimals}`)
  );
}

/**
 * Returns the money for credits: `R$12.50`, or `R$ 12,50` in Portuguese; nothing without a price (R$ of one credit)
 * or without credits. Less than ten centavos has two digits that are not zero: `R$0.0031`.
 */
export function formatMoneyIn(language: Language, credits: number, price?: number): string {
  if (price === undefined || credits === 0) return '';
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'BRL',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    minimumSignificantDigits: 2,
    maximumSignificantDigits: 2,
    roundingPriority: 'morePrecision',
  });
  // A common blank replaces the no-break space, which a search in a terminal or an editor would not find.
  return format.format(credits * price).replaceAll('\u00a0', ' ');
}

/** Returns `part` of `whole` in tenths of a percent, rounded half up, as a calculator does. `whole` is above 0. */
export function tenthsOfPercent(part: number, whole: number): number {
  return Math.floor((2000 * part + whole) / (2 * whole));
}

/** Formats epoch ms as a day in UTC: `2026-03-01`, or `01/03/2026` in Portuguese. */
export function formatDayIn(language: Language, at: number): string {
  const [year = '', month = '', day = ''] = new Date(at).toISOString().slice(0, 10).split('-');
  return language === 'pt-BR' ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
}

/** Formats epoch ms as the day and `HH:MM:SS`, in local time. */
export function formatSecondIn(language: Language, at: number): string {
  const local = at - new Date(at).getTimezoneOffset() * 60_000;
  return `${formatDayIn(language, local)} ${new Date(local).toISOString().slice(11, 19)}`;
}

/**
 * Formats epoch ms in at most 11 columns: the day and `HH:MM` in the year of `now`, or the day alone in another year.
 */
export function formatMomentIn(language: Language, at: number, now: number): string {
  const [day = '', time = ''] = formatSecondIn(language, at).split(' ');
  const isPortuguese = language === 'pt-BR';
  const readYear = (text: string) => (isPortuguese ? text.slice(6, 10) : text.slice(0, 4));
  if (readYear(day) !== readYear(formatSecondIn(language, now))) return day;
  return `${isPortuguese ? day.slice(0, 5) : day.slice(5)} ${time.slice(0, 5)}`;
}

/** Formats ms as `18 s`, `2 min 5 s` or `1 h 3 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** Formats a share (0 to 1) as a whole percentage, rounded down, so that 100% means all. */
export function formatPercent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}

/** Formats a limit of bytes, a power of two, in MB or GB. */
export function formatSize(bytes: number): string {
  return bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GB` : `${bytes / 2 ** 20} MB`;
}

/** Lists sheets as `1 "Clientes", 2 "Notas"`. */
export function listSheets(sheets: readonly ListedSheet[]): string {
  return sheets.map(({ number, name }) => `${number} ${name}`).join(', ');
}

/** Returns the value of `--column` that joins the parts of an identifier: `1+2+3`. */
export function joinColumns(parts: readonly ListedColumn[]): string {
  return quoteArgument(parts.map(({ option }) => option).join('+'));
}

/** Puts a value in double quotes where a shell needs them. */
export function quoteArgument(value: string): string {
  return /^[\w+./-]+$/.test(value) ? value : `"${value}"`;
}

/** Writes choices below their title, one a line. */
export function listChoices(title: string, choices: readonly string[]): string {
  return [title, ...choices].join('\n  ');
}

/** Returns a sentence with its choices on one line, as programs get it. */
export function onOneLine(sentence: string): string {
  const [title = '', ...choices] = sentence.split(/\n +/);
  return choices.length === 0 ? title : `${title} ${choices.join('; ')}.`;
}

export function listExtensions(known: readonly string[]): string {
  return known.map((each) => `.${each}`).join(', ');
}

export function upperKind(kind: IdentifierKind): string {
  return kind.toUpperCase();
}

/**
 * Returns the full stop that a text of the service lacks, or nothing; a text in quotes may have the full stop inside.
 */
export function missingFullStop(text = ''): string {
  return /[.!?…]"?$/.test(text) ? '' : '.';
}

/**
 * The option that names the fields, by the fact `of` of the error `unknown_field`. `comparison` is `confere diff`,
 * whose fields `--only` names; `match` is the comparison of a result's rows, by `--compare`.
 */
export const FIELD_OPTIONS = {
  comparison: '--only',
  result: '--fields',
  lookup: '--fields',
  match: '--compare',
} as const;

/** The limits on the lines of a text. */
export const LINE_LIMITS: ReadonlySet<string> = new Set(['line', 'record', 'blank_lines']);
