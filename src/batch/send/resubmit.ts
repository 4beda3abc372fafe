import { ConfereError, asKnownError, type ErrorFacts } from '../../errors.js';
import type { Batch, Job } from '../../ledger/index.js';
import { createWatch } from '../../money/settle-by-balance.js';
import type { Deps } from '../dependencies.js';
import { createQuiet, type Quiet } from '../settle/quiet.js';
import { proveAgain, settleJobs } from '../settle/settle.js';
import { agree, beginRun, type SpendingLimits } from './spending.js';
import { sendableJobs, submitJobs } from './submit.js';

/**
 * Sends the unanswered identifiers of these unconfirmed jobs again, as the user decided, whatever it costs.
 * Each job is given up in the transaction that begins its new submission, so that a guard changes nothing. A
 * job that an earlier resubmission made is settled first (money rule 2): the user's word was given for one
 * more submission, not for two.
 *
 * @throws ConfereError kind `credits` if a guard or the user stops it; kind `unconfirmed` if an earlier
 * resubmission may still prove free, or the answer is lost
 */
export async function resubmit(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  given: SpendingLimits,
): Promise<void> {
  const quiet = createQuiet(deps, batch);
  try {
    await settleAndResubmit(deps, batch, jobs, given, quiet);
  } finally {
    await quiet.end();
  }
}

async function settleAndResubmit(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  given: SpendingLimits,
  quiet: Quiet,
): Promise<void> {
  const settling = { watch: createWatch(deps), quiet };
  // A job is sent again whole or not at all.
  const limits = { ...given, fitBalance: false };
  const open = await madeByResubmission(deps, batch, jobs);
  await settleJobs(deps, batch, open, settling);
  const only = new Set(jobs.map(({ seq }) => seq));
  const meant = await sendableJobs(deps, batch, limits, jobs, only);
  if (limits.confirm !== undefined) await quiet.end();
  const run = await beginRun(deps, batch, limits);
  await agree(deps, batch, meant, run).catch(withoutFitBalance);
  // The user's word is for these identifiers, whatever they cost.
  run.cap = limits.maxCredits ?? Infinity;
  await proveAgain(deps, batch, open, settling);
  for (const { seq } of open) only.delete(seq);
  const bringHome = () => Promise.resolve(false);
  await submitJobs(deps, batch, meant, run, { quiet, resubmits: only, bringHome });
}

/** Jobs of an earlier resubmission about which nothing is decided yet. */
async function madeByResubmission(
  { ledger }: Deps,
  { num }: Batch,
  jobs: readonly Job[],
): Promise<Job[]> {
  const decisions = await ledger.decisionsOf(num);
  const made = new Set(
    decisions.flatMap(({ decision, evidence }) =>
      decision === 'resubmit' ? [evidence['into']] : [],
    ),
  );
  const open = jobs.filter(({ state, jobId, verdict }) => {
    return state === 'unconfirmed' && jobId === null && verdict === null;
  });
  return open.filter(({ seq }) => made.has(seq));
}

function withoutFitBalance(error: unknown): never {
  const { code, facts } = asKnownError(error);
  if (code !== 'over_balance') throw error;
  throw new ConfereError('over_balance', {
    ...(facts as ErrorFacts['over_balance']),
    of: 'resubmission',
  });
}
