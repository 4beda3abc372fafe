import type { Clock } from '../clock.js';
import { asKnownError } from '../errors.js';
import type { Cost, LimitLeft, PriceKind, SpendingLimit } from '../ledger/index.js';
import { accountPrices, pricesNow, readBalance, type PriceDeps } from '../money/balance.js';
import { BALANCE_LAG, SOON } from '../money/book.js';
import { budgetsAt, costWithin, tightest } from '../money/budget.js';
import type { PeriodLimits } from '../money/period-limits.js';
import { knownPrices, limitPrices, NO_BOOK, unpriced, type KnownPrices } from '../money/price.js';
import type { ServiceClient } from '../service/index.js';
import type { Lookup, LookupCall } from './answer.js';

/** To derive the prices reads the whole balance book (ms). */
const PRICES_LAST = 60_000;

/** A service that does not answer is not asked for ever. */
const LOOKS = (2 * BALANCE_LAG) / SOON;

/** A session asks for at most this share of what is left between two readings of the balance. */
const SHARE = 10;

export interface SpendingDeps extends PriceDeps, PeriodLimits {
  readonly clock: Clock;
  readonly holder: string;
  readonly maxCredits?: number;
}

async function limitsOf(deps: SpendingDeps): Promise<SpendingLimit[]> {
  const { ledger, holder, maxCredits } = deps;
  const budgets = budgetsAt(await ledger.now(), deps);
  if (maxCredits === undefined) return budgets;
  return [{ of: 'session', holder, limit: maxCredits }, ...budgets];
}

export async function leftOfSession(deps: SpendingDeps): Promise<LimitLeft[]> {
  return deps.ledger.leftOf(await limitsOf(deps), limitPrices(await accountPrices(deps)));
}

/** An earlier doubt of the same identifier is none of its own. */
function mayHaveCost({ answer, failure }: Lookup): boolean {
  if (answer.status === 'found') return answer.source === 'api';
  const isEarlier = failure?.code === 'lookup_in_doubt' || failure?.code === 'lookup_in_batch';
  return failure?.kind === 'unconfirmed' && !isEarlier;
}

/** Prices, the tick before the reading that they come from and the one after it (`asOf`), and when they were read (epoch ms). */
interface View {
  readonly prices: KnownPrices;
  readonly tick: number;
  readonly at: number;
  readonly asOf: number;
}

export class SessionSpending {
  readonly #deps: SpendingDeps;
  #known: View | undefined;
  #hasRead = false;
  #opening: Promise<unknown> | undefined;
  /** Epoch ms. */
  #vainUntil = -Infinity;
  /** Ends when nothing is paid for alone any more. */
  #alone: Promise<unknown> = Promise.resolve();

  constructor(deps: SpendingDeps) {
    this.#deps = deps;
  }

