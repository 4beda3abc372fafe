import type { Clock } from '../clock.js';
import { asKnownError, type ConfereError } from '../errors.js';
import type { Cost, PriceKind, SpendingLimit } from '../ledger/index.js';
import { budgetsAt, costWithin, passedLimit, tightest } from '../money/budget.js';
import { lowestLimit, type PeriodLimits } from '../money/period-limits.js';
import { BALANCE_LAG, SOON } from '../money/book.js';
import {
  forEachKind,
  knownPrices,
  limitPrices,
  NO_BOOK,
  pricesOf,
  unpriced,
  type KnownPrices,
} from '../money/price.js';
import { accountBook, accountPrices, readBalance, type PriceDeps } from '../money/balance.js';
import type { ServiceClient } from '../service/index.js';
import type { Lookup } from './answer.js';

/** To derive the prices reads the whole balance book (ms). */
const PRICES_LAST = 60_000;

/** A service that does not answer is not asked for ever. */
const LOOKS = (2 * BALANCE_LAG) / SOON;

/** A session asks for at most this share of what is left between two readings of the balance. */
const SHARE = 10;

export interface SpendingDeps extends PriceDeps {
  readonly clock: Clock;
  readonly holder: string;
  readonly maxCredits?: number;
  readonly periods?: PeriodLimits;
}

/** Where nothing limits a lookup. */
const FREE = forEachKind((kind) => costWithin([], knownPrices(NO_BOOK), kind));

/** An earlier doubt of the same identifier is none of its own. */
function mayHaveCost({ answer, failure }: Lookup): boolean {
  const isPaid = answer.status === 'found' && answer.source === 'api';
  const isAsked = failure?.code !== 'lookup_in_doubt' && failure?.code !== 'lookup_in_batch';
  return isPaid || (isAsked && failure?.kind === 'unconfirmed');
}

export async function limitsOf(deps: SpendingDeps): Promise<SpendingLimit[]> {
  const { ledger, holder, maxCredits, periods = {} } = deps;
  const budgets = budgetsAt(await ledger.now(), periods);
  if (maxCredits === undefined) return budgets;
  return [{ of: 'session', holder, limit: maxCredits }, ...budgets];
}

export async function leftOfSession(deps: SpendingDeps) {
  return deps.ledger.leftOf(await limitsOf(deps), limitPrices(await accountPrices(deps)));
}

export async function limitPassed(deps: SpendingDeps): Promise<ConfereError | undefined> {
  return passedLimit(await leftOfSession(deps));
}

/** Prices, the tick of the reading that they come from, and when they were read (epoch ms). */
interface View {
  readonly prices: KnownPrices;
  readonly tick: number;
  readonly at: number;
}

export class SessionSpending {
  readonly #deps: SpendingDeps;
  #known: View | undefined;
  #hasRead = false;
  /** Ends when nothing is paid for alone any more. */
  #alone: Promise<unknown> = Promise.resolve();

  constructor(deps: SpendingDeps) {
    this.#deps = deps;
  }

  /** Runs `pay` within the limits, and alone while nothing shows the price. */
  async within(
    kind: PriceKind,
    client: ServiceClient,
    pay: (cost: Cost) => Promise<Lookup>,
  ): Promise<Lookup> {
    const { maxCredits, periods = {} } = this.#deps;
    const isLimited = maxCredits !== undefined || lowestLimit(periods) < Infinity;
    if (!isLimited) return pay(FREE[kind]);
    const limits = await limitsOf(this.#deps);
    const payNow = async () =>
      this.#withCost(kind, await pay(costWithin(limits, await this.#prices(), kind)));
    // Whoever may spend nothing is refused, or answered from the ledger; no balance changes that.
    if (maxCredits === 0) return payNow();
    if (await this.#isDue(kind, limits)) await this.#read(client);
    if ((await this.#prices())[kind].isProved) {
      const paid = await payNow();
      // A record of another kind may count more than it cost until the balance shows its charge.
      if (!(await this.#mayTurnOutCheaper(limits, kind, paid))) return paid;
    }
    const turn = this.#alone.then(() => this.#probe(kind, client, limits, payNow));
    this.#alone = turn.catch(() => undefined);
    return turn;
  }

  /** What others asked for before it may have to show the price first. */
  async #probe(
    kind: PriceKind,
    client: ServiceClient,
    limits: readonly SpendingLimit[],
    payNow: () => Promise<Lookup>,
  ): Promise<Lookup> {
    if (!this.#hasRead) await this.#read(client);
    let paid = await payNow();
    for (let looks = 0; looks < LOOKS; looks += 1) {
      if (!(await this.#mayTurnOutCheaper(limits, kind, paid))) break;
      await this.#deps.clock.sleep(SOON);
      await this.#read(client);
      paid = await payNow();
    }
    if (mayHaveCost(paid)) await this.#read(client);
    return this.#withCost(kind, paid);
  }

  /** Whether a limit stands in the way only because nothing shows yet what was charged before. */
  async #mayTurnOutCheaper(
    limits: readonly SpendingLimit[],
    kind: PriceKind,
    { failure }: Lookup,
  ): Promise<boolean> {
    const isOver = failure?.code === 'over_period_budget' || failure?.code === 'over_max_credits';
    if (!isOver) return false;
    const known = await this.#prices();
    const assumed = tightest(await this.#deps.ledger.leftOf(limits, limitPrices(known)));
    return (assumed?.left ?? 0) >= known[kind].alone;
  }

  async #withCost(kind: PriceKind, paid: Lookup): Promise<Lookup> {
    // What is paid for is not lost because the price cannot be read.
    const known = await this.#prices().catch(asKnownError);
    return mayHaveCost(paid) && 'cpf' in known ? { ...paid, cost: pricesOf(known)[kind] } : paid;
  }

  /** Whether so much was charged since the last reading, by whomever, that the price must be seen again. */
  async #isDue(kind: PriceKind, limits: readonly SpendingLimit[]): Promise<boolean> {
    if (this.#deps.costs?.[kind] !== undefined) return false;
    const { prices, tick } = await this.#view();
    const since = { of: 'balance', limit: 0, before: { tick, open: [], recent: [] } } as const;
    const [spent, ...left] = await this.#deps.ledger.leftOf([since, ...limits], unpriced(prices));
    const charged = 0 - (spent?.left ?? 0);
    return charged > 0 && charged * SHARE >= (tightest(left)?.left ?? Infinity);
  }

  async #prices(): Promise<KnownPrices> {
    return (await this.#view()).prices;
  }

  async #view(): Promise<View> {
    const now = this.#deps.clock.now();
    const age = now - (this.#known?.at ?? -Infinity);
    if (this.#known === undefined || age < 0 || age >= PRICES_LAST) {
      const book = await accountBook(this.#deps);
      const prices = knownPrices(book, this.#deps.costs);
      this.#known = { prices, tick: book.readings.at(-1)?.before ?? 0, at: now };
    }
    return this.#known;
  }

  /** Makes one attempt: a lookup does not wait for a balance that does not come. */
  async #read(client: ServiceClient): Promise<void> {
    const { clock } = this.#deps;
    const once = client.within({ deadline: clock.now() });
    const read = await readBalance({ ...this.#deps, client: once }).catch(asKnownError);
    if (!('prices' in read)) return;
    this.#hasRead = true;
    this.#known = { prices: read.prices, tick: read.limit.before.tick, at: clock.now() };
  }
}
