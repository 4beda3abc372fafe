import { MESSAGES, Refusal, type Form } from './answers.js';
import { findPlan, type Plan } from './plans.js';
import type { Database } from './state.js';

/** The account of the sandbox; credits may be fractional and `used` may pass the allowance. */
export interface Account extends Plan {
  readonly used: number;
}

/**
 * Makes the account on first use. Later starts keep what was used; a plan or credits given
 * expressly replace those stored, so that a start without options changes nothing.
 */
export function openAccount(
  db: Database,
  options: { readonly plan?: string | undefined; readonly credits?: number | undefined },
  now: number,
): void {
  db.prepare('INSERT OR IGNORE INTO account VALUES (1, ?, ?, ?, 0, ?)').run(
    ...columns(findPlan('Sandbox')),
    period(now),
  );
  if (options.plan !== undefined) {
    const change = db.prepare('UPDATE account SET plan = ?, allowance = ?, overage = ?');
    change.run(...columns(findPlan(options.plan)));
  }
  if (options.credits !== undefined) {
    db.prepare('UPDATE account SET allowance = ?').run(options.credits);
  }
}

const columns = ({ plan, allowance, overage }: Plan) => [plan, allowance, overage ? 1 : 0] as const;

/** The account now; credits renew with the UTC month (spec, "Plans and credits"). */
export function readAccount(db: Database, now: number): Account {
  const current = period(now);
  db.prepare('UPDATE account SET used = 0, period = ? WHERE period <> ?').run(current, current);
  const row = db.prepare('SELECT plan, allowance, overage, used FROM account').get();
  const { plan, allowance, overage, used } = row as Omit<Account, 'overage'> & { overage: number };
  return { plan, allowance, overage: overage === 1, used };
}

const period = (now: number) => new Date(now).toISOString().slice(0, 7);

/** Credits left, never negative. */
const balance = ({ allowance, used }: Account): number => Math.max(0, allowance - used);

/** Spec, "Limits", credit rule 1: without overage the balance must cover the cost. */
export const canPay = (account: Account, cost: number): boolean =>
  account.overage || balance(account) >= cost;

export function charge(db: Database, cost: number): void {
  db.prepare('UPDATE account SET used = used + ?').run(cost);
}

export function requireCredits(db: Database, now: number, cost: number, form: Form): void {
  if (!canPay(readAccount(db, now), cost)) throw new Refusal(403, MESSAGES.credits, form);
}

/**
 * Spec, "POST /cpf/bulk", rule 4: all valid items must be covered. With nothing left at all the
 * answer is the plain one, in the string form.
 */
export function requireBatchCredits(db: Database, now: number, needed: number): void {
  const account = readAccount(db, now);
  if (canPay(account, needed)) return;
  if (balance(account) === 0) throw new Refusal(403, MESSAGES.credits, 'string');
  throw new Refusal(403, MESSAGES.batchCredits(needed));
}

/** Spec, "Quota record". */
export function quota(db: Database, now: number) {
  const account = readAccount(db, now);
  return {
    plan: account.plan,
    remainingCredits: Math.floor(balance(account)),
    usedCredits: account.used,
    billingStatus: account.plan === 'unknown' ? 'free' : 'active',
    userId: '5a9db0c5-0000-4000-8000-000000000001',
    email: 'sandbox@exemplo.com.br',
  };
}
