import { maskIdentifiers } from '../identifiers/index.js';
import { configSentences } from '../sentences/config.js';
import { placeName } from '../sentences/places.js';
import type { ConfereError, Sentences } from '../errors.js';

/** What the library says: the facts of the command line's sentences, in the words of its own options. */
const sentences = {
  ...configSentences,
  no_api_key: (facts) =>
    'place' in facts
      ? `${placeName(facts.place)} is empty.`
      : 'This needs the service; open the ledger with an apiKey.',
} satisfies Partial<Sentences>;

/** The sentence of an error for programmers; codes that no function of the library meets have none. */
export function librarySentence({ code, facts, message }: ConfereError): string {
  const known: Readonly<Record<string, unknown>> = sentences;
  const sentence = known[code] as ((facts: unknown) => string) | undefined;
  if ((facts as object | undefined) === undefined || sentence === undefined) return message;
  return maskIdentifiers(sentence(facts));
}
