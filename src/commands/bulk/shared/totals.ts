import type { TotalsWords } from '../../../export/totals.js';
import { languageOf, messagesIn } from '../../../messages/index.js';
import type { CommandContext } from '../../shared/command.js';

/** Returns the words of the sheet of totals in the language of the user, whoever reads the streams of the command. */
export async function totalsWords({
  context,
}: Pick<CommandContext, 'context'>): Promise<TotalsWords> {
  const { totals, phrases } = await messagesIn(languageOf(context));
  const { reason } = phrases;
  return { ...totals, reason };
}
