import type { TotalsWords } from '../../../export/totals.js';
import { detectLanguage, messagesIn } from '../../../messages/index.js';
import type { CommandContext } from '../../shared/command.js';

/** Returns the words of the sheet of totals in the language of the user, whoever reads the streams of the command. */
export async function totalsWords({
  context,
}: Pick<CommandContext, 'context'>): Promise<TotalsWords> {
  const { totals, phrases } = await messagesIn(detectLanguage(context));
  const { reason } = phrases;
  return { ...totals, reason };
}
