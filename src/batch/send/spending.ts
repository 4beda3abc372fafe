import { ConfereError } from '../../errors.js';
import { unclaimed, type Batch, type Job } from '../../ledger/index.js';
import { balanceFor } from '../../account/balance.js';
import { affordable } from '../../account/budget.js';
import type { Deps } from '../dependencies.js';
import type { PlanNumbers } from '../events.js';

export interface SpendingLimits {
  readonly maxCredits?: number;
  readonly allowOverage: boolean;
  readonly fitBalance: boolean;
  /** Records paid for at or after this moment (epoch ms) are reused. */
  readonly reuseSince: number;
  /** Send also identifiers that another batch is looking up, as the user asked. */
  readonly evenIfElsewhere: boolean;
  /** Asks the user, if there is a terminal. When it returns false, nothing is sent. */
  readonly confirm?: (numbers: PlanNumbers) => Promise<boolean>;
}

/**
 * Reports the numbers, asks for confirmation if possible, and returns how many identifiers may be sent.
 *
 * @throws ConfereError kind `credits` if a guard or the user stops it
 */
export async function agree(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  limits: SpendingLimits,
): Promise<number> {
  const worstCase = count(jobs);
  if (worstCase === 0) return 0;
  // They were proved not to be charged, so they claim no credits yet.
  const proved = count(jobs.filter(({ state }) => state === 'unconfirmed'));
  const { quota, taken } = await balanceFor(deps, worstCase - proved);
  const { outstanding } = await deps.ledger.claims();
  const remaining = quota.remainingCredits;
  const balance = Math.min(remaining, unclaimed(remaining, outstanding, taken) + proved);
  const kinds = { cpf: count(jobs.filter(isOf('cpf'))), cnpj: count(jobs.filter(isOf('cnpj'))) };
  const numbers = { ...(await factsOf(deps, batch)), toSend: worstCase, kinds, worstCase, balance };
  deps.emit({ type: 'plan', numbers });
  const credits = affordable({ worstCase, balance, ...limits });
  await askUser(limits, { ...numbers, toSend: credits, worstCase: credits });
  return credits;
}

async function factsOf({ ledger }: Deps, batch: Batch) {
  const { id, rows, invalid, duplicates, repaired } = batch;
  const [figures] = await ledger.figures(batch.num);
  const reused = figures?.counts.reused ?? 0;
  const unique = rows - invalid - duplicates;
  return { batch: id, rows, invalid, duplicates, repaired, unique, reused };
}

async function askUser({ confirm }: SpendingLimits, numbers: PlanNumbers): Promise<void> {
  if (confirm === undefined || numbers.toSend === 0 || (await confirm(numbers))) return;
  throw new ConfereError('declined', { nothing: 'sent' });
}

function isOf(kind: Job['kind']) {
  return (job: Job) => job.kind === kind;
}

function count(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => sum + job.items, 0);
}
