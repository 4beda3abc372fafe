import type { WhyUndecided } from '../errors/batch.js';
import { say } from '../text/index.js';

/** Why the balance proves nothing about a request with an unknown outcome. */
export function undecidedReason(because: WhyUndecided): string {
  switch (because) {
    case 'moved':
      return say`the balance moved by more than our own requests explain`;
    case 'fell':
      return say`the used credits fell, and a renewal or a refund proves nothing`;
    case 'plan_changed':
      return say`the plan of the account changed meanwhile`;
    case 'period':
      return say`a billing period may have begun meanwhile`;
    case 'price_unknown':
      return say`nothing shows yet what a record costs on this account`;
    case 'no_reading':
      return say`no balance from before it is known`;
  }
}
