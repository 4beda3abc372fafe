import { type IdentifierKind, readTyped } from '../../identifiers/index.js';
import type { LookupDeps } from '../../lookups/lookup.js';
import { formatMoneyInBrackets, t } from '../../messages/index.js';
import { roundCreditSum, resolvePrices } from '../../money/book.js';
import type { CommandContext } from '../shared/command.js';
import { needsConsent, requireConsent } from '../shared/user.js';

/** The most lookups that are sent without a question, because the user has typed each identifier and knows the cost. */
const MOST_UNASKED = 20;

interface ManyLookups {
  /** As typed; `-` for standard input. */
  readonly ids: readonly string[];
  /** Undefined if each identifier shows its own kind. */
  readonly kind: IdentifierKind | undefined;
  /** The time (epoch ms) from which paid records are reused. */
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
  const validInputs = ids.map((id) => readTyped(id, lookups.kind)).filter((one) => one.valid);
  const countUnpaid = async (kind: IdentifierKind) => {
    const distinct = new Set(validInputs.filter((one) => one.kind === kind).map(({ id }) => id));
    const paidIds = await deps.ledger.findPaidIds(kind, [...distinct], lookups.reuseSince);
    return distinct.size - paidIds.size;
  };
  const [cpf, cnpj] = [await countUnpaid('cpf'), await countUnpaid('cnpj')];
  if (cpf + cnpj <= MOST_UNASKED) return maxCredits;
  const prices = resolvePrices(deps.terms);
  const worstCase = roundCreditSum(cpf * prices.cpf + cnpj * prices.cnpj);
  const money = formatMoneyInBrackets(worstCase, creditPrice);
  const question = t.lookups.askToSend({ count: cpf + cnpj, worstCase, money });
  await requireConsent(command, question, stop, 'sent');
  return Math.min(worstCase, maxCredits ?? Infinity);
}
