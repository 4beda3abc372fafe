import type { ErrorFacts } from '../../errors.js';
import type { Lookup } from '../../lookups/answer.js';
import { askAgainQuestion } from '../../output/lookups/lookup-sentence.js';
import { askYesOrNo, mayAsk } from '../shared/ask-user.js';
import type { Host } from '../shared/command-host.js';
import type { LookupsRequest } from './lookup-flags.js';
import type { LookupSeries } from './lookup-series.js';

/**
 * Asks the user, in a terminal, whether to pay again for what may have been charged. `--yes` is no answer, because
 * it was given before the doubt was known.
 */
export function askAgain(
  host: Host,
  series: LookupSeries,
  { ids, interaction }: LookupsRequest,
  stop: AbortSignal,
): (lookup: Lookup) => Promise<Lookup> {
  // Typed identifiers and answers would come from the same stream.
  const isPossible = mayAsk(host, interaction) && !ids.includes('-');
  return async (lookup) => {
    const { answer, failure } = lookup;
    if (!isPossible || failure?.code !== 'lookup_in_doubt' || series.isOver()) return lookup;
    const { price } = failure.facts as ErrorFacts['lookup_in_doubt'];
    const question = `${answer.error?.message ?? ''}\n${askAgainQuestion(price)}`;
    return (await askYesOrNo(host, question, stop)) ? series.again(answer.input) : lookup;
  };
}
