import { asKnownError, ConfereError, type ErrorKind } from '../errors.js';
import type { Batch } from '../ledger/index.js';
import { passedLimit } from '../money/budget.js';
import { leftAsAssumed, readBalance } from '../money/read-balance.js';
import type { Deps } from './dependencies.js';
import { missingJobs, planFailedAgain, planMissing } from './plan/plan-again.js';
import { freeLeftOut, leftOutTrouble } from './settle/left-out.js';
import { markInterrupted, unansweredJobs } from './settle/settle.js';
import {
  agree,
  beginRun,
  limitsNow,
  type SendingRun,
  type SpendingLimits,
} from './send/spending.js';
import { settleAndSend, type Sent } from './send/submit.js';
import { pause, stopIfAsked } from './stop.js';
import { createWatcher } from './watch/watch.js';

/** Where the work on a batch stops. */
export interface Goal {
  /** Within what it sends; without them it sends nothing. */
  readonly limits?: SpendingLimits;
  /** It polls until every job has ended, and sends again what failed. */
  readonly waits: boolean;
  /** First it polls what runs; then everything that has no answer is planned again. */
  readonly resumes?: boolean;
  /** Milliseconds from the acceptance of a job to its first poll. */
  readonly interval: number;
}

/**
 * The work on a held batch: what is unconfirmed is settled, what is planned is sent, what was accepted is polled, until
 * nothing is left of it that the goal wants. Returns why not all of it was sent; what was accepted is paid for, so it is
 * polled all the same.
 *
 * @throws ConfereError where nothing can go on: a stop, a refused key, a ledger that fails
 */
export async function workOn(
  deps: Deps,
  batch: Batch,
  goal: Goal,
): Promise<ConfereError | undefined> {
  const { limits, waits, resumes = false, interval } = goal;
  const { toTheEnd: poll, during } = createWatcher(deps, batch, interval);
  await markInterrupted(deps, batch);
  const run = limits && (await beginRun(deps, batch, limits));
  const how = { during: waits ? during : undefined, whilePaused: during, collect: poll };
  let plan = resumes ? planMissingOnceAgreed : planMore;
  let isDue = !resumes && run !== undefined;
  for (let sent = 0; ;) {
    // The balance shows whether an unknown submission was charged, and what a record costs, only when no job is processing.
    const pollsFirst = !isDue || (await unansweredJobs(deps, batch)).length > 0;
    if (waits && pollsFirst && !(await poll())) break;
    if (run === undefined) return undefined;
    if (isDue) {
      const { jobs, stop } = await settleAndSend(deps, batch, { ...how, run }).catch(stopped);
      if (stop !== undefined && waits && !endsEverything(stop)) await poll();
      if (stop !== undefined) return stop;
      sent = jobs;
      isDue = false;
    } else {
      const planned = await plan(deps, batch, run, goal, sent);
      if (planned instanceof ConfereError) return planned;
      if (!planned) break;
      plan = planMore;
      isDue = true;
    }
  }
  return (waits && (await passedUnderWay(deps, batch, run))) || leftOutTrouble(deps, batch);
}

/** After these errors polling would fail too. */
const ENDS_EVERYTHING: ReadonlySet<ErrorKind> = new Set([
  'interrupted',
  'terminated',
  'auth',
  'usage',
  'ledger',
]);

/** A ledger that another program held for a while may be free again: what is paid for is fetched first. */
function endsEverything({ kind, code }: ConfereError): boolean {
  return ENDS_EVERYTHING.has(kind) && code !== 'state_busy';
}

function stopped(error: unknown): Sent {
  const stop = asKnownError(error);
  if (endsEverything(stop)) throw stop;
  return { jobs: 0, stop };
}

/** Who says no finds the batch as it was, so the question comes before the plan. */
async function planMissingOnceAgreed(
  deps: Deps,
  batch: Batch,
  run: SendingRun,
): Promise<boolean | ConfereError> {
  if (run.limits.confirm !== undefined) {
    const agreed = await agree(deps, batch, await missingJobs(deps, batch), run);
    if (agreed instanceof ConfereError) return agreed;
  }
  await planMissing(deps, batch);
  return true;
}

/** Whether anything is to be sent after all that was sent has ended: what failed, at most twice, what proved free, or what fits now. */
async function planMore(
  deps: Deps,
  batch: Batch,
  { limits }: SendingRun,
  { waits, interval }: Goal,
  sent: number,
): Promise<boolean> {
  // Waits first, because the service has just failed; what the deadline leaves no time for stays for another run.
  const mayWait = waits && deps.clock.now() + interval <= deps.deadline;
  if (mayWait && (await planFailedAgain(deps, batch)) > 0) {
    await pause(deps, interval);
    stopIfAsked(deps, batch.id);
    return true;
  }
  if ((await freeLeftOut(deps, batch)) > 0) return true;
  return waits && limits.fitBalance && sent > 0 && hasPlanned(deps, batch);
}

async function hasPlanned(
  { ledger, clock, deadline }: Pick<Deps, 'ledger' | 'clock' | 'deadline'>,
  { num }: Batch,
): Promise<boolean> {
  if (clock.now() > deadline) return false;
  return (await ledger.jobsOf(num)).some(({ state }) => state === 'planned');
}

/** The error of a limit that a price that rose under way made the run pass, as the balance after the last job shows. */
async function passedUnderWay(
  deps: Deps,
  batch: Batch,
  run: SendingRun | undefined,
): Promise<ConfereError | undefined> {
  if (run?.isGoingOn !== true) return undefined;
  const reading = await readBalance(deps).catch(asKnownError);
  if (reading instanceof ConfereError) return undefined;
  const limits = await limitsNow(deps, batch, run);
  return passedLimit(await leftAsAssumed(deps, limits, reading.prices));
}
