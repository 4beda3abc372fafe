import { randomBytes } from 'node:crypto';
import { Refusal, createRefusal, type RefusalName } from './refusals.js';
import type { SandboxContext } from './context.js';
import type { Database } from './state.js';

/** A plan and its credits per period (spec, "Plans and credits"). */
interface Plan {
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

/**
 * Finds a plan by name, ignoring accents and case; `free` is `Grátis`. Any other name makes a custom plan without
 * overage.
 */
function findPlan(name: string): Plan {
  const simpleName = simplifyName(name) === 'free' ? 'gratis' : simplifyName(name);
  const knownPlan = PLANS.find(({ plan }) => simplifyName(plan) === simpleName);
  return knownPlan ?? { plan: name, allowance: 1_000_000, overage: false };
}

const simplifyName = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether credits renew with the UTC month instead of a billing cycle. */
const renewsMonthly = (plan: string): boolean => plan === 'Grátis' || plan === 'unknown';

/** The last day that every month has. */
const LAST_SAFE_DAY = 28;

/**
 * Returns when the period began (epoch ms): with the UTC month on the Free plan and without a plan, otherwise on the
 * day of the month on which the account was opened (spec, "Quota record").
 */
function findPeriodStart(plan: string, opened: number, now: number): number {
  const day = renewsMonthly(plan) ? 1 : Math.min(new Date(opened).getUTCDate(), LAST_SAFE_DAY);
  const date = new Date(now);
  const thisMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day);
  return thisMonth <= now
    ? thisMonth
    : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, day);
}

/** The credits of a found record; a plan may have other costs (spec, "Limits"). */
export interface SandboxCosts {
  readonly cpf: number;
  readonly cnpj: number;
  readonly realtime: number;
}

export const SPEC_COSTS: SandboxCosts = { cpf: 1, cnpj: 1, realtime: 1.5 };

const PRECISION = 1e6;

/** Rounds credits to a millionth, so that sums of fractions such as 0.1 stay exact. */
export const roundCredits = (credits: number): number =>
  Math.round(credits * PRECISION) / PRECISION;

/** The account of the sandbox, stored as JSON. Credits may be fractional, and `used` may exceed the allowance. */
export interface SandboxAccount extends Plan {
  readonly used: number;
  /** When the account was opened (epoch ms). */
  readonly opened: number;
  /** When the current period began (epoch ms). */
  readonly period: number;
  readonly costs: SandboxCosts;
  /** The first key. */
  readonly key: string;
  /** How often the key was replaced. */
  readonly replaced: number;
}

function readStoredAccount(db: Database): SandboxAccount {
  return JSON.parse(
    String(db.prepare('SELECT value FROM account').get()?.['value']),
  ) as SandboxAccount;
}

function storeAccount(db: Database, account: SandboxAccount): SandboxAccount {
  db.prepare('INSERT OR REPLACE INTO account VALUES (1, ?)').run(JSON.stringify(account));
  return account;
}

export interface AccountOptions {
  /** A plan of the spec or the name of a custom plan. The default is the stored plan, at first `Sandbox`. */
  readonly plan?: string;
  readonly credits?: number;
  /** Whether lookups go on, billed as overage, when the credits run out. The default comes from the plan. */
  readonly overage?: boolean;
  /** Credits of a found record. The default is the stored costs, at first 1, 1 and 1.5. */
  readonly costs?: Partial<SandboxCosts>;
  /** The first key. The default is the stored key, at first a random one. */
  readonly apiKey?: string;
}

/** Opens the account: used credits stay, options replace stored values, and another plan does not renew the credits. */
export function openAccount(db: Database, options: AccountOptions, now: number): void {
  const isNew = db.prepare('SELECT id FROM account').get() === undefined;
  const account = isNew ? createAccount(options, now) : readAccount(db, now);
  const plan = options.plan === undefined ? account : findPlan(options.plan);
  const { credits = plan.allowance, overage = plan.overage, costs, apiKey = account.key } = options;
  storeAccount(db, {
    ...account,
    plan: plan.plan,
    allowance: credits,
    overage,
    costs: { ...account.costs, ...costs },
    period:
      options.plan === undefined ? account.period : findPeriodStart(plan.plan, account.opened, now),
    key: apiKey,
    // A new first key was never replaced; jobs stay with the key that submitted them.
    replaced: apiKey === account.key ? account.replaced : 0,
  });
}

function createAccount({ plan = 'Sandbox', apiKey = randomKey() }: AccountOptions, now: number) {
  const period = findPeriodStart(findPlan(plan).plan, now, now);
  const initialValues = {
    used: 0,
    opened: now,
    period,
    costs: SPEC_COSTS,
    key: apiKey,
    replaced: 0,
  };
  return { ...findPlan(plan), ...initialValues };
}

