import { ConfereError, type ErrorFacts } from '../../errors.js';
import type { Batch, Job } from '../../ledger/index.js';
import { createWatch } from '../../money/settle-by-balance.js';
import type { Deps } from '../dependencies.js';
import { createSettlementPause, type SettlementPause } from '../settle/settlement-pause.js';
import { proveAgain, settleJobs } from '../settle/settle.js';
import { agree, beginRun, type SpendingLimits } from './spending.js';
import { sendableJobs, submitJobs } from './submit.js';

/**
 * Sends the unanswered identifiers of these unconfirmed jobs again, as the user decided, whatever it costs.
 * Each job is given up in the transaction that begins its new submission, so that a guard changes nothing. A
 * job that an earlier resubmission made is settled first (money rule 2): the user's word was given for one
 * more submission, not for two.
 * Returns why not all of it was sent: a guard or the user stopped it, an earlier resubmission may still prove free, or the
 * answer is lost.
 */
export async function resubmit(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  given: SpendingLimits,
): Promise<ConfereError | undefined> {
  const othersPaused = createSettlementPause(deps, batch);
  try {
    // A job is sent again whole or not at all.
    const limits = { ...given, fitBalance: false };
    return await settleAndResubmit(deps, batch, jobs, limits, othersPaused);
  } finally {
    await othersPaused.end();
  }
}

async function settleAndResubmit(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  limits: SpendingLimits,
  othersPaused: SettlementPause,
): Promise<ConfereError | undefined> {
  const settling = { watch: createWatch(deps), othersPaused };
  const open = await madeByResubmission(deps, batch, jobs);
  const doubt = await settleJobs(deps, batch, open, settling);
  if (doubt !== undefined) return doubt;
  const only = new Set(jobs.map(({ seq }) => seq));
  const meant = await sendableJobs(deps, batch, limits, jobs, only);
  if (meant instanceof ConfereError) return meant;
  if (limits.confirm !== undefined) await othersPaused.end();
  const run = await beginRun(deps, batch, limits);
  const agreed = await agree(deps, batch, meant, run);
  if (agreed instanceof ConfereError) return withoutFitBalance(agreed);
  // The user's word is for these identifiers, whatever they cost.
  run.cap = limits.maxCredits ?? Infinity;
  const moved = await proveAgain(deps, batch, open, settling);
  if (moved !== undefined) return moved;
  for (const { seq } of open) only.delete(seq);
  const collect = () => Promise.resolve(false);
  return (await submitJobs(deps, batch, meant, { run, othersPaused, resubmits: only, collect }))
    .stop;
}

/** Jobs of an earlier resubmission about which nothing is decided yet. */
async function madeByResubmission(
  { ledger }: Pick<Deps, 'ledger'>,
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

function withoutFitBalance(error: ConfereError): ConfereError {
  if (error.code !== 'over_balance') return error;
  const facts = error.facts as ErrorFacts['over_balance'];
  return new ConfereError('over_balance', { ...facts, of: 'resubmission' });
}
