import { asKnownError, ConfereError } from '../../errors.js';
import type { Batch, Job } from '../../ledger/index.js';
import { coveredBy, overLimit, tightest } from '../../money/budget.js';
import { BALANCE_LAG, limitPrices } from '../../money/price.js';
import { leftOf, readBalance, type AccountBalance } from '../../money/read-balance.js';
import type { Deps } from '../dependencies.js';
import { storedTrouble } from '../job-trouble.js';
import { createSettlementPause } from '../settle/settlement-pause.js';
import { markInterrupted, proveAgain, settleJobs, unansweredJobs } from '../settle/settle.js';
import { createWatch } from '../../money/settle-by-balance.js';
import {
  agree,
  costOfJobs,
  forgetLimit,
  hasClaims,
  isLimited,
  limitsNow,
  type SpendingLimits,
} from './spending.js';
import { pause, stopIfAsked } from '../stop.js';
import { lookedUpElsewhere, submitJob, type Sending } from './submit-job.js';

/** How many jobs were sent or needed no sending, and why no others were. */
export interface Sent {
  readonly jobs: number;
  readonly stop?: ConfereError;
}

/**
 * Sends the planned jobs of a held batch one after another, if the limits allow. First settles the unconfirmed jobs, and
 * sends those that were proved not to be charged.
 */
export async function settleAndSend(
  deps: Deps,
  batch: Batch,
  how: Omit<Sending, 'othersPaused' | 'resubmits'>,
): Promise<Sent> {
  const othersPaused = createSettlementPause(deps, batch);
  try {
    const sent = await agreeAndSend(deps, batch, { ...how, othersPaused });
    const isUncovered = sent.stop === undefined ? !isLate(deps) : sent.stop.kind === 'credits';
    if (isUncovered) await noteNotCovered(deps, batch);
    return sent;
  } finally {
    await othersPaused.end();
  }
}

/** What was not sent says why. If that cannot be written down, nothing else depends on it. */
async function noteNotCovered({ ledger }: Pick<Deps, 'ledger'>, { num }: Batch): Promise<void> {
  const why = storedTrouble({ code: 'not_covered' });
  await ledger.keepWhyUnsent(num, why).catch(asKnownError);
}

async function agreeAndSend(deps: Deps, batch: Batch, how: Sending): Promise<Sent> {
  const { run, othersPaused } = how;
  const { limits } = run;
  const settling = { watch: createWatch(deps), othersPaused };
  // A submission whose outcome could not be written is one of them.
  await markInterrupted(deps, batch);
  const proved = await unansweredJobs(deps, batch);
  const open = await settleJobs(deps, batch, proved, settling);
  if (open !== undefined) return nothing(open);
  const jobs = await sendableJobs(deps, batch, limits, proved);
  if (jobs instanceof ConfereError) return nothing(jobs);
  // Nobody waits for a user who is asked and may take hours to answer; so the proof is checked again.
  if (limits.confirm !== undefined) await othersPaused.end();
  const mayGo = await agree(deps, batch, jobs, run);
  if (mayGo instanceof ConfereError) return nothing(mayGo);
  if (jobs.length > 0) await forgetLimit(deps, batch, limits);
  const moved = await proveAgain(deps, batch, jobs.filter(wasDoubted), settling);
  if (moved !== undefined || !mayGo) return nothing(moved);
  return submitJobs(deps, batch, jobs, how);
}

function nothing(stop: ConfereError | undefined): Sent {
  return { jobs: 0, stop };
}

/**
 * Answers identifiers from records paid for since the plan, so that they are not bought again (money
 * rule 5). The error if another batch is looking up identifiers of these jobs.
 */
export async function sendableJobs(
  { ledger, clock }: Pick<Deps, 'ledger' | 'clock'>,
  batch: Batch,
  { reuseSince, evenIfElsewhere }: SpendingLimits,
  proved: readonly Job[],
  only?: ReadonlySet<number>,
): Promise<readonly Job[] | ConfereError> {
  const { jobs, elsewhere } = await ledger.answerFromRecords({
    batch: batch.num,
    proved: proved.map(({ seq }) => seq),
    ...{ only, reuseSince, evenIfElsewhere, at: clock.now() },
  });
  return elsewhere === null ? jobs : lookedUpElsewhere(elsewhere);
}

