import type { RequestErrors } from '../base/facts.js';
import type { Reader, Sentences } from './reader.js';
import { fullStop } from './words.js';

interface SaidFacts {
  readonly serviceMessage?: string;
  readonly balance?: 'unread';
}

/** The service's own words stand in place of ours, or before them where they do not say enough. */
export function serviceWordsFirst(ours: Sentences<RequestErrors>): Sentences<RequestErrors> {
  const all = Object.entries(ours).map(([code, sentence]) => {
    const own = sentence as (facts: SaidFacts, to: Reader) => string;
    const words = (facts: SaidFacts, to: Reader): string => {
      const said = facts.serviceMessage ? to.quoteService(facts.serviceMessage) : '';
      if (said === '') return own(facts, to);
      return facts.balance === undefined ? said : `${said}${fullStop(said)} ${own(facts, to)}`;
    };
    return [code, words];
  });
  return Object.fromEntries(all) as Sentences<RequestErrors>;
}

/** Words for where nothing was charged; where something may have been, what to do. */
export function unlessInDoubt(
  facts: { readonly mayHaveCharged: boolean; readonly priceAgain?: number },
  to: Reader,
  words: string,
): string {
  return facts.mayHaveCharged ? `; ${to.doubtAdvice(facts)}.` : words;
}

/** A status that leads elsewhere; 304 leads nowhere. */
export function isRedirect({ httpStatus: status = 0 }: { readonly httpStatus?: number }): boolean {
  return status >= 300 && status < 400 && status !== 304;
}
