import { readProfileName } from '../../config/settings.js';
import type { ConfereError } from '../../base/errors.js';
import type { ErrorFacts } from '../../base/error-facts.js';
import { t } from '../../messages/index.js';
import { listChargeSettings } from '../../messages/charge-settings.js';
import { storeSetting } from './account.js';
import type { CommandContext } from './command.js';
import { say } from './print.js';
import { askLine, askYesOrNo, canAsk, withStopSignal } from './user.js';

/**
 * Asks in a terminal why the account was charged more than expected, and stores the settings that follow from the answer.
 * Nothing is sent: the next run shows what the rest costs with these settings, and asks.
 */
export async function askWhyCharged(
  command: CommandContext,
  error: ConfereError | undefined,
): Promise<void> {
  if (error?.code !== 'unexpected_charges' || command.json || command.yes || !canAsk(command))
    return;
  const facts = error.facts as ErrorFacts['unexpected_charges'];
  // An answer in the sandbox must change no setting of the real account.
  if (facts.isSandbox) return;
  const { kinds, price } = facts;
  const { prices, shared } = listChargeSettings(facts);
  const chosen = await withStopSignal(command, 'question', async (stop) => {
    if (price === undefined)
      return (await askYesOrNo(command, t.usage.isShared, stop)) ? shared : [];
    const answer = await askLine(command, t.usage.whyCharged({ kinds, price }), stop).catch(
      () => '',
    );
    if (answer === '1') return prices;
    return answer === '2' ? shared : [];
  });
  const { context, options } = command;
  const profile = readProfileName(options.profile, context.env);
  for (const [key, value] of chosen) await storeSetting(context, profile, key, value);
  const settings = chosen.map((setting) => setting.join(' ')).join(', ');
  if (settings !== '') say(command, `${t.usage.isSet(settings)}\n`);
}
