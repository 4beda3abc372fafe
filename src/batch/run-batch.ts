import { asKnownError, type ErrorKind } from '../errors.js';
import type { Batch } from '../ledger/index.js';
import type { Deps } from './dependencies.js';
import { planFailedAgain } from './plan/plan-again.js';
import { noticeCutShort, unansweredJobs } from './settle/settle.js';
import { pause, stopIfAsked } from './stop.js';
import type { SpendingLimits } from './send/spending.js';
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
 * unanswered identifiers of failed jobs again, at most twice.
 */
export async function submitAndWatch(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  interval: number,
): Promise<void> {
  await noticeCutShort(deps, batch);
  if (!(await sendAndBringHome(deps, batch, limits, interval))) return;
  for (
    let again = await planFailedAgain(deps, batch);
    again.size > 0;
    again = await planFailedAgain(deps, batch)
  ) {
    // Waits, because the service has just failed.
    await pause(deps, interval);
    stopIfAsked(deps, batch.id);
    // The user's confirmation covers this too, because the failed identifiers were not charged.
    const agreed = { ...limits, confirm: () => Promise.resolve(true) };
    if (!(await sendAndBringHome(deps, batch, agreed, interval, again))) return;
  }
}

/** Returns false if the deadline passed first. */
async function sendAndBringHome(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  interval: number,
  only?: ReadonlySet<number>,
): Promise<boolean> {
  const { toTheEnd: bringHome, during } = createWatcher(deps, batch, interval);
  // The balance shows whether an unknown submission was charged only when no other job is processing.
  const unanswered = await unansweredJobs(deps, batch);
  if (unanswered.length > 0 && !(await bringHome())) return false;
  const submitting = submitPlanned(deps, batch, limits, { only, during });
  const trouble = await submitting.then(() => undefined, asKnownError);
  if (trouble !== undefined && ENDS_EVERYTHING.has(trouble.kind)) throw trouble;
  const isHome = await bringHome();
  if (trouble !== undefined) throw trouble;
  return isHome;
}
