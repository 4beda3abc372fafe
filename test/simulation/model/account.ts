import type { World } from '../world.js';
import type { Charge } from './service.js';

export type Endpoint = 'cpf' | 'cnpj' | 'realtime';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** No record costs more credits than this (money rule 4 of the contract). */
const DEAREST = 10;

export type Shown = ReturnType<Account['shown']>;

/** Balance and prices of one account (spec, "Quota record", "Plans and credits"). */
export class Account {
  used: number;
  allowance: number;
  plan: string;
  readonly hasOverage: boolean;
  prices: Readonly<Record<Endpoint, number>>;
  readonly userId: string;
  /** Told that credits are taken, before they are written down. */
  whenTaken: () => void = () => undefined;
  /** How far what the balance shows lies behind: not at all, a few seconds, or until a cache is renewed. */
  readonly #lag: number;
  readonly #isCache: boolean;
  readonly #course: { at: number; used: number; allowance: number; plan: string }[] = [];
  #firstAt = -Infinity;

  constructor(readonly world: World) {
    const { random, own, kinds } = world;
    this.#lag = kinds.has('late_balance') ? own.int(1, 5) * 1_000 : 0;
    this.#isCache = own.chance(0.3);
    const isFree = kinds.has('free_plan');
    this.plan = isFree ? 'Grátis' : random.pick(['Micro', 'Básico', 'Sob medida']);
    this.hasOverage = !isFree && kinds.has('overage');
    this.allowance = kinds.has('small_balance') ? random.int(1, 9) : random.int(60, 400);
    this.used = random.chance(kinds.has('renewal') ? 0.6 : 0.3) ? 0 : random.int(1, 40);
    this.allowance += this.used;
    const price = kinds.has('other_price') ? random.pick([0.5, 0.5, 2, 1.5]) : 1;
    this.prices = { cpf: price, cnpj: random.chance(0.5) ? price : 1, realtime: price * 1.5 };
    this.userId = `user-${random.int(1000, 9999)}`;
    const soon = () => random.pick([random.int(1, 30) * MINUTE, random.int(1, 40) * HOUR]);
    if (isFree) this.#everyMonth();
    else if (kinds.has('renewal')) this.#renewAfter(soon());
    if (kinds.has('refund')) {
      // One of exactly what a lost answer cost, also with what others spend, would leave no trace.
      const credits = random.pick([0.77, 1.37, 2.93]);
      this.after(soon(), `a refund of ${credits}`, () => {
        this.giveBack(credits);
      });
    }
    if (!kinds.has('other_spender')) return;
    // Where a period begins unseen and others spend to the credit what was used before, nobody can know.
    const amounts = isFree || kinds.has('renewal') ? [0.3, 0.7, 1.1] : [0.5, 1, 1, 2, 3, 1.5];
    for (let left = random.int(1, 4); left > 0; left -= 1) {
      const credits = random.pick(amounts);
      this.after(soon(), `another program spends ${credits}`, () => {
        this.take(credits);
      });
    }
  }

  after(ms: number, label: string, change: () => void): void {
    this.world.scheduler.after(ms, label, () => {
      change();
      const { used, plan } = this;
      this.world.tell(undefined, () => `the account: ${label}, ${used} used, plan ${plan}`);
    });
  }

  take(credits: number): void {
    if (this.used === 0) this.#firstAt = this.world.now;
    this.#change(() => (this.used += credits));
    this.whenTaken();
  }

  /** Whether the balance covers a cost, or what is beyond is billed (spec, "Credit rules" 1). */
  covers(cost: number): boolean {
    return this.hasOverage || this.allowance - this.used >= cost - 1e-9;
  }

  giveBack(credits: number): void {
    if (this.used >= credits) this.#change(() => (this.used -= credits));
  }

  /** Every price times `factor`; where the plan changes with them, it has another name. */
  changePrices(factor: number, changesPlan: boolean): void {
    const times = (price: number) => Math.min(DEAREST, Math.round(price * factor * 100) / 100);
    const { cpf, cnpj, realtime } = this.prices;
    this.prices = { cpf: times(cpf), cnpj: times(cnpj), realtime: times(realtime) };
    const plan = this.plan === 'Grátis' ? 'Micro' : `${this.plan} Plus`;
    if (changesPlan) this.#change(() => (this.plan = plan));
  }

  add(credits: number): void {
    this.#change(() => (this.allowance += credits));
  }

  /** What the balance shows now, and of which moment that is. */
  shown() {
    const { now } = this.world;
    const at = now - (this.#isCache && this.#lag > 0 ? now % this.#lag : this.#lag);
    const known = this.#course.findLast((one) => one.at <= at) ?? this.#course[0];
    const { used, allowance, plan } = known ?? this;
    const remaining = Math.max(0, Math.floor(allowance - used + 1e-9));
    return { at, used, plan, remaining };
  }

  quota({ plan, remaining, used }: Shown): object {
    return {
      ...{ plan, remainingCredits: remaining, usedCredits: used, billingStatus: 'active' },
      ...{ userId: this.userId, email: 'alguem@example.com' },
    };
  }

  #change(change: () => void): void {
    const keep = (at: number) => {
      const { used, allowance, plan } = this;
      this.#course.push({ at, used, allowance, plan });
    };
    if (this.#course.length === 0) keep(-Infinity);
    change();
    keep(this.world.now);
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
  #everyMonth(): void {
    const now = new Date(this.world.now);
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    this.world.scheduler.after(next - this.world.now, 'a new month', () => {
      this.#renew();
      this.#everyMonth();
    });
  }

  #renew(): void {
    this.#change(() => (this.used = 0));
    this.world.tell(undefined, () => 'the account: a new period, 0 used');
  }
}

/** Not those by which a lost answer would cost as much as another one that is known. */
const RISES = [1.3, 1.7, 2.3, 3.1];
const FALLS = [0.7, 0.6];

/** What a record costs changes while the world goes on, in some worlds with the name of the plan. */
export function changePrices(account: Account): void {
  const { own: random, kinds } = account.world;
  if (!kinds.has('price_changes') && !kinds.has('plan_changes')) return;
  const factor = random.pick(random.chance(0.85) ? RISES : FALLS);
  const most = random.pick([20_000, 3 * MINUTE, 20 * MINUTE, 30 * HOUR]);
  account.after(random.int(1, most), `prices times ${factor}`, () => {
    account.changePrices(factor, kinds.has('plan_changes'));
  });
}

/** Soon after some charges, gives about half of them back, and never what another request may cost. */
export function refundHalf(account: Account, charges: readonly Charge[]): void {
  const { own: random } = account.world;
  // Only what costs more than the default looks cheaper then.
  if (random.chance(0.7)) account.changePrices(random.pick([2, 3]), false);
  let left = random.int(1, 3);
  let isDue = false;
  // First the balance shows the whole price.
  let whole = random.int(1, 15);
  account.whenTaken = () => {
    if (left === 0 || isDue || (whole -= 1) > 0 || !random.chance(0.15)) return;
    left -= 1;
    isDue = true;
    const from = charges.length;
    account.after(random.int(2, random.pick([10, 60])) * 1_000, 'half is given back', () => {
      isDue = false;
      const credits = charges.slice(from).reduce((sum, one) => sum + returnPart(one), 0);
      account.giveBack(credits);
    });
  };
}

function returnPart({ credits, sent }: Charge): number {
  const part = credits * 0.47;
  if (sent !== undefined) sent.taken -= part;
  return part;
}
