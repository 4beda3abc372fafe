import { formatNumber } from './formats.js';
import type { Language } from './voice.js';

/** A count in a sentence, with the English words that agree with it. Catalogues have their own words. */
export interface Plural {
  readonly count: number;
  readonly one: string;
  readonly many: string;
  /** `#` for the number and its word, `?` for only the word. */
  readonly sign: '#' | '?';
}

/** A number with its noun: `plural(2, 'row', 'rows')` gives `2 rows`. */
export function plural(count: number, one: string, many: string): Plural {
  return { count, one, many, sign: '#' };
}

/** Another word that agrees with a count: `agree(2, 'is', 'are')` gives `are`. */
export function agree(count: number, one: string, many: string): Plural {
  return { count, one, many, sign: '?' };
}

export function isPlural(value: unknown): value is Plural {
  return typeof value === 'object' && value !== null && 'sign' in value;
}

/** The placeholder of a count in a catalogue, without its index: `#row|rows`. */
export function signed({ sign, one, many }: Plural): string {
  return `${sign}${one}|${many}`;
}

/** The formatted count: 1,234 or 1.234. */
export function countText({ count }: Plural, language: Language): string {
  return formatNumber(count, undefined, language);
}

/** A formatted number, and the word that agrees with it. */
export function inflected(
  shown: string,
  { sign, one, many }: Omit<Plural, 'count'>,
  language: Language,
): string {
  const word = isSingular(shown, language) ? one : many;
  return sign === '#' ? `${shown} ${word}` : word;
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
