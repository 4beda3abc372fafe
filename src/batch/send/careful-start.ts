import { dearestPrices } from '../../money/account-prices.js';
import { isFreePlan } from '../../money/billing-period.js';
import type { Job, Prices } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { affordableItems, costOfJobs, count } from './job-costs.js';

/** What the user agreed to, and how far the credits reach. */
export interface CarefulQuestion {
  /** Credits that the identifiers to send may cost. */
  readonly credits: number;
  /** Credits of a found record of each kind, as assumed. */
  readonly prices: Prices;
  /** Credits of the tightest budget: of this run, the day or the month; Infinity without one. */
  readonly budget: number;
  /** Credits left after subtracting what our running jobs may still be charged. */
  readonly balance: number;
  readonly allowOverage: boolean;
  /** The plan of the account, as `GET /quota` names it. */
  readonly plan: string;
}

/** What to send first, so that its charge shows the price of a record. */
export interface CarefulStart {
  readonly jobs: readonly Job[];
  /** How many identifiers of these jobs. */
  readonly items: number;
  /** Credits for them, at the assumed price. */
  readonly credits: number;
}

/** The balance is kept at this many times the assumed price; a budget, which the user set, at the dearest price. */
const PRICE_FOR_BALANCE = 2;

/**
 * While nothing shows what a record costs on this account, the assumed price may be too low ("plans may have their
 * own", spec, "Costs"). Where a budget or the balance would not cover all identifiers at a higher price, only as many
 * of one kind go first as it covers, but at least one. Returns undefined where everything may go.
 */
export async function carefulStart(
  deps: Deps,
  jobs: readonly Job[],
  question: CarefulQuestion,
): Promise<CarefulStart | undefined> {
  const { prices, credits } = question;
  const dearest = await dearestPrices(deps);
  const isOpen = (job: Job) => job.state === 'planned' && dearest[job.kind] > prices[job.kind];
  const kind = jobs.find(isOpen)?.kind;
  if (kind === undefined || isCovered(jobs, dearest, question)) return undefined;
  // Their proof does not outlive another charge at a price that nothing proves.
  const proved = jobs.filter(({ state }) => state === 'unconfirmed');
  if (proved.length > 0)
    return { jobs: proved, items: count(proved), credits: costOfJobs(proved, prices) };
  const first = jobs.filter((job) => isOpen(job) && job.kind === kind);
  const covered = [
    affordableItems(question.budget, dearest[kind]),
    affordableItems(balanceOf(question), forBalance(dearest, prices)[kind]),
    affordableItems(credits, prices[kind]),
  ];
  const most = Math.max(1, Math.min(...covered));
  const isAll = first.length === jobs.length && count(first) <= most;
  const items = Math.min(most, count(first));
  return isAll ? undefined : { jobs: first, items, credits: most * prices[kind] };
}

function isCovered(jobs: readonly Job[], dearest: Prices, question: CarefulQuestion): boolean {
  const { budget, prices } = question;
  if (costOfJobs(jobs, dearest) > budget) return false;
  return costOfJobs(jobs, forBalance(dearest, prices)) <= balanceOf(question);
}

function forBalance(dearest: Prices, prices: Prices): Prices {
  const at = (kind: keyof Prices) => Math.min(dearest[kind], PRICE_FOR_BALANCE * prices[kind]);
  return { cpf: at('cpf'), cnpj: at('cnpj'), realtime: at('realtime') };
}

/** Without overage the service itself refuses what the balance does not cover (spec, "Credit rules"). */
function balanceOf({ balance, allowOverage, plan }: CarefulQuestion): number {
  return allowOverage || isFreePlan(plan) ? Infinity : balance;
}
