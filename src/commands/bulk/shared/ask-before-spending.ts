import type { Deps } from '../../../batch/dependencies.js';
import type { PlanNumbers } from '../../../batch/events.js';
import type { SpendingLimits } from '../../../batch/send/spending.js';
import { t } from '../../../messages/index.js';
import { confirmed, isAsked } from '../../shared/ask-user.js';
import type { Host } from '../../shared/command-host.js';
import type { Interaction } from '../../shared/presentation.js';
import { spendingLimits, type SpendingRequest } from './options.js';

/** What a command may spend, and whether it may ask the user. */
export interface Spending {
  readonly spending: SpendingRequest;
  readonly interaction: Interaction;
  /** Credits that the user has agreed to already. */
  readonly agreed?: number;
}

/**
 * The limits of the options. In a terminal the user agrees before anything is sent, unless an option has answered;
 * elsewhere the user has agreed by calling it.
 */
export function askingLimits(
  host: Host,
  deps: Pick<Deps, 'clock' | 'stop'>,
  { spending, interaction, agreed = -1 }: Spending,
): SpendingLimits {
  const limits = spendingLimits(spending, deps.clock.now());
  if (!isAsked(host, interaction, spending.maxCredits)) return limits;
  const confirm = async (numbers: PlanNumbers) => {
    if (numbers.worstCase > agreed)
      await confirmed(host, interaction, question(numbers), deps.stop, 'sent');
    return true;
  };
  return { ...limits, confirm };
}

function question({ toSend, worstCase }: PlanNumbers): string {
  return t.batch.askToSend(toSend, worstCase);
}