/** Returns the account in a new period, if one has begun (spec, "Plans and credits"). */
function renewAccount(account: SandboxAccount, now: number): SandboxAccount | undefined {
  const period = findPeriodStart(account.plan, account.opened, now);
  // With `!==`, a clock that is set back would renew the credits.
  return period > account.period ? { ...account, used: 0, period } : undefined;
}

/** Reads the account at `now`, and stores a new period. */
export function readAccount(db: Database, now: number): SandboxAccount {
  const account = readStoredAccount(db);
  const renewed = renewAccount(account, now);
  return renewed === undefined ? account : storeAccount(db, renewed);
}

/** Returns the time of the last renewal (epoch ms), if the stored account does not include it yet. */
export function findPendingRenewal(db: Database, now: number): number | undefined {
  return renewAccount(readStoredAccount(db), now)?.period;
}

export const computeBalance = ({ allowance, used }: SandboxAccount): number =>
  Math.max(0, roundCredits(allowance - used));

/**
 * Returns whether the account can pay: without overage, the balance must cover the cost (spec, "Limits", credit rule
 * 1).
 */
export const canPay = (account: SandboxAccount, cost: number): boolean =>
  account.overage || computeBalance(account) >= cost;

export function charge(db: Database, credits: number): void {
  const account = readStoredAccount(db);
  storeAccount(db, { ...account, used: Math.max(0, roundCredits(account.used + credits)) });
}

/**
 * Refuses a batch that the balance does not cover (spec, "POST /cpf/bulk", rule 4). With a balance of zero, the message
 * is the same as for a lookup.
 */
export function requireBatchCredits(
  context: SandboxContext,
  kind: 'cpf' | 'cnpj',
  items: number,
): void {
  const account = readAccount(context.db, context.clock.now());
  const needed = roundCredits(items * account.costs[kind]);
  if (canPay(account, needed)) return;
  if (computeBalance(account) === 0) throw createRefusal(context, 'no-credits-batch');
  throw new Refusal(403, `Créditos insuficientes para o lote: ${needed} necessários.`);
}

/** Returns the quota record (spec, "Quota record"). */
export function readQuota(db: Database, now: number) {
  const account = readAccount(db, now);
  return {
    plan: account.plan,
    remainingCredits: Math.floor(computeBalance(account)),
    usedCredits: account.used,
    billingStatus: account.plan === 'unknown' ? 'free' : 'active',
    userId: '5a9db0c5-0000-4000-8000-000000000001',
    email: 'sandbox@confere.example',
  };
}

/** An event that changes the account without a request of confere. */
export interface AccountEvent {
  readonly type: 'renew' | 'spend' | 'refund' | 'replace-key';
  /** Credits that `spend` and `refund` move. */
  readonly credits: number;
}

/**
 * Applies an event; returns the new balance, and the new key if it was replaced. Jobs must have been advanced to `now`.
 */
export function applyEvent(db: Database, { type, credits }: AccountEvent, now: number) {
  return db.transaction(() => {
    const account = readAccount(db, now);
    if (type === 'renew') charge(db, -account.used);
    if (type === 'refund') charge(db, -credits);
    if (type === 'spend')
      charge(db, account.overage ? credits : Math.min(credits, computeBalance(account)));
    const apiKey = type === 'replace-key' ? replaceKey(db) : undefined;
    return { ...readQuota(db, now), apiKey };
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

/** Returns a key that no web page and no other user of the machine can guess. */
const randomKey = (): string => `sandbox-${randomBytes(15).toString('hex')}`;

/** Returns the key that replaced the first key; suffixes begin with `-3`, because `-2` is that of the second key. */
const buildReplacement = (firstKey: string, replacementCount: number) =>
  replacementCount === 0 ? firstKey : `${firstKey}-${replacementCount + 2}`;

/**
 * Returns why a key is refused, or undefined. The account has a second key, `-2`, with other jobs and another rate
 * limit.
 */
export function findKeyRefusal(db: Database, key: string | undefined): RefusalName | undefined {
  if (key === undefined || key === '') return 'missing-key';
  const { key: firstKey, replaced } = readStoredAccount(db);
  if (key === buildReplacement(firstKey, replaced) || key === `${firstKey}-2`) return undefined;
  const earlierKeys = Array.from({ length: replaced }, (_, times) =>
    buildReplacement(firstKey, times),
  );
  return earlierKeys.includes(key) ? 'replaced-key' : 'unknown-key';
}

/** Returns the newest replacement of the first key, which `confere sandbox` shows. */
export function readShownKey(db: Database): string {
  const { key, replaced } = readStoredAccount(db);
  return buildReplacement(key, replaced);
}

/** Replaces the first key: the old key is refused, and no valid key sees its jobs any more (spec, "Authentication"). */
function replaceKey(db: Database): string {
  const account = readStoredAccount(db);
  storeAccount(db, { ...account, replaced: account.replaced + 1 });
  return readShownKey(db);
}
