import {
  accountBook,
  accountPrices,
  dearestPrices,
  type PriceDeps,
} from '../money/account-prices.js';
import { TOLERANCE } from '../money/charges.js';
import { budgetsAt, leftOfPeriods, type PeriodLimits } from '../money/period-budgets.js';
import { readBalance } from '../money/read-balance.js';
import type { Clock } from '../clock.js';
import { asKnownError, ConfereError } from '../errors.js';
import type { PriceKind, Prices } from '../ledger/index.js';
import type { ServiceClient } from '../service/index.js';
import type { Lookup } from './lookup.js';
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
  /** Notes that a record of this kind was charged, for which `cost` credits are reserved. */
  charged(kind: PriceKind, cost: number): void;
  /**
   * Runs `pay`, which may be charged for one record of this kind. Where nothing shows the price yet and the limits
   * would not cover a dearer one, it runs alone and the balance is read around it, which shows the price. `pay` gets
   * the prices at which the budgets of the day and the month are kept; the assumed ones when left out.
   */
  learning(kind: PriceKind, client: ServiceClient, pay: Pay): Promise<Lookup>;
}

type Pay = (kept?: Prices) => Promise<Lookup>;

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
  #baseline: Promise<boolean> | undefined;
  #hasReading = false;
  /** Lookups that are asked for and have not ended. */
  #asked = 0;
  /** Kinds of which one record was paid for although a limit did not cover it at the dearest price. */
  readonly #tried = new Set<PriceKind>();
  /** Records that were charged at an assumed price. */
  readonly #assumed = new Map<PriceKind, { records: number; price: number }>();

  constructor(deps: Pricing) {
    this.#deps = deps;
  }

  async current(): Promise<Prices | undefined> {
    return this.#isLimited() ? (await this.#read()).prices : undefined;
  }

  charged(kind: PriceKind, cost: number): void {
    if (this.#known === undefined) return;
    const { prices, dearest } = this.#known;
    // The price was shown while this one was under way.
    this.#deps.budget.correct(prices[kind] - cost);
    if (dearest[kind] <= prices[kind]) return;
    const { records, price } = this.#assumed.get(kind) ?? { records: 0, price: prices[kind] };
    this.#assumed.set(kind, { records: records + 1, price });
  }

  async learning(kind: PriceKind, client: ServiceClient, pay: Pay): Promise<Lookup> {
    if (!this.#isLimited()) return pay();
    // Counted before anything is awaited, so that lookups at once see each other.
    this.#asked += 1;
    try {
      await this.#readOnce(kind, client);
      // One more than are asked for: what is paid for before the last one shows the price.
      if (!(await this.#mayPass(kind, this.#asked + 1))) {
        const paid = await pay(await this.#keptAt(kind));
        if (!isOverPeriod(paid) || !(await this.#mayPass(kind, 1))) return paid;
      }
      const turn = this.#alone.then(() => this.#showing(kind, client, pay));
      this.#alone = turn.catch(() => undefined);
      return await turn;
    } finally {
      this.#asked -= 1;
    }
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

  /** Whether that many more records could pass a limit, if all that was spent were as dear as it may be. */
  async #mayPass(kind: PriceKind, records: number): Promise<boolean> {
    const { budget, periods = {} } = this.#deps;
    const { prices, dearest } = await this.#read();
    const times = dearest[kind] / prices[kind];
    // What is refused in any case shows nothing.
    if (!(times > 1) || budget.left() < prices[kind]) return false;
    if (this.#passesOwn(kind, records)) return true;
    const all = await leftOfPeriods(this.#deps, periods, dearest);
    return all.some(({ left }) => records * dearest[kind] > left + TOLERANCE);
  }

  #passesOwn(kind: PriceKind, records: number): boolean {
    const { budget } = this.#deps;
    if (this.#known === undefined || budget.limit === Infinity) return false;
    const { prices, dearest } = this.#known;
    const times = dearest[kind] / prices[kind];
    const spent = budget.limit - budget.left();
    return (spent + records * prices[kind]) * times > budget.limit + TOLERANCE;
  }

  /** The prices at which budgets are kept: the dearest, of which one may not be known yet. */
  async #keptAt(kind: PriceKind): Promise<Prices> {
    const { prices, dearest } = await this.#read();
    return { ...prices, [kind]: dearest[kind] };
  }

  /** Without any reading from before, nothing would ever show what the first records were charged. */
  async #readOnce(kind: PriceKind, client: ServiceClient): Promise<void> {
    const { ledger, keyFingerprint, budget } = this.#deps;
    const { prices, dearest } = await this.#read();
    // What is refused in any case is refused without a request.
    if (dearest[kind] <= prices[kind] || budget.left() < prices[kind]) return;
    this.#baseline ??= ledger
      .accountOf(keyFingerprint)
      .then((account) => account !== undefined || this.#readBalance(client));
    await this.#baseline;
  }

  async #showing(kind: PriceKind, client: ServiceClient, pay: Pay): Promise<Lookup> {
    // What was paid for before this one's turn may have shown the price.
    if (!(await this.#mayPass(kind, 2))) return pay(await this.#keptAt(kind));
    this.#hasReading ||= await this.#readBalance(client);
    const before = this.#recordsOf(kind);
    const paid = await this.#payOnce(kind, client, pay);
    if (this.#recordsOf(kind) > before) await this.#readBalance(client);
    return paid;
  }

  /** What no limit covers at the dearest price is paid for once, to show it; after that the assumed price counts. */
  async #payOnce(kind: PriceKind, client: ServiceClient, pay: Pay): Promise<Lookup> {
    if (!(await this.#mayPass(kind, 1))) return pay(await this.#keptAt(kind));
    if (!this.#hasReading) return pay();
    // A reading while nothing else runs may show what earlier ones were charged.
    await this.#readBalance(client);
    const isCovered = !(await this.#mayPass(kind, 1));
    if (isCovered || (await this.#isOverlapped())) return pay(await this.#keptAt(kind));
    if (this.#tried.has(kind)) return pay();
    const before = this.#recordsOf(kind);
    const paid = await pay();
    if (this.#recordsOf(kind) > before) this.#tried.add(kind);
    return paid;
  }

  /** Whether another session or a batch was charged during the last reading, or may be now: a later one may show it. */
  async #isOverlapped(): Promise<boolean> {
    const { readings, requests } = await accountBook(this.#deps);
    const last = readings.at(-1)?.before ?? 0;
    return requests.some(({ ended, isDoubtful }) => !isDoubtful && (ended ?? Infinity) > last);
  }

  /** Makes one attempt: a lookup does not wait for a balance that does not come. Returns whether it came. */
  async #readBalance(client: ServiceClient): Promise<boolean> {
    const once = client.within({ deadline: this.#deps.clock.now() });
    const read = await readBalance({ ...this.#deps, client: once }).catch(asKnownError);
    // Read anew from the book, and known until then.
    if (this.#known !== undefined) this.#known = { ...this.#known, at: -Infinity };
    return !(read instanceof ConfereError);
  }

  #recordsOf(kind: PriceKind): number {
    return this.#assumed.get(kind)?.records ?? 0;
  }
}

function isOverPeriod({ failure }: Lookup): boolean {
  return failure?.code === 'over_period_budget';
}
