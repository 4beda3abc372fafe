import type { Deps } from '../../batch/dependencies.js';
import type { PlanNumbers } from '../../batch/events.js';
import type { SpendingLimits } from '../../batch/send/spending.js';
import { askYesOrNo, mayAsk } from '../shared/ask.js';
import type { Host } from '../shared/host.js';
import { spendingLimits, type BulkOptions } from './options.js';
import { plural, say } from '../../text/index.js';

/**
 * The limits of the flags; where somebody sits at the terminal and no flag has answered yet, the user is
 * asked before anything is sent. The sandbox costs nothing and asks nothing.
 */
export function askingLimits(host: Host, deps: Deps, options: BulkOptions): SpendingLimits {
  const limits = spendingLimits(options, deps.clock.now());
  const isAnswered =
    options.yes === true || options.maxCredits !== undefined || deps.source === 'sandbox';
  if (isAnswered || !mayAsk(host, options)) return limits;
  return { ...limits, confirm: (numbers) => askYesOrNo(host, question(numbers), deps.stop) };
}

function question({ toSend, worstCase }: PlanNumbers): string {
  return say`Send ${plural(toSend, 'identifier', 'identifiers')} for at most ${plural(worstCase, 'credit', 'credits')}?`;
}
