import { asKnownError, ConfereError, type ErrorKind } from '../errors.js';
import { passedLimit } from '../money/budget.js';
import { limitPrices } from '../money/price.js';
import { readBalance } from '../money/read-balance.js';
import type { Work } from './dependencies.js';
import { missingJobs, planFailedAgain, planMissing } from './plan/plan.js';
import { beginRun, confirmBudget, limitsNow, type SendingRun } from './send/spending.js';
import { type SpendingLimits } from './options.js';
import { settleAndSend, type Sent } from './send/submit.js';
import { freeLeftOut, leftOutTrouble, markInterrupted, unansweredJobs } from './settle.js';
import { pauseOrStop } from './stop.js';
import { createWatcher } from './watch.js';

export interface Goal {
  readonly limits?: SpendingLimits;
  /** It polls until every job has ended, and sends again what failed. */
  readonly waits: boolean;
  /** Everything that has no answer is planned again. */
  readonly resumes?: boolean;
  /** Ms from the acceptance of a job to its first poll. */
  readonly interval: number;
}

/** Returns why not all of it was sent; what was accepted is polled all the same. @throws ConfereError where nothing can go on: a stop, a refused key, a ledger that fails */
export async function workOn(work: Work, goal: Goal): Promise<ConfereError | undefined> {
  const { limits, waits, resumes = false, interval } = goal;
  const watcher = createWatcher(work, interval);
  const poll = () => watcher(true);
  const collectDue = waits ? () => watcher(false).catch(asKnownError) : undefined;
  await markInterrupted(work);
  const run = limits && (await beginRun(work, work.batch, limits));
  let plan = resumes ? planMissingOnceConfirmed : planMore;
  let isDue = !resumes && run !== undefined;
  for (let sent = 0; ;) {
    // The balance shows whether an unknown submission was charged, and what a record costs, only when no job is processing.
    const pollsFirst = !isDue || (await unansweredJobs(work)).length > 0;
    if (waits && pollsFirst && !(await poll())) break;
    if (run === undefined) return undefined;
    if (isDue) {
      const { jobs, stop } = await settleAndSend({ ...work, collect: poll, collectDue, run }).catch(
        stopped,
      );
      if (stop !== undefined && waits && !endsEverything(stop)) await poll();
      if (stop !== undefined) return stop;
      sent = jobs;
      isDue = false;
    } else {
      const planned = await plan(work, run, goal, sent);
      if (planned instanceof ConfereError) return planned;
      if (!planned) break;
      plan = planMore;
      isDue = true;
    }
  }
  return (waits && (await passedUnderWay(work, run))) || leftOutTrouble(work);
}

const ENDS_EVERYTHING: ReadonlySet<ErrorKind> = new Set([
  ...(['interrupted', 'terminated', 'auth', 'usage', 'ledger'] as const),
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

/** Who says no finds the batch as it was. */
async function planMissingOnceConfirmed(work: Work, run: SendingRun) {
  if (run.limits.confirm !== undefined) {
    const confirmed = await confirmBudget(work, await missingJobs(work), run);
    if (confirmed instanceof ConfereError) return confirmed;
  }
  await planMissing(work);
  return true;
}

async function planMore(
  work: Work,
  { limits }: SendingRun,
  { waits, interval }: Goal,
  sent: number,
): Promise<boolean> {
  const { ledger, clock, deadline, batch } = work;
  // The service has just failed.
  const mayWait = waits && clock.now() + interval <= deadline;
  if (mayWait && (await planFailedAgain(work)) > 0) {
    await pauseOrStop(work, interval);
    return true;
  }
  if ((await freeLeftOut(work)) > 0) return true;
  if (!waits || limits.fitBalance !== true || sent === 0 || clock.now() > deadline) return false;
  return (await ledger.jobsOf(batch.num)).some(({ state }) => state === 'planned');
}

async function passedUnderWay(work: Work, run?: SendingRun): Promise<ConfereError | undefined> {
  if (run?.isGoingOn !== true) return undefined;
  const reading = await readBalance(work).catch(asKnownError);
  if (reading instanceof ConfereError) return undefined;
  return passedLimit(
    await work.ledger.leftOf(await limitsNow(work, run), limitPrices(reading.prices)),
  );
}
