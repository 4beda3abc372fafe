import { formatNumber } from './numbers.js';
import type { Language } from './voice.js';

/** A count in a sentence, with the English words that agree with it; a catalogue has its own words. */
export interface Plural {
  readonly count: number;
  readonly one: string;
  readonly many: string;
  /** `#` for the number and its word, `?` for the word alone. */
  readonly sign: '#' | '?';
}

/** The number and its noun: `plural(2, 'row', 'rows')` reads `2 rows`. */
export function plural(count: number, one: string, many: string): Plural {
  return { count, one, many, sign: '#' };
}

/** A further word that agrees with a count: `agree(2, 'is', 'are')` reads `are`. */
export function agree(count: number, one: string, many: string): Plural {
  return { count, one, many, sign: '?' };
}

export function isPlural(value: unknown): value is Plural {
  return typeof value === 'object' && value !== null && 'sign' in value;
}

/** How a catalogue writes the place of a count after its index: `#row|rows`. */
export function signed({ sign, one, many }: Plural): string {
  return `${sign}${one}|${many}`;
}

/** The count as it is written, 1,234 or 1.234. */
export function countText({ count }: Plural, language: Language): string {
  return formatNumber(count, undefined, language);
}

/** A number that is written already, and the word that agrees with it. */
export function inflected(
  shown: string,
  { sign, one, many }: Omit<Plural, 'count'>,
  language: Language,
): string {
  const word = isSingular(shown, language) ? one : many;
  return sign === '#' ? `${shown} ${word}` : word;
}

/**
 * What is written decides, so that a number and its word never disagree. English has the singular for 1 alone,
 * Portuguese for 1,5 too; 0 is plural in both.
 *
 * Not Intl.PluralRules: it has the singular for 0 in Portuguese (`0 linha`), which nobody writes, and its first
 * object takes longer than all sentences of a command.
 */
function isSingular(shown: string, language: Language): boolean {
  return language === 'pt-BR' ? /^-?1(,\d+)?$/.test(shown) : /^-?1$/.test(shown);
}