/** Sends the jobs in turn, each as large as the limits allow then. */
export async function submitJobs(
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  how: Sending,
): Promise<Sent> {
  const queue = jobs.filter(({ items }) => items > 0);
  let sent = 0;
  for (let [job] = queue; job !== undefined; [job] = queue) {
    stopIfAsked(deps, batch.id);
    // What was proved is sent first; then others may send theirs.
    if (!goesWhole(job, how)) await how.othersPaused.end();
    const reading = await sizeFirst(deps, batch, queue, how);
    const [sized] = queue;
    if (reading instanceof ConfereError) return { jobs: sent, stop: reading };
    if (reading === undefined || sized === undefined) break;
    // While nothing shows the price, the next one waits for the end of this one and the reading after it.
    const isProbe = !reading.prices[sized.kind].isProved && queue.length > 1 && isLimited(how.run);
    if (isProbe) deps.emit({ type: 'price_probe', items: sized.items });
    const submitted = await submitJob(deps, batch, sized, how, reading);
    if (submitted instanceof ConfereError) return { jobs: sent, stop: submitted };
    if (submitted === 'too_dear' && (await splitFirst(deps, batch, queue, tenthOf(sized))))
      continue;
    if (submitted !== 'uncovered') {
      queue.shift();
      sent += 1;
    }
    const mustWait = submitted === 'uncovered' || (isProbe && submitted === 'sent');
    if (mustWait && !(await waitForCharges(deps, batch, how))) break;
  }
  return { jobs: sent };
}

/** What the service refuses although the balance covered it at the price that was seen is tried with a tenth. */
function tenthOf({ items }: Job): number {
  return Math.max(1, Math.floor(items / 10));
}

/** How often a balance is read again that shows nothing yet of what was charged. */
const MOST_LOOKS = 12;
/** After so many the user is told. */
const FEW_LOOKS = 2;

/** Waits for the end of what runs; `ms`: and then so long. Returns whether there is time left. */
async function waitForCharges(
  deps: Deps,
  batch: Batch,
  { collect }: Sending,
  ms = BALANCE_LAG,
): Promise<boolean> {
  if (!(await collect())) return false;
  await pause(deps, ms);
  stopIfAsked(deps, batch.id);
  return !isLate(deps);
}

function isLate({ clock, deadline }: Pick<Deps, 'clock' | 'deadline'>): boolean {
  return clock.now() > deadline;
}

/**
 * Makes the first of these jobs as small as the limits want it; returns the reading of the balance that this rests on,
 * undefined if nothing of it may be sent, the error if a limit does not cover the jobs and the user wants all or nothing.
 */
async function sizeFirst(
  deps: Deps,
  batch: Batch,
  queue: Job[],
  how: Sending,
): Promise<AccountBalance | ConfereError | undefined> {
  const { run } = how;
  const [job] = queue;
  for (let looks = 1; job !== undefined; looks += 1) {
    const reading = await readBalance(deps);
    const binding = tightest(
      await leftOf(deps, await limitsNow(deps, batch, run, reading.limit), reading.prices),
    );
    // What was proved or is sent again on the user's word goes whole or not at all.
    if (binding === undefined || goesWhole(job, how)) return reading;
    const price = reading.prices[job.kind];
    const items = coveredBy(binding.left, job.items, price);
    // What runs may turn out to cost less than it may, and shows the price.
    const isShort = items < job.items || !price.isProved;
    if (isShort && looks === 1 && hasClaims(reading)) {
      // A ledger does not lag.
      const ms = binding.limit.of === 'balance' || !price.isProved ? BALANCE_LAG : 0;
      if (!(await waitForCharges(deps, batch, how, ms))) return undefined;
      continue;
    }
    if (items === job.items) return reading;
    const mayBeSmaller =
      run.limits.fitBalance || (!price.isProved && job.items * price.limit <= binding.left);
    if (items > 0 && mayBeSmaller)
      return (await splitFirst(deps, batch, queue, items)) ? reading : undefined;
    if (!price.isProved && looks < MOST_LOOKS) {
      if (looks === FEW_LOOKS) deps.emit({ type: 'price_awaited' });
      if (await waitForCharges(deps, batch, how)) continue;
    }
    if (run.limits.fitBalance) return undefined;
    if (!price.isProved) return new ConfereError('price_unproved', { kind: job.kind });
    const cost = costOfJobs(queue, limitPrices(reading.prices));
    return overLimit(binding, { cost, part: 'rest', fits: false, plan: reading.quota.plan });
  }
  return undefined;
}

/** Splits the first job after `keep` identifiers; the rest follows it. Returns false if it cannot be. */
async function splitFirst(
  { ledger }: Pick<Deps, 'ledger'>,
  { num }: Batch,
  queue: Job[],
  keep: number,
): Promise<boolean> {
  const [job] = queue;
  if (job === undefined || !(await ledger.splitJob(num, job.seq, keep))) return false;
  const rest = (await ledger.jobsOf(num)).at(-1);
  queue.splice(0, 1, { ...job, items: keep }, ...(rest === undefined ? [] : [rest]));
  return true;
}

/** What was proved free is sent at once, and what the user wants sent again, as the user saw it. */
function goesWhole(job: Job, { resubmits }: Sending): boolean {
  return wasDoubted(job) || resubmits?.has(job.seq) === true;
}

function wasDoubted({ state }: Job): boolean {
  return state === 'unconfirmed';
}
