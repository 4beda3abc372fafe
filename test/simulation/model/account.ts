import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import type { Scheduler } from '../machine/scheduler.js';

export type Endpoint = 'cpf' | 'cnpj' | 'realtime';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Balance and prices of one account (spec, "Quota record", "Plans and credits"). */
export class Account {
  used: number;
  allowance: number;
  readonly plan: string;
  readonly hasOverage: boolean;
  readonly prices: Readonly<Record<Endpoint, number>>;
  readonly userId: string;

  constructor(
    readonly scheduler: Scheduler,
    random: Random,
    kinds: ReadonlySet<Kind>,
    tell: (line: () => string) => void,
  ) {
    const isFree = kinds.has('free_plan');
    this.plan = isFree ? 'Grátis' : random.pick(['Micro', 'Básico', 'Sob medida']);
    this.hasOverage = !isFree && kinds.has('overage');
    this.allowance = kinds.has('small_balance') ? random.int(1, 9) : random.int(60, 400);
    this.used = random.chance(0.3) ? 0 : random.int(1, 40);
    this.allowance += this.used;
    const price = kinds.has('other_price') ? random.pick([0.5, 2, 1.5]) : 1;
    this.prices = { cpf: price, cnpj: random.chance(0.5) ? price : 1, realtime: price * 1.5 };
    this.userId = `user-${random.int(1000, 9999)}`;
    const soon = () => random.pick([random.int(1, 30) * MINUTE, random.int(1, 40) * HOUR]);
    const spends = (ms: number, label: string, change: () => void) => {
      scheduler.after(ms, label, () => {
        change();
        tell(() => `the account: ${label}, ${this.used} used`);
      });
    };
    if (isFree) this.#everyMonth(tell);
    else if (kinds.has('renewal')) spends(soon(), 'a new billing period', () => (this.used = 0));
    if (kinds.has('refund')) {
      const credits = random.int(1, 6);
      spends(
        soon(),
        `a refund of ${credits}`,
        () => (this.used = Math.max(0, this.used - credits)),
      );
    }
    if (!kinds.has('other_spender')) return;
    for (let left = random.int(1, 4); left > 0; left -= 1) {
      const credits = random.pick([0.5, 1, 1, 2, 3, 1.5]);
      spends(soon(), `another program spends ${credits}`, () => (this.used += credits));
    }
  }

  /** Whether the balance covers a cost, or what is beyond is billed (spec, "Credit rules" 1). */
  covers(cost: number): boolean {
    return this.hasOverage || this.allowance - this.used >= cost - 1e-9;
  }

  quota(): Record<string, unknown> {
    return {
      plan: this.plan,
      remainingCredits: Math.max(0, Math.floor(this.allowance - this.used + 1e-9)),
      usedCredits: this.used,
      billingStatus: 'active',
      userId: this.userId,
      email: 'alguem@example.com',
    };
  }

  /** On the Free plan the credits renew on the 1st of each month, UTC. */
  #everyMonth(tell: (line: () => string) => void): void {
    const now = new Date(this.scheduler.now);
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    this.scheduler.after(next - this.scheduler.now, 'a new month', () => {
      this.used = 0;
      tell(() => 'the account: a new month, 0 used');
      this.#everyMonth(tell);
    });
  }
}
