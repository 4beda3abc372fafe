import { asKnownError, ConfereError, type ErrorKind } from '../errors.js';
import type { Batch } from '../ledger/index.js';
import type { Deps } from './dependencies.js';
import { planFailedAgain } from './plan/plan-again.js';
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
  const began = await deps.ledger.tick();
  let done = await sendAndBringHome(deps, batch, limits, interval);
  let agreed = done?.agreed;
  while (done !== undefined) {
    const again = await planFailedAgain(deps, batch);
    if (again.size === 0 && done.jobs === 0) return;
    const next = await limitsOfNext(deps, batch, { limits, began, agreed }, again.size);
    if (next === undefined) return;
    // Waits, because the service has just failed.
    if (again.size > 0) await pause(deps, interval);
    stopIfAsked(deps, batch.id);
    const only = again.size > 0 ? again : undefined;
    done = await sendAndBringHome(deps, batch, next, interval, only);
    agreed ??= done?.agreed;
  }
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
  if (trouble !== undefined && ENDS_EVERYTHING.has(trouble.kind)) throw trouble;
  const isHome = await bringHome();
  if (sent instanceof ConfereError) throw sent;
  return isHome ? sent : undefined;
}
