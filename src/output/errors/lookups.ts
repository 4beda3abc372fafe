import type { ErrorFacts } from '../../errors.js';
import type { WhyDoubtful } from '../../errors/lookups.js';
import { lookupSentences } from '../../sentences/lookups.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../next-step/next-steps.js';
import { type CommandSentences, priceCommands } from './command-sentences.js';

export const lookupErrors = {
  ...lookupSentences,
  lookup_in_doubt: (facts, next) =>
    [t.doubt.lookupUnanswered, whatNow(facts, next), t.doubt.freshMayCost(facts.price)].join(' '),
  lookup_in_batch: inBatch,
} satisfies Partial<CommandSentences>;

function whatNow(facts: WhyDoubtful, next: NextSteps): string {
  switch (facts.why) {
    case 'undecidable':
      return facts.prices.length === 0
        ? t.doubt.balanceCannotShow
        : t.doubt.balanceNeedsPrice(priceCommands(facts.prices, next));
    case 'too_soon':
      return t.doubt.rerunInSeconds(Math.ceil(facts.ms / 1000));
    case 'others_running': {
      const ways = facts.liveBatches.map((id) => `'${next.command('bulk watch', id)}'`).join(', ');
      return t.doubt.rerunWhenNoJobRuns(ways);
    }
    case 'unreadable':
      return t.doubt.balanceUnread;
    case 'other_account':
      return t.doubt.otherAccount;
    case 'not_settled':
      return t.doubt.rerunToSettle;
  }
}

function inBatch({ batch, state, price }: ErrorFacts['lookup_in_batch'], next: NextSteps): string {
  return state === 'running'
    ? t.doubt.inRunningBatch(batch, next.command('bulk watch', batch))
    : t.doubt.inUnconfirmedBatch(batch, next.command('bulk resolve', batch), price);
}
