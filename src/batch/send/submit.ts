import type { Batch, Job } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { lookedUpElsewhere } from './under-way-elsewhere.js';
import { proveAgain, settleUnconfirmed } from '../settle/settle.js';
import type { During } from '../../service/index.js';
import { agree, type SpendingLimits } from './spending.js';
import { stopIfAsked } from '../stop.js';
import { submitJob } from './submit-job.js';

export interface Submitting {
  /** Numbers of the jobs that are meant; all when left out. */
  readonly only?: ReadonlySet<number> | undefined;
  /** What is done while a submission has to wait. */
  readonly during?: During | undefined;
}

/**
 * Sends the planned jobs of a held batch, one after the other, if the budget allows; and before them
 * what was proved not to have been charged.
 * @throws kind `credits` before anything is sent; kind `unconfirmed` when an outcome is unknown
 */
export async function submitPlanned(
  deps: Deps,
  batch: Batch,
  given: SpendingLimits,
  { only, during }: Submitting = {},
): Promise<void> {
  // Who wanted fresh answers wants them for the rest of the batch too.
  const limits = batch.fresh ? { ...given, reuseSince: Number.MAX_SAFE_INTEGER } : given;
  const began = deps.clock.now();
  const proved = await settleUnconfirmed(deps, batch, began);
  const jobs = await sendableJobs(deps, batch, limits, proved, only);
  const credits = await agree(deps, batch, jobs, limits);
  // A question may have stood for hours: the proof is asked for again.
  await proveAgain(deps, batch, jobs.filter(wasDoubted), began);
  await submitJobs(deps, batch, jobs, { limits, credits, during });
}

/**
 * What was paid for since the plan was made is not bought again (money rule 5).
 * @throws kind `locked` where another batch is looking identifiers of these jobs up
 */
async function sendableJobs(
  { ledger, clock }: Deps,
  batch: Batch,
  { reuseSince, evenIfElsewhere }: SpendingLimits,
  proved: readonly Job[],
  only: ReadonlySet<number> | undefined,
): Promise<readonly Job[]> {
  const { jobs, elsewhere } = await ledger.answerFromRecords({
    batch: batch.num,
    proved: proved.map(({ seq }) => seq),
    only,
    reuseSince,
    evenIfElsewhere,
    at: clock.now(),
  });
  if (elsewhere !== null) throw lookedUpElsewhere(elsewhere);
  return jobs;
}

interface Agreed extends Pick<Submitting, 'during'> {
  readonly limits: SpendingLimits;
  readonly credits: number;
}

async function submitJobs(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  agreed: Agreed,
): Promise<void> {
  let { credits } = agreed;
  for (const job of jobs) {
    if (credits === 0) return;
    stopIfAsked(deps, batch.id);
    const fitting = await fit(deps, batch, job, credits);
    if (fitting === undefined) continue;
    if ((await submitJob(deps, batch, fitting, agreed)) === 'sent') credits -= fitting.items;
  }
}

/**
 * Cuts a planned job down to what may still be sent; the rest becomes a planned job of its own. One that
 * was in doubt goes whole or not at all: the proof must not outlive the moment.
 */
async function fit(
  { ledger }: Deps,
  { num }: Batch,
  job: Job,
  credits: number,
): Promise<Job | undefined> {
  if (job.items <= credits) return job;
  if (wasDoubted(job) || !(await ledger.splitJob(num, job.seq, credits))) return undefined;
  return { ...job, items: credits };
}

/** It was proved that nothing was charged. */
function wasDoubted({ state }: Job): boolean {
  return state === 'unconfirmed';
}