  /** Runs `pay` within the limits, and alone while nothing shows the price. */
  async within(
    kind: PriceKind,
    call: LookupCall,
    pay: (cost: () => Promise<Cost>) => Promise<Lookup>,
  ): Promise<Lookup> {
    const { client } = call;
    const limits = await limitsOf(this.#deps);
    if (limits.every(({ limit }) => limit === Infinity))
      return pay(() => Promise.resolve(costWithin([], knownPrices(NO_BOOK), kind)));
    const payNow = () =>
      pay(async () => {
        const { prices, asOf } = await this.#view();
        return { ...costWithin(limits, prices, kind), asOf };
      });
    // Whoever may spend nothing is refused, or answered from the ledger; no balance changes that.
    if (this.#deps.maxCredits === 0) return payNow();
    await (this.#opening ??= this.#open(kind, client, limits).catch(asKnownError));
    if (await this.#isDue(kind, limits, SHARE)) await this.#read(client);
    if ((await this.#view()).prices[kind].isProved) {
      const paid = await payNow();
      // A record of another kind may count more than it cost until the balance shows its charge.
      if (!(await this.#mayTurnOutCheaper(limits, kind, paid))) return paid;
    }
    const turn = this.#alone.then(() => this.#probe(kind, call, limits, payNow));
    this.#alone = turn.catch(() => undefined);
    return turn;
  }

  /** Another session has read the balance. */
  lookAgain(): void {
    this.#known = undefined;
  }

  /** A price that rose at the end of the command before is seen before anything counts towards `--max-credits`. */
  async #open(kind: PriceKind, client: ServiceClient, limits: readonly SpendingLimit[]) {
    if (this.#deps.maxCredits === undefined) return;
    if (await this.#isDue(kind, limits, Infinity)) await this.#read(client);
  }

  /** What others asked for before it may have to show the price first. */
  async #probe(
    kind: PriceKind,
    call: LookupCall,
    limits: readonly SpendingLimit[],
    payNow: () => Promise<Lookup>,
  ): Promise<Lookup> {
    const { client } = call;
    if (!this.#hasRead) await this.#read(client);
    await this.#awaitCharges(kind, call);
    const { isProved } = (await this.#view()).prices[kind];
    let paid = await payNow();
    for (let looks = 0; looks < LOOKS; looks += 1) {
      if (!(await this.#mayTurnOutCheaper(limits, kind, paid))) break;
      if (!(await this.#mayWait(SOON, call))) break;
      await this.#read(client);
      paid = await payNow();
    }
    if (!isProved && mayHaveCost(paid)) await this.#read(client);
    return paid;
  }

  /** Where others go on, no wait is long enough. */
  async #awaitCharges(kind: PriceKind, call: LookupCall): Promise<void> {
    const { clock } = this.#deps;
    const isYoung = async () => (await this.#view()).prices[kind].isYoung;
    if (!(await isYoung()) || clock.now() < this.#vainUntil) return;
    if (!(await this.#mayWait(BALANCE_LAG, call))) return;
    await this.#read(call.client);
    if (await isYoung()) this.#vainUntil = clock.now() + PRICES_LAST;
  }

  /** False where the deadline or a stop comes first. */
  async #mayWait(ms: number, { until, stop }: LookupCall): Promise<boolean> {
    const { clock } = this.#deps;
    if (clock.now() + ms > until) return false;
    await clock.sleep(ms, stop).catch(() => undefined);
    return !stop.aborted;
  }

  /** Whether a limit stands in the way only because nothing shows yet what was charged before. */
  async #mayTurnOutCheaper(
    limits: readonly SpendingLimit[],
    kind: PriceKind,
    { failure }: Lookup,
  ): Promise<boolean> {
    const isOver = failure?.code === 'over_period_budget' || failure?.code === 'over_max_credits';
    if (!isOver) return false;
    const { prices } = await this.#view();
    const assumed = tightest(await this.#deps.ledger.leftOf(limits, limitPrices(prices)));
    return (assumed?.left ?? 0) >= prices[kind].alone;
  }

  /** Whether so much was charged since the last reading, by whomever, that the price must be seen again: what is left, or a part of it. */
  async #isDue(kind: PriceKind, limits: readonly SpendingLimit[], parts: number): Promise<boolean> {
    if (this.#deps.costs?.[kind] !== undefined) return false;
    const { prices, tick } = await this.#view();
    const since = { of: 'balance', limit: 0, before: { tick, open: [], recent: [] } } as const;
    const [spent, ...left] = await this.#deps.ledger.leftOf([since, ...limits], unpriced(prices));
    const charged = 0 - (spent?.left ?? 0);
    return charged > 0 && charged * parts >= (tightest(left)?.left ?? Infinity);
  }

  async #view(): Promise<View> {
    const now = this.#deps.clock.now();
    const age = now - (this.#known?.at ?? -Infinity);
    if (this.#known === undefined || age < 0 || age >= PRICES_LAST) {
      this.#known = { ...(await pricesNow(this.#deps)), at: now };
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
    const { prices, asOf, limit } = read;
    this.#known = { prices, tick: limit.before.tick, asOf, at: clock.now() };
  }
}
