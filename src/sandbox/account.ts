import { randomBytes } from 'node:crypto';
import { Refusal, refusal, type RefusalName } from './refusals.js';
import type { Database } from './state.js';

/** A plan and its credits per period (spec, "Plans and credits"). */
export interface Plan {
  readonly plan: string;
  readonly allowance: number;
  readonly overage: boolean;
}

const PLANS: readonly Plan[] = [
  { plan: 'Grátis', allowance: 50, overage: false },
  { plan: 'Micro', allowance: 100, overage: true },
  { plan: 'Básico', allowance: 1000, overage: true },
  { plan: 'Intermediário', allowance: 5000, overage: true },
  { plan: 'Avançado', allowance: 10_000, overage: true },
  { plan: 'unknown', allowance: 0, overage: false },
];

/** Finds a plan by name, ignoring accents and case; `free` is `Grátis`. Any other name makes a custom plan without overage. */
export function findPlan(name: string): Plan {
  const wanted = plain(name) === 'free' ? 'gratis' : plain(name);
  const known = PLANS.find(({ plan }) => plain(plan) === wanted);
  return known ?? { plan: name, allowance: 1_000_000, overage: false };
}

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether credits renew with the UTC month instead of a billing cycle. */
const isFree = (plan: string): boolean => plan === 'Grátis' || plan === 'unknown';

/** Every month has this day. */
const LAST_SAFE_DAY = 28;

/** Epoch ms. The UTC month on the Free plan and without a plan, else a month from the day of opening (spec, "Quota record"). */
export function periodStart(plan: string, opened: number, now: number): number {
  const day = isFree(plan) ? 1 : Math.min(new Date(opened).getUTCDate(), LAST_SAFE_DAY);
  const date = new Date(now);
  const thisMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day);
  return thisMonth <= now
    ? thisMonth
    : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, day);
}

/** What a found record costs, in credits; plans may have their own costs (spec, "Limits", costs). */
export interface Costs {
  readonly cpf: number;
  readonly cnpj: number;
  readonly realtime: number;
}

export const SPEC_COSTS: Costs = { cpf: 1, cnpj: 1, realtime: 1.5 };

const DIGITS = 1e6;

/** Rounds credits to a millionth, so that sums of fractions such as 0.1 stay exact. */
export const roundCredits = (credits: number): number => Math.round(credits * DIGITS) / DIGITS;

/** The account of the sandbox. Credits may be fractional, and `used` may exceed the allowance. */
export interface Account extends Plan {
  readonly used: number;
  readonly costs: Costs;
}

/** What a start may change; what is left out stays as it is stored. */
export interface AccountOptions {
  readonly plan?: string;
  readonly credits?: number;
  readonly overage?: boolean;
  readonly costs?: Partial<Costs>;
  readonly apiKey?: string;
}

/** Later starts keep the used credits; options replace what is stored. */
export function openAccount(db: Database, options: AccountOptions, now: number): void {
  const { plan, credits, overage, costs, apiKey } = options;
  const first = findPlan(plan ?? 'Sandbox');
  db.prepare('INSERT OR IGNORE INTO account VALUES (1, ?, ?, ?, 0, ?, ?, ?, ?, 0)').run(
    ...columns(first),
    now,
    periodStart(first.plan, now, now),
    JSON.stringify(SPEC_COSTS),
    apiKey ?? randomKey(),
  );
  if (plan !== undefined) changePlan(db, findPlan(plan), now);
  if (credits !== undefined) db.prepare('UPDATE account SET allowance = ?').run(credits);
  if (overage !== undefined) db.prepare('UPDATE account SET overage = ?').run(overage ? 1 : 0);
  if (costs !== undefined) {
    const all = { ...costsOf(storedRow(db)), ...costs };
    db.prepare('UPDATE account SET costs = ?').run(JSON.stringify(all));
  }
  // Another first key begins without replacements; jobs stay with the key that submitted them.
  if (apiKey !== undefined)
    db.prepare('UPDATE account SET key = ?, replaced = 0 WHERE key != ?').run(apiKey, apiKey);
}

/** First applies a renewal of the old plan that is due. The change of plan itself renews nothing. */
function changePlan(db: Database, plan: Plan, now: number): void {
  const { opened } = readRow(db, now);
  const change = db.prepare('UPDATE account SET plan = ?, allowance = ?, overage = ?, period = ?');
  change.run(...columns(plan), periodStart(plan.plan, opened, now));
}

const columns = ({ plan, allowance, overage }: Plan) => [plan, allowance, overage ? 1 : 0] as const;

interface Row {
  readonly plan: string;
  readonly allowance: number;
  readonly overage: number;
  readonly used: number;
  readonly opened: number;
  readonly period: number;
  /** JSON. */
  readonly costs: string;
}

/** Reads the account at `now`. A new period starts with no credits used (spec, "Plans and credits"). */
export function readAccount(db: Database, now: number): Account {
  const row = readRow(db, now);
  const { plan, allowance, overage, used } = row;
  return { plan, allowance, overage: overage === 1, used, costs: costsOf(row) };
}

const costsOf = ({ costs }: Row): Costs => JSON.parse(costs) as Costs;

