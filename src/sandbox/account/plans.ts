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

/**
 * Finds a plan by name, ignoring accents and case; `free` is `Grátis`. Any other name makes a custom plan
 * without overage.
 */
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

/**
 * The start of the credit period, in epoch ms. On the Free plan and without a plan it is the UTC month;
 * otherwise the billing cycle, a month from the day the account was opened (spec, "Quota record").
 */
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
