import { asKnownError, ConfereError, type ErrorKind } from '../errors.js';
import type { Batch } from '../ledger/index.js';
import { passedLimit } from '../money/budget.js';
import { leftAsAssumed, readBalance } from '../money/read-balance.js';
import type { Deps } from './dependencies.js';
import { planFailedAgain } from './plan/plan-again.js';
import { freeLeftOut, refuseLeftOut } from './settle/left-out.js';
import { noticeCutShort, unansweredJobs } from './settle/settle.js';
import { pause, stopIfAsked } from './stop.js';
import { beginRun, limitsNow, type SendingRun, type SpendingLimits } from './send/spending.js';
import { submitPlanned } from './send/submit.js';
import { createWatcher } from './watch/watch.js';

/** After these errors watching would fail too. */
const ENDS_EVERYTHING: ReadonlySet<ErrorKind> = new Set([
  'interrupted',
  'terminated',
  'auth',
  'usage',
  'ledger',
]);

/**
 * Submits what is planned and watches what was accepted. After a refusal or an unknown outcome it still
 * watches: accepted jobs are paid for, so their results are fetched before the error is thrown. Sends
 * unanswered identifiers of failed jobs again, at most twice. What had to fit the balance or a budget is followed by
 * further jobs, each as large as what is left.
 */
export async function submitAndWatch(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  interval: number,
  begun?: SendingRun,
): Promise<void> {
  await noticeCutShort(deps, batch);
  const run = begun ?? (await beginRun(deps, batch, limits));
  await sendAll(deps, batch, run, interval);
  if (run.isGoingOn) await readAfter(deps, batch, run);
  await refuseLeftOut(deps, batch);
}

/**
 * The balance after the last job shows what a record costs.
 *
 * @throws ConfereError `limit_passed` if a price that rose under way made the run pass a limit
 */
async function readAfter(deps: Deps, batch: Batch, run: SendingRun): Promise<void> {
  const reading = await readBalance(deps).catch(asKnownError);
  if (reading instanceof ConfereError) return;
  const limits = await limitsNow(deps, batch, run);
  const passed = passedLimit(await leftAsAssumed(deps, limits, reading.prices));
  if (passed !== undefined) throw passed;
}

async function sendAll(deps: Deps, batch: Batch, run: SendingRun, interval: number): Promise<void> {
  let only: ReadonlySet<number> | undefined;
  for (;;) {
    const sent = await sendAndBringHome(deps, batch, run, interval, only);
    if (sent === undefined) return;
    // Waits first, because the service has just failed; what the deadline leaves no time for stays for another run.
    const mayWait = deps.clock.now() + interval <= deps.deadline;
    const again = mayWait ? await planFailedAgain(deps, batch) : new Set<number>();
    const mayFitMore = run.limits.fitBalance && sent > 0 && (await hasPlanned(deps, batch));
    const freed = again.size === 0 ? await freeLeftOut(deps, batch) : 0;
    if (again.size + freed === 0 && !mayFitMore) return;
    if (again.size > 0) await pause(deps, interval);
    stopIfAsked(deps, batch.id);
    only = again.size > 0 && !run.limits.fitBalance ? again : undefined;
  }
}

async function hasPlanned({ ledger, clock, deadline }: Deps, { num }: Batch): Promise<boolean> {
  if (clock.now() > deadline) return false;
  return (await ledger.jobsOf(num)).some(({ state }) => state === 'planned');
}

/** Submits what is planned without watching it, but for what shows the price: its charge decides what else may be sent. */
export async function submitOnly(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  interval: number,
): Promise<void> {
  // Who asks that nothing is sent waits for the end of what runs already.
  const { during: whilePaused, toTheEnd: bringHome } = createWatcher(deps, batch, interval);
  const run = await beginRun(deps, batch, limits);
  const how = { whilePaused, bringHome };
  await submitPlanned(deps, batch, run, how);
  if (!run.isGoingOn && (await freeLeftOut(deps, batch)) > 0)
    await submitPlanned(deps, batch, run, how);
  await refuseLeftOut(deps, batch);
}

/** Returns how many jobs were sent; undefined if the deadline passed first. */
async function sendAndBringHome(
  deps: Deps,
  batch: Batch,
  run: SendingRun,
  interval: number,
  only?: ReadonlySet<number>,
): Promise<number | undefined> {
  const { toTheEnd: bringHome, during } = createWatcher(deps, batch, interval);
  // The balance shows whether an unknown submission was charged, and what a record costs, only when no other job is processing.
  const unanswered = await unansweredJobs(deps, batch);
  if (unanswered.length > 0 && !(await bringHome())) return undefined;
  const submitting = submitPlanned(deps, batch, run, { only, during, bringHome });
  const sent = await submitting.catch(asKnownError);
  const trouble = sent instanceof ConfereError ? sent : undefined;
  // A ledger that another program held for a while may be free again: what is paid for is fetched first.
  const isOver = trouble !== undefined && ENDS_EVERYTHING.has(trouble.kind);
  if (isOver && trouble.code !== 'state_busy') throw trouble;
  const isHome = await bringHome();
  if (sent instanceof ConfereError) throw sent;
  return isHome ? sent : undefined;
}
