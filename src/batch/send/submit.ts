import { asKnownError, ConfereError, type ErrorFacts } from '../../errors.js';
import type { Batch, Job } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { storedTrouble } from '../job-trouble.js';
import { lookedUpElsewhere } from './looked-up-elsewhere.js';
import { createQuiet, type Quiet } from '../settle/quiet.js';
import { proveAgain, settleUnconfirmed } from '../settle/settle.js';
import type { During } from '../../service/index.js';
import { createWatch } from '../../money/settle-by-balance.js';
import { affordableItems } from './job-costs.js';
import { forgetLimit } from './agreed-credits.js';
import { agree, type Agreement, type SpendingLimits } from './spending.js';
import { stopIfAsked } from '../stop.js';
import { submitJob, type HowToSend, type Submitted } from './submit-job.js';

export interface Submitting {
  /** The numbers of the jobs to send; all when left out. */
  readonly only?: ReadonlySet<number> | undefined;
  /** Work to do while a submission has to wait. */
  readonly during?: During | undefined;
  /** Work to do while another machine asks that nothing is sent; the same when left out. */
  readonly whilePaused?: During | undefined;
}

/** What was sent at once. */
export interface Sent {
  /** Jobs that were sent, or needed no sending. */
  readonly jobs: number;
  /** Credits that might be spent; undefined where there was nothing to send. */
  readonly agreed: number | undefined;
  /** Only a part was sent, so that its charge shows the price of a record. */
  readonly isStart: boolean;
  /** Nothing was sent, because a part that was sent earlier is under way and will show the price. */
  readonly isAwaited?: boolean;
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
  how: Submitting,
): Promise<Sent> {
  // A batch made with `--fresh` reuses no records later either.
  const limits = batch.fresh ? { ...given, reuseSince: Number.MAX_SAFE_INTEGER } : given;
  const quiet = createQuiet(deps, batch);
  try {
    return await settleAndSend(deps, batch, limits, { ...how, quiet });
  } finally {
    await quiet.end();
  }
}

async function settleAndSend(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  { only, during, whilePaused, quiet }: Submitting & { readonly quiet: Quiet },
): Promise<Sent> {
  const settling = { watch: createWatch(deps), quiet };
  const proved = await settleUnconfirmed(deps, batch, settling);
  const jobs = await sendableJobs(deps, batch, limits, proved, only);
  // Nobody waits for a user who is asked and may take hours to answer; so the proof is checked again.
  if (limits.confirm !== undefined) await quiet.end();
  const agreement = await agree(deps, batch, jobs, limits);
  if (jobs.length > 0) await forgetLimit(deps, batch, limits);
  const { start } = agreement;
  // The credits of a start are counted at an assumed price; a limit that the user set is not.
  const asked = start === undefined ? undefined : limits.maxCredits;
  const agreed = jobs.length === 0 ? undefined : (asked ?? agreement.credits);
  if (start !== undefined && (await isUnderWay(deps, batch)))
    return { jobs: 0, agreed, isStart: true, isAwaited: true };
  await proveAgain(deps, batch, jobs.filter(wasDoubted), settling);
  if (start !== undefined) deps.emit({ type: 'careful_start', items: start.items });
  const sending = { limits, ...agreement, ...start, during, whilePaused, quiet };
  const sent = await submitJobs(deps, batch, start?.jobs ?? jobs, sending);
  const { count, reached } = sent;
  if (sent.isOvertaken === true) {
    const rest = { ...limits, ...leftOf(limits, reached ?? 0), isGoingOn: true };
    const next = await settleAndSend(deps, batch, rest, { only, during, whilePaused, quiet });
    return { ...next, jobs: next.jobs + count, agreed };
  }
  return { jobs: count, agreed: asked ?? reached ?? agreed, isStart: start !== undefined };
}

/** The user has agreed to this and more. */
function leftOf({ maxCredits }: SpendingLimits, reached: number) {
  const confirm = () => Promise.resolve(true);
  return maxCredits === undefined ? { confirm } : { confirm, maxCredits: maxCredits - reached };
}

async function isUnderWay({ ledger }: Deps, { num }: Batch): Promise<boolean> {
  return (await ledger.jobsOf(num)).some(({ state }) => state === 'accepted');
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
    ...{ only, reuseSince, evenIfElsewhere, at: clock.now() },
  });
  if (elsewhere !== null) throw lookedUpElsewhere(elsewhere);
  return jobs;
}

interface Agreed extends HowToSend, Omit<Agreement, 'dearest'> {
  readonly quiet: Quiet;
}

interface SentJobs {
  /** How many it dealt with. */
  readonly count: number;
  /** Credits that it reached; left out where it reached all of them. */
  readonly reached?: number;
  /** Others spent meanwhile what the budgets would cover: what may be sent is to be reckoned again. */
  readonly isOvertaken?: boolean;
}

/**
 * Sends these jobs one after another, as far as the credits reach, or until another run has spent some of them.
 */
export async function submitJobs(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  agreed: Agreed,
): Promise<SentJobs> {
  let { credits } = agreed;
  let count = 0;
  for (const job of jobs) {
    const price = agreed.prices[job.kind];
    const most = affordableItems(credits, price);
    if (most === 0) continue;
    stopIfAsked(deps, batch.id);
    // What was proved is sent first; then others may send theirs.
    if (!wasDoubted(job)) await agreed.quiet.end();
    const fitting = await fit(deps, batch, job, most);
    if (fitting === undefined) continue;
    const { how, items } = await submitFitting(deps, batch, fitting, agreed);
    if (how === 'overtaken') return { count, reached: agreed.credits - credits, isOvertaken: true };
    if (how === 'sent') credits -= items * price;
    count += 1;
    if (items < fitting.items) return { count, reached: agreed.credits - credits };
  }
  return { count };
}

/** Submits a job; with --fit-balance as much of it as another run has left of the balance and the budgets. */
async function submitFitting(
  deps: Deps,
  batch: Batch,
  job: Job,
  agreed: Agreed,
): Promise<{ readonly how: Submitted; readonly items: number }> {
  for (let fitting = job; ;) {
    const how = await submitJob(deps, batch, fitting, agreed).catch(asKnownError);
    if (!(how instanceof ConfereError)) return { how, items: fitting.items };
    const left = agreed.limits.fitBalance ? leftBy(how) : 0;
    const most = affordableItems(left, agreed.prices[job.kind]);
    const less =
      most > 0 && most < fitting.items ? await fit(deps, batch, fitting, most) : undefined;
    if (less === undefined) throw how;
    fitting = less;
  }
}

/** The credits that are left according to a refusal; none according to any other error. */
function leftBy({ code, facts }: ConfereError): number {
  if (code === 'over_period_budget') return (facts as ErrorFacts[typeof code]).left;
  return code === 'over_balance' ? (facts as ErrorFacts[typeof code]).balance : 0;
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
