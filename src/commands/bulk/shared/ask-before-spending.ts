import type { Deps } from '../../../batch/dependencies.js';
import type { PlanNumbers } from '../../../batch/events.js';
import type { SpendingLimits } from '../../../batch/send/spending.js';
import { plural, say } from '../../../text/index.js';
import { askYesOrNo, mayAsk } from '../../shared/ask-user.js';
import type { Host } from '../../shared/command-host.js';
import type { Interaction } from '../../shared/presentation.js';
import { spendingLimits, type SpendingRequest } from '../options/spending-options.js';

/** What a command may spend, and whether it may ask the user. */
export interface Spending {
  readonly spending: SpendingRequest;
  readonly interaction: Interaction;
}

/**
 * The limits of the options. Asks the user before anything is sent if there is a terminal and no option
 * has answered yet. The sandbox costs nothing and does not ask.
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
