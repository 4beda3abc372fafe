import { accountPrices, dearestPrices, type PriceDeps } from '../account/account-prices.js';
import { budgetsAt, leftOfPeriods, type PeriodLimits } from '../account/period-budgets.js';
import { readBalance } from '../account/read-balance.js';
import type { Clock } from '../clock.js';
import { asKnownError } from '../errors.js';
import type { PriceKind, Prices } from '../ledger/index.js';
import type { ServiceClient } from '../service/index.js';
import type { Budget } from './session-budget.js';

/** How long (ms) a session believes the prices that it read: to derive them reads the whole balance book. */
const PRICES_LAST = 60_000;

interface Pricing extends PriceDeps {
  readonly clock: Clock;
  readonly budget: Budget;
  readonly periods?: PeriodLimits;
}

/** What a session knows of the prices of its account, and what it has spent at prices that it assumed. */
export interface SessionPrices {
  /** Credits of a found record; undefined, and nothing is read, where nothing limits what may be spent. */
  current(): Promise<Prices | undefined>;
  /** Notes that a record of this kind was charged. */
  charged(kind: PriceKind): void;
  /**
   * Runs `pay`, which may be charged for one record of this kind. Where nothing shows the price yet and the limits
   * would not cover a dearer one, it runs alone and the balance is read around it, which shows the price.
   */
  learning<T>(kind: PriceKind, client: ServiceClient, pay: () => Promise<T>): Promise<T>;
}

interface Known {
  readonly prices: Prices;
  readonly dearest: Prices;
  /** Epoch ms. */
  readonly at: number;
}

export function createSessionPrices(deps: Pricing): SessionPrices {
  return new LearnedPrices(deps);
}

class LearnedPrices implements SessionPrices {
  readonly #deps: Pricing;
  #known: Known | undefined;
  /** Ends when nothing is paid for alone any more. */
  #alone: Promise<unknown> = Promise.resolve();
  #hasReading = false;
  /** Records that were charged at an assumed price. */
  readonly #assumed = new Map<PriceKind, { records: number; price: number }>();

  constructor(deps: Pricing) {
    this.#deps = deps;
  }

  async current(): Promise<Prices | undefined> {
    return this.#isLimited() ? (await this.#read()).prices : undefined;
  }

  charged(kind: PriceKind): void {
    if (this.#known === undefined) return;
    const { prices, dearest } = this.#known;
    if (dearest[kind] <= prices[kind]) return;
    const { records, price } = this.#assumed.get(kind) ?? { records: 0, price: prices[kind] };
    this.#assumed.set(kind, { records: records + 1, price });
  }

  async learning<T>(kind: PriceKind, client: ServiceClient, pay: () => Promise<T>): Promise<T> {
    if (!this.#isLimited() || !(await this.#mayPass(kind))) return pay();
    const turn = this.#alone.then(() => this.#showing(kind, client, pay));
    this.#alone = turn.catch(() => undefined);
    return turn;
  }

  #isLimited(): boolean {
    const { budget, clock, periods = {} } = this.#deps;
    return budget.limit !== Infinity || budgetsAt(clock.now(), periods).length > 0;
  }

  async #read(): Promise<Known> {
    const now = this.#deps.clock.now();
    const age = now - (this.#known?.at ?? -Infinity);
    if (this.#known !== undefined && age >= 0 && age < PRICES_LAST) return this.#known;
    const prices = await accountPrices(this.#deps);
    this.#known = { prices, dearest: await dearestPrices(this.#deps), at: now };
    for (const [kind, told] of this.#assumed) {
      this.#deps.budget.correct(told.records * (prices[kind] - told.price));
      told.price = prices[kind];
    }
    return this.#known;
  }

  /** Whether a dearer record could pass a limit, if all that was spent were as dear. */
  async #mayPass(kind: PriceKind): Promise<boolean> {
    const { budget, periods = {} } = this.#deps;
    const { prices, dearest } = await this.#read();
    const times = dearest[kind] / prices[kind];
    // What is refused in any case shows nothing.
    if (!(times > 1) || budget.left() < prices[kind]) return false;
    const passes = (limit: number, left: number) => (limit - left + prices[kind]) * times > limit;
    if (budget.limit !== Infinity && passes(budget.limit, budget.left())) return true;
    const all = await leftOfPeriods(this.#deps, periods, prices);
    return all.some(({ budget: { limit }, left }) => passes(limit, left));
  }

  async #showing<T>(kind: PriceKind, client: ServiceClient, pay: () => Promise<T>): Promise<T> {
    // What was paid for before this one's turn may have shown the price.
    if (!(await this.#mayPass(kind))) return pay();
    const { ledger, keyFingerprint } = this.#deps;
    if (!this.#hasReading && (await ledger.accountOf(keyFingerprint)) === undefined)
      await this.#readBalance(client);
    this.#hasReading = true;
    const before = this.#recordsOf(kind);
    const paid = await pay();
    if (this.#recordsOf(kind) === before) return paid;
    await this.#readBalance(client);
    this.#known = undefined;
    return paid;
  }

  /** Makes one attempt: a lookup does not wait for a balance that does not come. */
  async #readBalance(client: ServiceClient): Promise<void> {
    const once = client.within({ deadline: this.#deps.clock.now() });
    await readBalance({ ...this.#deps, client: once }).catch(asKnownError);
  }

  #recordsOf(kind: PriceKind): number {
    return this.#assumed.get(kind)?.records ?? 0;
  }
}
