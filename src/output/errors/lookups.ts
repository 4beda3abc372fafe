import type { ErrorFacts } from '../../errors.js';
import type { WhyDoubtful } from '../../errors/lookups.js';
import { lookupSentences } from '../../sentences/lookups.js';
import { plural, say } from '../../text/index.js';
import type { NextSteps } from '../next-step/next-steps.js';
import { type CommandSentences, priceCommands } from './command-sentences.js';

export const lookupErrors = {
  ...lookupSentences,
  lookup_in_doubt: (facts, next) =>
    [
      say`An earlier lookup of this identifier got no answer and may have been charged, so nothing was asked now.`,
      whatNow(facts, next),
      say`--fresh asks again, which may cost ${plural(facts.price, 'credit', 'credits')} more.`,
    ].join(' '),
  lookup_in_batch: inBatch,
} satisfies Partial<CommandSentences>;

function whatNow(facts: WhyDoubtful, next: NextSteps): string {
  switch (facts.why) {
    case 'undecidable':
      return facts.prices.length === 0
        ? say`The balance cannot show whether it was charged.`
        : say`The balance cannot show whether it was charged, because nothing shows yet what a record costs on this account. If you know it, say so (${priceCommands(facts.prices, next)}), and run the same command again: the balance is then judged once more.`;
    case 'too_soon':
      return say`Run the same command again in ${plural(Math.ceil(facts.ms / 1000), 'second', 'seconds')}; the balance may show then that it was free.`;
    case 'others_running': {
      const ways = facts.liveBatches.map((id) => `'${next.command('bulk watch', id)}'`).join(', ');
      return say`The balance can show it once no job is running (${ways}); run the same command again then.`;
    }
    case 'unreadable':
      return say`The balance, which may show that it was free, could not be read; run the same command again.`;
    case 'other_account':
      return say`It was made with a key of another account, and only the balance there can show it; use that key.`;
    case 'not_settled':
      return say`Run the same command again to settle it.`;
  }
}

function inBatch({ batch, state, price }: ErrorFacts['lookup_in_batch'], next: NextSteps): string {
  return state === 'running'
    ? say`Batch ${batch} is looking this identifier up, so nothing was asked now; after '${next.command('bulk watch', batch)}' what it found is free.`
    : say`Batch ${batch} asked for this identifier with an unknown outcome and may have been charged, so nothing was asked now. '${next.command('bulk resolve', batch)}' decides; --fresh asks again, which may cost ${plural(price, 'credit', 'credits')} more.`;
}
