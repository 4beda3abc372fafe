import { visible } from '../foreign-text.js';
import { countText, inflected, isPlural, signed, type Plural } from './plural.js';
import { spoken, type Voice } from './voice.js';

type Value = string | number | Plural;
type Sentence = (parts: TemplateStringsArray, ...values: readonly Value[]) => string;

export interface Say extends Sentence {
  /**
   * Like `say`, for words whose translation depends on the noun. The context is one word:
   * say.about('rows')`invalid`.
   */
  about(context: string): Sentence;
}

/**
 * A sentence for people, written in English in the code; what is filled in is made visible, because it may come
 * from a file or from the service: say`${file} has ${plural(rows, 'row',
 * 'rows')}.` Another language uses the sentence of its catalogue; a missing one stays English.
 */
export const say = createSay(spoken);

/** The same in the given voice, independent of the process's language. */
export function sayIn(voice: Voice): Say {
  return createSay(() => voice);
}

function createSay(voiceNow: () => Voice): Say {
  const about =
    (context?: string): Sentence =>
    (parts, ...values) =>
      sentence(voiceNow(), parts, values, context);
  return Object.assign(about(), { about });
}

function sentence(
  { language, catalogue }: Voice,
  parts: readonly string[],
  values: readonly Value[],
  context: string | undefined,
): string {
  const written = values.map((one) =>
    isPlural(one) ? countText(one, language) : visible(String(one)),
  );
  const translated = language === 'en' ? undefined : catalogue[keyFor(parts, values, context)];
  if (translated !== undefined) return filled(translated, written, language);
  const shown = values.map((one, at) =>
    isPlural(one) ? inflected(written[at] ?? '', one, 'en') : (written[at] ?? ''),
  );
  return String.raw({ raw: parts }, ...shown);
}

/** `{0}`, `{0#row|rows}` for the number and its word, `{0?is|are}` for only the word. */
const PLACE = /\{(\d+)(?:([#?])([^|{}]*)\|([^|{}]*))?\}/g;

function filled(text: string, written: readonly string[], language: Voice['language']): string {
  return text.replace(PLACE, (...match: readonly string[]) => {
    const [, index, sign, one = '', many = ''] = match;
    const shown = written[Number(index)] ?? '';
    const isCount = sign === '#' || sign === '?';
    return isCount ? inflected(shown, { sign, one, many }, language) : shown;
  });
}

function keyFor(parts: readonly string[], values: readonly Value[], context?: string): string {
  const signs = values.map((value) => (isPlural(value) ? signed(value) : ''));
  return keyOf(parts, signs, context);
}

/**
 * The key of a sentence in catalogues: `{0} has {1#row|rows}.`, or `[rows] invalid` with the context
 * `rows`.
 */
export function keyOf(
  parts: readonly string[],
  signs: readonly string[] = [],
  context?: string,
): string {
  const text = parts.reduce(
    (key, part, index) => `${key}{${index - 1}${signs[index - 1] ?? ''}}${part}`,
  );
  return context === undefined ? text : `[${context}] ${text}`;
}
