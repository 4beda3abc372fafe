import type { Batch, Job } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { refuseElsewhere } from './under-way-elsewhere.js';
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
  const proved = await settleUnconfirmed(deps, batch.num, began);
  const isMeant = ({ seq }: Job) => only === undefined || only.has(seq);
  const jobs = [...proved, ...answerFromLedger(deps, batch, limits.reuseSince)].filter(isMeant);
  if (!limits.evenIfElsewhere) for (const job of jobs) refuseElsewhere(deps, batch, job);
  const credits = await agree(deps, batch, jobs, limits);
  // A question may have stood for hours: the proof is asked for again.
  await proveAgain(deps, batch.num, proved.filter(isMeant), began);
  await submitJobs(deps, batch, jobs, { limits, credits, during });
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
    const fitting = fit(deps, batch.num, job, credits);
    if (fitting === undefined) continue;
    if ((await submitJob(deps, batch, fitting, agreed)) === 'sent') credits -= fitting.items;
  }
}

/** What was paid for since the plan was made is not bought again (money rule 5); returns the jobs left. */
function answerFromLedger({ ledger, clock }: Deps, batch: Batch, since: number): Job[] {
  const planned = () => ledger.jobs.of(batch.num).filter(({ state }) => state === 'planned');
  return ledger.transaction(() => {
    for (const { seq, kind } of planned()) {
      if (!ledger.records.haveSince(kind, since)) continue;
      ledger.items.reuseIn(batch.num, seq, kind, since, clock.now());
    }
    ledger.jobs.recount(batch.num);
    return planned();
  });
}

/**
 * Cuts a planned job down to what may still be sent; the rest becomes a planned job of its own. One that
 * was in doubt goes whole or not at all: the proof must not outlive the moment.
 */
function fit({ ledger }: Deps, batch: number, job: Job, credits: number): Job | undefined {
  if (job.items <= credits) return job;
  if (job.state === 'unconfirmed') return undefined;
  ledger.transaction(() => {
    const last = Math.max(...ledger.jobs.of(batch).map(({ seq }) => seq));
    ledger.items.moveRest(batch, job.seq, credits, last + 1);
    ledger.jobs.resize(batch, job.seq, credits);
    const { kind, round } = job;
    ledger.jobs.plan(batch, { seq: last + 1, kind, items: job.items - credits, round });
  });
  return { ...job, items: credits };
}
