import { readTyped } from '../../identifiers/index.js';
import type { Keeping } from '../../lookups/kept-records.js';
import { limitPrices } from '../../money/price.js';
import { accountPrices } from '../../money/read-balance.js';
import { t } from '../../messages/index.js';
import { confirmed, isAsked } from '../shared/ask-user.js';
import type { Host } from '../shared/command-host.js';
import type { LookupsRequest } from './lookup.js';

/** A user who types so many knows what they cost. */
const FEW = 20;

/**
 * Asks in a terminal before many identifiers are sent; whoever agrees has limited what they cost. What is typed line by
 * line is not asked about, because the answer would come from the same stream.
 *
 * @throws ConfereError `declined` or `needs_yes` if the user did not agree
 */
export async function askBeforeMany(
  host: Host,
  request: LookupsRequest,
  keeping: Keeping,
  stop: AbortSignal,
): Promise<LookupsRequest> {
  const { kind, ids, interaction, maxCredits } = request;
  if (ids.length <= FEW || ids.includes('-') || !isAsked(host, interaction, maxCredits))
    return request;
  const count = await countToSend(request, keeping);
  if (count <= FEW) return request;
  const most = count * limitPrices(await accountPrices(keeping))[kind];
  const question =
    kind === 'cpf' ? t.lookups.askToSendCpfs(count, most) : t.lookups.askToSendCnpjs(count, most);
  await confirmed(host, interaction, question, stop, 'sent');
  return { ...request, maxCredits: most };
}

/** Distinct valid identifiers without a record that is reused. */
async function countToSend(
  { kind, ids, reuseSince }: LookupsRequest,
  { ledger }: Keeping,
): Promise<number> {
  const typed = ids.map((id) => readTyped(id, kind)).filter((one) => one.valid);
  const distinct = [...new Set(typed.map(({ id }) => id))];
  const paid = await ledger.paidAmong(kind, distinct, reuseSince);
  return distinct.length - paid.size;
}