function readRow(db: Database, now: number): Row {
  const row = storedRow(db);
  const period = periodStart(row.plan, row.opened, now);
  // Not `===`: a clock that is set back must not renew the credits.
  if (period <= row.period) return row;
  db.prepare('UPDATE account SET used = 0, period = ?').run(period);
  return { ...row, used: 0, period };
}

const storedRow = (db: Database): Row =>
  db.prepare('SELECT * FROM account').get() as unknown as Row;

/** The time of the last renewal, in epoch ms, if the stored account does not yet include it. */
export function pendingRenewal(db: Database, now: number): number | undefined {
  const { plan, opened, period } = storedRow(db);
  const start = periodStart(plan, opened, now);
  return start > period ? start : undefined;
}

export const balance = ({ allowance, used }: Account): number =>
  Math.max(0, roundCredits(allowance - used));

/** Spec, "Limits", credit rule 1: without overage the balance must cover the cost. */
export const canPay = (account: Account, cost: number): boolean =>
  account.overage || balance(account) >= cost;

export function charge(db: Database, credits: number): void {
  const { used } = storedRow(db);
  const now = Math.max(0, roundCredits(used + credits));
  db.prepare('UPDATE account SET used = ?').run(now);
}

/** Spec, "POST /cpf/bulk", rule 4. With a balance of zero the message is the general one, in the string form. */
export function requireBatchCredits(
  db: Database,
  now: number,
  kind: 'cpf' | 'cnpj',
  items: number,
): void {
  const account = readAccount(db, now);
  const needed = roundCredits(items * account.costs[kind]);
  if (canPay(account, needed)) return;
  if (balance(account) === 0) throw refusal('no-credits-batch');
  throw new Refusal(403, `Créditos insuficientes para o lote: ${needed} necessários.`);
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
    email: 'sandbox@confere.example',
  };
}

/** What may happen to an account without a request of ours. */
export interface AccountEvent {
  readonly type: 'renew' | 'spend' | 'refund' | 'replace-key';
  /** Of `spend` and `refund`. */
  readonly credits: number;
}

/** Returns the balance after it, and the key that works then. Jobs must have been advanced to `now`. */
export function applyEvent(db: Database, { type, credits }: AccountEvent, now: number) {
  return db.transaction(() => {
    const account = readAccount(db, now);
    if (type === 'renew') charge(db, -account.used);
    if (type === 'refund') charge(db, -credits);
    if (type === 'spend')
      charge(db, account.overage ? credits : Math.min(credits, balance(account)));
    const apiKey = type === 'replace-key' ? replaceKey(db) : undefined;
    return { ...quota(db, now), apiKey };
  });
}

/** Reads `renew`, `replace-key`, `spend` or `refund`, the last two with their credits; undefined for others. */
export function readEvent(type: string, credits: string | undefined): AccountEvent | undefined {
  if (type === 'renew' || type === 'replace-key')
    return credits === undefined ? { type, credits: 0 } : undefined;
  const isKnown = type === 'spend' || type === 'refund';
  return isKnown && CREDITS.test(credits ?? '') ? { type, credits: Number(credits) } : undefined;
}

const CREDITS = /^\d{1,9}(\.\d{1,6})?$/;

/** The keys (spec, "Authentication") by what follows the first one, and the answer to each; null: it works. */
export const KEYS: Readonly<Record<string, RefusalName | null>> = {
  '': null,
  // Other jobs, and a rate limit of its own.
  '-2': null,
  '-replaced': 'replaced-key',
  '-suspended': 'suspended-key',
  '-inactive': 'inactive-user',
  '-blocked': 'blocked-account',
};

/** A key that no web page and no other user of the machine can guess. */
const randomKey = (): string => `sandbox-${randomBytes(15).toString('hex')}`;

interface Held {
  /** The account's first key. */
  readonly key: string;
  /** How often the key was replaced. */
  readonly replaced: number;
}

const held = (db: Database): Held =>
  db.prepare('SELECT key, replaced FROM account').get() as unknown as Held;

/** The suffix `-2` belongs to another key of the account. */
const replacement = (key: string, times: number) => (times === 0 ? key : `${key}-${times + 2}`);

/** Why a key is refused; undefined if it works. */
export function keyRefusal(db: Database, key: string | undefined): RefusalName | undefined {
  if (key === undefined || key === '') return 'missing-key';
  const { key: first, replaced } = held(db);
  if (key === replacement(first, replaced)) return undefined;
  const earlier = Array.from({ length: replaced }, (_, times) => replacement(first, times));
  if (earlier.includes(key)) return 'replaced-key';
  const suffix = Object.keys(KEYS).find((each) => first + each === key);
  return suffix === undefined ? 'unknown-key' : (KEYS[suffix] ?? undefined);
}

/** The newest replacement of the first key: what `confere sandbox` shows. */
export function shownKey(db: Database): string {
  const { key, replaced } = held(db);
  return replacement(key, replaced);
}

/** The old one is refused, and its jobs belong to nobody that works (spec, "Authentication"). */
function replaceKey(db: Database): string {
  db.exec('UPDATE account SET replaced = replaced + 1');
  return shownKey(db);
}
