import { type IdentifierKind, readTyped } from '../../identifiers/index.js';
import type { LookupDeps } from '../../lookups/lookup.js';
import { moneyBeside, t } from '../../messages/index.js';
import { roundCreditSum, resolvePrices } from '../../money/book.js';
import type { CommandContext } from '../shared/command.js';
import { needsConsent, requireConsent } from '../shared/user.js';

/** Up to this number of identifiers no question is asked: the user has typed each and knows the cost. */
const MOST_UNASKED = 20;

interface ManyLookups {
  /** As typed; `-` for standard input. */
  readonly ids: readonly string[];
  /** Undefined where each identifier shows its own. */
  readonly kind: IdentifierKind | undefined;
  /** Paid records from then on (epoch ms) answer. */
  readonly reuseSince: number;
}

/**
 * Asks for consent before many lookups, and returns the credits that may be spent.
 * @throws ConfereError `declined`, UsageError `needs_yes`
 */
export async function askBeforeMany(
  command: CommandContext<{ readonly maxCredits?: number }>,
  lookups: ManyLookups,
  deps: LookupDeps,
  stop: AbortSignal,
): Promise<number | undefined> {
  const { ids } = lookups;
  const { maxCredits, creditPrice } = command.options;
  if (ids.length <= MOST_UNASKED || ids.includes('-') || !needsConsent(command)) return maxCredits;
  const typed = ids.map((id) => readTyped(id, lookups.kind)).filter((one) => one.valid);
  const toSend = async (kind: IdentifierKind) => {
    const distinct = new Set(typed.filter((one) => one.kind === kind).map(({ id }) => id));
    const known = await deps.ledger.findPaidIds(kind, [...distinct], lookups.reuseSince);
    return distinct.size - known.size;
  };
  const [cpf, cnpj] = [await toSend('cpf'), await toSend('cnpj')];
  if (cpf + cnpj <= MOST_UNASKED) return maxCredits;
  const prices = resolvePrices(deps.terms);
  const most = roundCreditSum(cpf * prices.cpf + cnpj * prices.cnpj);
  const money = moneyBeside(most, creditPrice);
  const question = t.lookups.askToSend({ count: cpf + cnpj, most, money });
  await requireConsent(command, question, stop, 'sent');
  return Math.min(most, maxCredits ?? Infinity);
}
