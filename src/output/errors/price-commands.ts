import type { UnknownPrice } from '../../errors/batch.js';
import { say } from '../../text/index.js';
import type { NextSteps } from '../next-step/next-steps.js';

/** The commands that set the prices which nothing shows; the number is the user's to fill in. */
export function priceCommands(prices: readonly UnknownPrice[], next: NextSteps): string {
  return prices
    .map((kind) => say`'${next.command('config set', `cost-${kind}`)} <credits>'`)
    .join(', ');
}
