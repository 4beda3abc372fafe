import { asKnownError } from '../../errors.js';
import type { Batch, Job } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { storedTrouble } from '../job-trouble.js';
import { lookedUpElsewhere } from './looked-up-elsewhere.js';
import { proveAgain, settleUnconfirmed } from '../settle/settle.js';
import type { During } from '../../service/index.js';
import { affordableItems } from './job-costs.js';
import { agree, type Agreement, type SpendingLimits } from './spending.js';
import { stopIfAsked } from '../stop.js';
import { submitJob, type HowToSend } from './submit-job.js';

export interface Submitting {
  /** The numbers of the jobs to send; all when left out. */
  readonly only?: ReadonlySet<number> | undefined;
  /** Work to do while a submission has to wait. */
  readonly during?: During | undefined;
}

/** What was sent at once. */
export interface Sent {
  /** Jobs that were sent, or needed no sending. */
  readonly jobs: number;
  /** Credits that might be spent; undefined where there was nothing to send. */
  readonly agreed: number | undefined;
  /** Only a part was sent, so that its charge shows the price of a record. */
  readonly isStart: boolean;
}

/**
 * Sends the planned jobs of a held batch one after another, if the budget allows. First sends the
 * unconfirmed jobs that were proved not to be charged.
 *
 * @throws ConfereError kind `credits` before anything is sent; kind `unconfirmed` for an unknown outcome
 */
export async function submitPlanned(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  how: Submitting = {},
): Promise<Sent> {
  try {
    const sent = await sendPlanned(deps, batch, limits, how);
    if (!sent.isStart) await noteNotCovered(deps, batch);
    return sent;
  } catch (error) {
    const { kind, code } = asKnownError(error);
    if (kind === 'credits' && code !== 'declined') await noteNotCovered(deps, batch);
    throw error;
  }
}

/** What was not sent says why. If that cannot be written down, nothing else depends on it. */
async function noteNotCovered({ ledger }: Deps, { num }: Batch): Promise<void> {
  const why = storedTrouble({ code: 'not_covered' });
  await ledger.keepWhyUnsent(num, why).catch(asKnownError);
}

async function sendPlanned(
  deps: Deps,
  batch: Batch,
  given: SpendingLimits,
  { only, during }: Submitting,
): Promise<Sent> {
  // A batch made with `--fresh` reuses no records later either.
  const limits = batch.fresh ? { ...given, reuseSince: Number.MAX_SAFE_INTEGER } : given;
  const began = deps.clock.now();
  const proved = await settleUnconfirmed(deps, batch, began);
  const jobs = await sendableJobs(deps, batch, limits, proved, only);
  const agreement = await agree(deps, batch, jobs, limits);
  // The user may have taken hours to answer, so the proof is checked again.
  await proveAgain(deps, batch, jobs.filter(wasDoubted), began);
  const { start } = agreement;
  if (start !== undefined) deps.emit({ type: 'careful_start', items: start.items });
  const sending = { limits, ...agreement, ...start, during };
  const count = await submitJobs(deps, batch, start?.jobs ?? jobs, sending);
  // The credits of a start are counted at an assumed price; a limit that the user set is not.
  const asked = start === undefined ? undefined : limits.maxCredits;
  const agreed = jobs.length === 0 ? undefined : (asked ?? agreement.credits);
  return { jobs: count, agreed, isStart: start !== undefined };
}

/**
 * Answers identifiers from records paid for since the plan, so that they are not bought again (money
 * rule 5).
 *
 * @throws ConfereError kind `locked` if another batch is looking up identifiers of these jobs
 */
export async function sendableJobs(
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

interface Agreed extends HowToSend, Agreement {}

/** Sends these jobs one after another, as far as the credits reach. Returns how many it dealt with. */
export async function submitJobs(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  agreed: Agreed,
): Promise<number> {
  let { credits } = agreed;
  let count = 0;
  for (const job of jobs) {
    const price = agreed.prices[job.kind];
    const most = affordableItems(credits, price);
    if (most === 0) continue;
    stopIfAsked(deps, batch.id);
    const fitting = await fit(deps, batch, job, most);
    if (fitting === undefined) continue;
    if ((await submitJob(deps, batch, fitting, agreed)) === 'sent')
      credits -= fitting.items * price;
    count += 1;
  }
  return count;
}

/**
 * Reduces a planned job to what may still be sent; the rest becomes another planned job. An unconfirmed
 * job is sent whole or not at all, because its proof is valid only now.
 */
async function fit(
  { ledger }: Deps,
  { num }: Batch,
  job: Job,
  most: number,
): Promise<Job | undefined> {
  if (job.items <= most) return job;
  if (wasDoubted(job) || !(await ledger.splitJob(num, job.seq, most))) return undefined;
  return { ...job, items: most };
}

/** Whether its outcome was unknown and was proved free. */
function wasDoubted({ state }: Job): boolean {
  return state === 'unconfirmed';
}
