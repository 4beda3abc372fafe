import type { Deps } from '../../../batch/dependencies.js';
import type { PlanNumbers } from '../../../batch/events.js';
import type { SpendingLimits } from '../../../batch/send/spending.js';
import { plural, say } from '../../../text/index.js';
import { askYesOrNo, mayAsk } from '../../shared/ask.js';
import type { Host } from '../../shared/host.js';
import type { Interaction } from '../../shared/presentation.js';
import { spendingLimits, type SpendingRequest } from '../options/spending-options.js';

/** The part of a command's request that says what it may spend, and whom it may ask. */
export interface Spending {
  readonly spending: SpendingRequest;
  readonly interaction: Interaction;
}

/**
 * The limits of the flags; where somebody sits at the terminal and no flag has answered yet, the user is
 * asked before anything is sent. The sandbox costs nothing and asks nothing.
 */
export function askingLimits(
  host: Host,
  deps: Deps,
  { spending, interaction }: Spending,
): SpendingLimits {
  const limits = spendingLimits(spending, deps.clock.now());
  const isAnswered =
    interaction.yes || spending.maxCredits !== undefined || deps.source === 'sandbox';
  if (isAnswered || !mayAsk(host, interaction)) return limits;
  return { ...limits, confirm: (numbers) => askYesOrNo(host, question(numbers), deps.stop) };
}

function question({ toSend, worstCase }: PlanNumbers): string {
  return say`Send ${plural(toSend, 'identifier', 'identifiers')} for at most ${plural(worstCase, 'credit', 'credits')}?`;
}
