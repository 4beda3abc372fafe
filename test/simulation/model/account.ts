import type { World } from '../world.js';

export type Endpoint = 'cpf' | 'cnpj' | 'realtime';
export type Prices = Readonly<Record<Endpoint, number>>;

/** What a found record costs unless the plan says otherwise (spec, "Costs"). */
export const DEFAULTS: Prices = { cpf: 1, cnpj: 1, realtime: 1.5 };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A balance as it was at a moment (epoch ms). */
export interface Shown {
  readonly at: number;
  readonly used: number;
  readonly plan: string;
  readonly remaining: number;
}

/** Balance and prices of one account (spec, "Quota record", "Plans and credits"). */
export class Account {
  used: number;
  allowance: number;
  plan: string;
  prices: Prices;
  readonly hasOverage: boolean;
  readonly userId: string;
  /** What other programs spent, by time. */
  readonly others: { readonly at: number; readonly credits: number }[] = [];
  /** Told when used credits fall or the plan changes, and when that shows: readings before can be compared no more. */
  whenBegunAnew: () => void = () => undefined;
  /** How far (ms) the shown balance lies behind: always by this, or until a cache of this age is renewed. */
  readonly #lag: number;
  readonly #isCache: boolean;
  readonly #course: Shown[] = [];
  #firstAt = -Infinity;

