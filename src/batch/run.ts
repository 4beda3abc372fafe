import { ConfereError, type ErrorKind } from '../errors.js';
import type { Batch } from '../ledger/index.js';
import type { Deps } from './deps.js';
import { noticeCutShort, unansweredJobs } from './settle.js';
import { submitPlanned, type SpendingLimits } from './submit.js';
import { watchBatch } from './watch.js';

/** After these there is no use in watching. */
const ENDS_EVERYTHING: ReadonlySet<ErrorKind> = new Set([
  'interrupted',
  'terminated',
  'auth',
  'usage',
]);

/**
 * Submits what is planned and watches what was accepted. A refusal or a doubt on the way does not stop
 * the watching: what was accepted is paid for and is brought home first, then the error is thrown.
 */
export async function submitAndWatch(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
  interval: number,
): Promise<void> {
  noticeCutShort(deps, batch.num);
  const bringHome = () => watchBatch(deps, batch, interval);
  // Whether an unknown submission was charged shows only when no other job is processing.
  if (unansweredJobs(deps, batch.num).length > 0 && !(await bringHome())) return;
  const trouble = await submitPlanned(deps, batch, limits).then(() => undefined, known);
  if (trouble !== undefined && ENDS_EVERYTHING.has(trouble.kind)) throw trouble;
  await bringHome();
  if (trouble !== undefined) throw trouble;
}

/** Errors that a user can understand become values; a defect stays an exception. */
export function known(error: unknown): ConfereError {
  if (error instanceof ConfereError) return error;
  throw error;
}
