import type { RequestErrors } from '../base/facts.js';
import type { Reader, Sentences } from './reader.js';
import { missingFullStop } from './words.js';

/** The facts of a request that say whether the service explained its answer. */
interface AnsweredFacts {
  readonly serviceMessage?: string;
  readonly balance?: 'unread';
}

/**
 * Returns sentences that give the service's own words in place of `sentences`. If the balance could not be read, the
 * original sentence follows, because the service's words do not say what to do about that.
 */
export function preferServiceWords(sentences: Sentences<RequestErrors>): Sentences<RequestErrors> {
  const entries = Object.entries(sentences).map(([code, sentence]) => {
    const writeOurs = sentence as (facts: AnsweredFacts, to: Reader) => string;
    const write = (facts: AnsweredFacts, to: Reader): string => {
      const serviceWords = facts.serviceMessage ? to.quoteService(facts.serviceMessage) : '';
      if (serviceWords === '') return writeOurs(facts, to);
      return facts.balance === undefined
        ? serviceWords
        : `${serviceWords}${missingFullStop(serviceWords)} ${writeOurs(facts, to)}`;
    };
    return [code, write];
  });
  return Object.fromEntries(entries) as Sentences<RequestErrors>;
}

/** Returns the end of a sentence: `words` if nothing was charged, otherwise what to do about a possible charge. */
export function unlessInDoubt(
  facts: { readonly mayHaveCharged: boolean; readonly priceAgain?: number },
  to: Reader,
  words: string,
): string {
  return facts.mayHaveCharged ? `; ${to.doubtAdvice(facts)}.` : words;
}

/** Returns whether an HTTP status redirects; 304 does not. */
export function isRedirect({ httpStatus: status = 0 }: { readonly httpStatus?: number }): boolean {
  return status >= 300 && status < 400 && status !== 304;
}
