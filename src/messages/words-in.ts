import { visible } from '../foreign-text.js';
import type { Language } from './language.js';
import { numberIn, secondIn } from './numbers.js';

/**
 * What the messages of a language are written with: s`${file} has ${plural(rows, 'row', 'rows')}.` A count that is a
 * text is a number that its caller has formatted.
 */
export interface MessageWords {
  /** A message; what is filled in is made visible, because it may come from a file or from the service. */
  readonly s: (parts: TemplateStringsArray, ...values: readonly (string | number)[]) => string;
  /** A number with its noun: `plural(2, 'row', 'rows')` gives `2 rows`. */
  readonly plural: (count: number | string, one: string, many: string) => string;
  /** Another word that agrees with a count: `agree(2, 'is', 'are')` gives `are`. */
  readonly agree: (count: number | string, one: string, many: string) => string;
  /** A number alone: `1,234`. */
  readonly number: (count: number) => string;
  /** The day and the time of epoch ms, local. */
  readonly second: (at: number) => string;
}

export function wordsIn(language: Language): MessageWords {
  const shown = (count: number | string): string =>
    typeof count === 'number' ? numberIn(language, count) : count;
  const word = (count: string, one: string, many: string): string =>
    isSingular(count, language) ? one : many;
  return {
    s: (parts, ...values) =>
      String.raw({ raw: parts }, ...values.map((value) => visible(String(value)))),
    plural: (count, one, many) => `${shown(count)} ${word(shown(count), one, many)}`,
    agree: (count, one, many) => word(shown(count), one, many),
    number: shown,
    second: (at) => secondIn(language, at),
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
