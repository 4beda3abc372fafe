import { asKnownError, ConfereError, type ErrorKind } from '../errors.js';
import type { Batch } from '../ledger/index.js';
import { assumedPrices } from '../money/account-prices.js';
import { readBalance } from '../money/read-balance.js';
import type { Deps } from './dependencies.js';
import { planFailedAgain } from './plan/plan-again.js';
import { freeLeftOut, refuseLeftOut } from './settle/left-out.js';
import { noticeCutShort, unansweredJobs } from './settle/settle.js';
import { pause, stopIfAsked } from './stop.js';
import { limitsOfNext } from './send/credits-left.js';
import type { SpendingLimits } from './send/spending.js';
import { submitPlanned, type Sent } from './send/submit.js';
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
): Promise<void> {
  await noticeCutShort(deps, batch);
  const hasSent = await sendAll(deps, batch, limits, interval);
  if (hasSent) await learnPrices(deps, batch);
  await refuseLeftOut(deps, batch);
}

/** The balance after the last job shows what a record costs, so that the summary counts with it. */
async function learnPrices(deps: Deps, { num }: Batch): Promise<void> {
  const kinds = (await deps.ledger.jobsOf(num)).map(({ kind }) => kind);
  if (Object.keys(await assumedPrices(deps, new Set(kinds))).length === 0) return;
  await readBalance(deps).catch(asKnownError);
}

/** Returns whether it sent anything. */
async function sendAll(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  interval: number,
): Promise<boolean> {
  const began = await deps.ledger.tick();
  let done = await sendAndBringHome(deps, batch, limits, interval);
  let agreed = done?.agreed;
  while (done !== undefined) {
    const again = await planFailedAgain(deps, batch);
    const freed = again.size === 0 ? await freeLeftOut(deps, batch) : 0;
    if (again.size + freed === 0 && done.jobs === 0 && done.isAwaited !== true) break;
    const run = { limits, began, agreed, isStart: done.isStart };
    // Where nothing was sent yet, the user has agreed to nothing yet.
    const isFirst = freed > 0 && agreed === undefined;
    const next = isFirst ? limits : await limitsOfNext(deps, batch, run, again.size + freed);
    if (next === undefined) break;
    // Waits, because the service has just failed.
    if (again.size > 0) await pause(deps, interval);
    stopIfAsked(deps, batch.id);
    const only = again.size > 0 && !done.isStart ? again : undefined;
    done = await sendAndBringHome(deps, batch, next, interval, only);
    agreed ??= done?.agreed;
  }
  return agreed !== undefined;
}

/**
 * Submits what is planned without watching it. Only a careful start is brought home, because its charge decides what
 * else may be sent.
 */
export async function submitOnly(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  interval: number,
): Promise<void> {
  const began = await deps.ledger.tick();
  // Who asks that nothing is sent waits for the end of what runs already.
  const how = { whilePaused: createWatcher(deps, batch, interval).during };
  let sent = await submitPlanned(deps, batch, limits, how);
  const { agreed } = sent;
  while (sent.isStart && (sent.jobs > 0 || sent.isAwaited === true)) {
    if (!(await createWatcher(deps, batch, interval).toTheEnd())) return;
    const next = await limitsOfNext(deps, batch, { limits, began, agreed, isStart: true }, 0);
    if (next === undefined) return;
    sent = await submitPlanned(deps, batch, next, how);
  }
  if (agreed === undefined && (await freeLeftOut(deps, batch)) > 0)
    await submitPlanned(deps, batch, limits, how);
  await refuseLeftOut(deps, batch);
}

/** Returns what was sent; undefined if the deadline passed first. */
async function sendAndBringHome(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  interval: number,
  only?: ReadonlySet<number>,
): Promise<Sent | undefined> {
  const { toTheEnd: bringHome, during } = createWatcher(deps, batch, interval);
  // The balance shows whether an unknown submission was charged only when no other job is processing.
  const unanswered = await unansweredJobs(deps, batch);
  if (unanswered.length > 0 && !(await bringHome())) return undefined;
  const submitting = submitPlanned(deps, batch, limits, { only, during });
  const sent = await submitting.catch(asKnownError);
  const trouble = sent instanceof ConfereError ? sent : undefined;
  // A ledger that another program held for a while may be free again: what is paid for is fetched first.
  const isOver = trouble !== undefined && ENDS_EVERYTHING.has(trouble.kind);
  if (isOver && trouble.code !== 'state_busy') throw trouble;
  const isHome = await bringHome();
  if (sent instanceof ConfereError) throw sent;
  return isHome ? sent : undefined;
}
