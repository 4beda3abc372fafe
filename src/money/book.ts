import { TOLERANCE, type AccountTerms, type PriceKind, type Prices } from '../ledger/index.js';

export { TOLERANCE };

/** Credits of a found record by default (spec, "Costs"). */
export const DEFAULT_PRICES: Prices = { cpf: 1, cnpj: 1, realtime: 1.5 };

/** Fills in the default for each price that the user has not set: a price is never inferred. */
export function resolvePrices({ cpf, cnpj, realtime }: AccountTerms = {}): Prices {
  return {
    cpf: cpf ?? DEFAULT_PRICES.cpf,
    cnpj: cnpj ?? DEFAULT_PRICES.cnpj,
    realtime: realtime ?? DEFAULT_PRICES.realtime,
  };
}

/** Returns the kinds whose price the user must set for a limit, because other programs use the account. */
export function findUnsetPrices(terms: AccountTerms, kinds: readonly PriceKind[]): PriceKind[] {
  return terms.shared === true ? kinds.filter((kind) => terms[kind] === undefined) : [];
}

/** How often (ms) a process checks whether other processes have finished. */
export const CHECK_OTHERS_EVERY = 5_000;

/** How long (ms) a process waits before it reads again a balance that it read during another request. */
export const REREAD_AFTER = 1_000;

/** Rounds credits to a millionth, because sums of fractions are not exact. */
export function roundCreditSum(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}

/** The plan that renews with the month (spec, "Plans and credits"). */
const FREE_PLAN = 'Grátis';
const FREE_PLANS: ReadonlySet<string> = new Set([FREE_PLAN, 'Grátis (Free)', 'Free']);

export function isFreePlan(plan: string): boolean {
  return FREE_PLANS.has(plan.normalize('NFC'));
}

/** Returns `YYYY-MM` of a moment (epoch ms, UTC). */
export function formatMonth(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}