  constructor(readonly world: World) {
    const { random, kinds } = world;
    this.#lag = kinds.has('late_balance') ? random.pick([1, 3, 5, 8, 20, 45, 60]) * SECOND : 0;
    this.#isCache = random.chance(0.3);
    const isFree = kinds.has('free_plan');
    this.plan = isFree ? 'Grátis' : random.pick(['Micro', 'Básico', 'Sob medida']);
    this.hasOverage = !isFree && kinds.has('overage');
    this.used = random.chance(kinds.has('renewal') ? 0.6 : 0.3) ? 0 : random.int(1, 40);
    this.allowance =
      this.used + (kinds.has('small_balance') ? random.int(1, 20) : random.int(60, 400));
    const price = kinds.has('other_price') ? random.pick([0.5, 1.5, 2, 2, 3, 5]) : 1;
    const cnpj = random.chance(0.5) ? price : 1;
    this.prices = { cpf: price, cnpj, realtime: price * 1.5 };
    this.userId = `user-${random.int(1000, 9999)}`;
    this.#course.push({ ...this.#current(), at: -Infinity });
    if (isFree) this.#renewEveryMonth();
    else if (kinds.has('renewal')) this.#renewAfter(this.#soon());
    this.#letPricesChange();
    this.#letOthersSpend(isFree || kinds.has('renewal'));
    // The refund of exactly what a lost answer cost would leave no trace.
    if (kinds.has('refund')) {
      const credits = random.pick([0.77, 1.37, 2.93]);
      this.#after(this.#soon(), `a refund of ${credits}`, () => {
        if (this.used < credits) return;
        this.#beginAnew(() => (this.used -= credits));
      });
    }
  }

  /** Takes credits, and returns how many of them the balance did not cover. */
  take(credits: number): number {
    if (this.used === 0) this.#firstAt = this.world.now;
    this.#change(() => (this.used += credits));
    return Math.max(0, Math.min(credits, this.used - this.allowance));
  }

  /** Whether the balance covers a cost, or the excess is billed (spec, "Credit rules" 1). */
  covers(cost: number): boolean {
    return this.hasOverage || this.allowance - this.used >= cost - 1e-9;
  }

  add(credits: number): void {
    this.#change(() => (this.allowance += credits));
  }

  /** The balance that is shown now. */
  shown(): Shown {
    const { now } = this.world;
    const at = now - (this.#isCache && this.#lag > 0 ? now % this.#lag : this.#lag);
    return { ...(this.#course.findLast((one) => one.at <= at) ?? this.#current()), at };
  }

  quota({ plan, remaining, used }: Shown): object {
    const { userId } = this;
    const about = { billingStatus: 'active', userId, email: 'alguem@example.com' };
    return { plan, remainingCredits: remaining, usedCredits: used, ...about };
  }

  #current(): Shown {
    const { used, allowance, plan, world } = this;
    const remaining = Math.max(0, Math.floor(allowance - used + 1e-9));
    return { at: world.now, used, plan, remaining };
  }

  #change(change: () => void): void {
    change();
    this.#course.push(this.#current());
  }

  #beginAnew(change: () => void): void {
    this.#change(change);
    this.whenBegunAnew();
    this.world.scheduler.after(this.#lag, 'the balance shows it', () => {
      this.whenBegunAnew();
    });
  }

  #after(ms: number, label: string, change: () => void): void {
    this.world.scheduler.after(ms, label, () => {
      change();
      const { used, plan } = this;
      this.world.tell(undefined, () => `the account: ${label}, ${used} used, plan ${plan}`);
    });
  }

  #soon(): number {
    const { random } = this.world;
    return random.pick([random.int(1, 30) * MINUTE, random.int(1, 40) * HOUR]);
  }

  /** Now and then a little, or for some minutes much: more than the user's own requests cost. */
  #letOthersSpend(mayRenew: boolean): void {
    const { kinds, random } = this.world;
    const spend = (ms: number, credits: number) => {
      this.#after(ms, `another program spends ${credits}`, () => {
        this.others.push({ at: this.world.now, credits });
        this.take(credits);
      });
    };
    // Nobody can know of a period that begins unseen where others spend to the credit what was used before.
    const amounts = mayRenew ? [0.3, 0.7, 1.1] : [0.5, 1, 1, 2, 3, 1.5];
    for (let left = kinds.has('others_spend') ? random.int(1, 4) : 0; left > 0; left -= 1)
      spend(this.#soon(), random.pick(amounts));
    if (!kinds.has('others_spend_much')) return;
    this.allowance += 1_000;
    const from = random.pick([0, random.int(0, 20) * MINUTE]);
    const every = random.pick([20, 45, 90]) * SECOND;
    for (let n = 0; n < 40; n += 1)
      spend(from + n * every, random.int(1, 20) + (mayRenew ? 0.13 : 0));
  }

  /** The price of a record changes while the world goes on, in some worlds with the name of the plan. */
  #letPricesChange(): void {
    const { kinds, random } = this.world;
    if (!kinds.has('price_changes') && !kinds.has('plan_changes')) return;
    const factor = random.pick([0.5, 0.7, 1.3, 1.7, 2, 3, 3]);
    const most = random.pick([20 * SECOND, 3 * MINUTE, 20 * MINUTE, 30 * HOUR]);
    this.#after(random.int(1, most), `prices times ${factor}`, () => {
      const { cpf, cnpj, realtime } = this.prices;
      this.prices = { cpf: cpf * factor, cnpj: cnpj * factor, realtime: realtime * factor };
      if (!kinds.has('plan_changes')) return;
      this.#beginAnew(() => (this.plan = this.plan === 'Grátis' ? 'Micro' : `${this.plan} Plus`));
    });
  }

  /**
   * A billing period of a paid plan begins. Money rule 2 leaves out one case: a period within the hour after
   * one in which nothing had been used yet.
   */
  #renewAfter(ms: number): void {
    this.world.scheduler.after(ms, 'a new billing period', () => {
      if (this.world.now - this.#firstAt < 1.1 * HOUR) this.#renewAfter(2 * HOUR);
      else this.#renew();
    });
  }

  /** On the Free plan the credits renew on the 1st of each month, UTC. */
  #renewEveryMonth(): void {
    const now = new Date(this.world.now);
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    this.world.scheduler.after(next - this.world.now, 'a new month', () => {
      this.#renew();
      this.#renewEveryMonth();
    });
  }

  #renew(): void {
    this.#beginAnew(() => (this.used = 0));
    this.world.tell(undefined, () => 'the account: a new period, 0 used');
  }
}
