import { t } from '../../messages/index.js';

/**
 * `--column <name|index|a+b>` and `[batch]` with placeholders in the reader's language; `n`, `ms`, `id`, `url` and names
 * of ours are the same in every language.
 */
export function placeholders(term: string): string {
  const words: Readonly<Record<string, string>> = t.placeholders;
  return term.replaceAll(/<[^<>]*>|\[[^[\]]*\]/g, (place) =>
    place.replaceAll(/[a-z]+/gi, (word) => words[word] ?? word),
  );
}
