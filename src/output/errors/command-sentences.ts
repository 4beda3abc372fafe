import type { ErrorCode, ErrorFacts } from '../../errors.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../next-step/next-steps.js';
import type { UnknownPrice } from '../../errors/batch.js';

/** The command line's sentences of some codes; `next` has the commands that go on. */
export type CommandSentences<C extends ErrorCode = ErrorCode> = {
  readonly [K in C]: (facts: ErrorFacts[K], next: NextSteps) => string;
};

/** Adds that nothing was sent, where the command would have sent something. */
export function unsent(told: string, next: NextSteps): string {
  return next.of === 'bulk run' ? `${told} ${t.budget.nothingSent}` : told;
}

/** The commands that set the prices which nothing shows; the number is the user's to fill in. */
export function priceCommands(prices: readonly UnknownPrice[], next: NextSteps): string {
  return prices
    .map((kind) => t.budget.setPrice(next.command('config set', `cost-${kind}`)))
    .join(', ');
}
