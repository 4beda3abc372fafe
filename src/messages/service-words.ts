import type { RequestErrors } from '../base/facts.js';
import type { Reader, Sentences } from './reader.js';
import { missingFullStop } from './words.js';

/** The facts of a request that say whether the service explained its answer. */
interface AnsweredFacts {
  readonly serviceMessage?: string;
  readonly balance?: 'unread';
}

/**
 * Returns sentences that give the service's own words instead of ours. Where the balance could not be read, ours
 * follow, because the service's words do not say what to do about that.
 */
export function preferServiceWords(ours: Sentences<RequestErrors>): Sentences<RequestErrors> {
  const all = Object.entries(ours).map(([code, sentence]) => {
    const ourSentence = sentence as (facts: AnsweredFacts, to: Reader) => string;
    const write = (facts: AnsweredFacts, to: Reader): string => {
      const serviceWords = facts.serviceMessage ? to.quoteService(facts.serviceMessage) : '';
      if (serviceWords === '') return ourSentence(facts, to);
      return facts.balance === undefined
        ? serviceWords
        : `${serviceWords}${missingFullStop(serviceWords)} ${ourSentence(facts, to)}`;
    };
    return [code, write];
  });
  return Object.fromEntries(all) as Sentences<RequestErrors>;
}

/** Returns `words`, the end of a sentence where nothing was charged; otherwise what to do about a possible charge. */
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
