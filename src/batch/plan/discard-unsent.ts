import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { asKnownError, type ConfereError, type ErrorKind } from '../../errors.js';
import type { Batch } from '../../ledger/index.js';
import type { LocalDeps } from '../dependencies.js';
import { progressOf } from '../events.js';
import { removeFolder } from '../removal.js';
import { STOPS, stopIfAsked } from '../stop.js';
import { inputPath, type HeldBatch } from './open-batch.js';

/** Guards: a budget, the balance, the user's no or stop, another batch, an output that cannot be written. */
const REFUSALS: ReadonlySet<ErrorKind> = new Set(['credits', 'locked', 'usage', ...STOPS]);

/**
 * Discards a new batch whose id was not told yet and that was refused before anything was sent, so that the
 * older one is still the newest. Returns whether it did.
 */
export async function discardIfRefused(
  deps: LocalDeps,
  { batch, isNew }: HeldBatch,
  trouble: ConfereError | undefined,
): Promise<boolean> {
  if (!isNew || trouble === undefined || !REFUSALS.has(trouble.kind)) return false;
  if (!(await deps.ledger.takeBackPlan(batch.num))) return false;
  await clearItems(deps, batch);
  // First the copy: one of a batch that the ledger does not know is taken for a lost one.
  await rm(inputPath(deps, batch), { force: true });
  await deps.ledger.discardBatch(batch.num);
  await removeFolder(deps.ledger.folderOf(batch.id));
  deps.emit({ type: 'discarded' });
  return true;
}

/** Identifiers that go in one transaction, which leaves no time to draw anything. */
const AT_ONCE = 20_000;

/** Who stops wants it gone. */
const NEVER = new AbortController().signal;

/** If this is cut short, the batch has no plan: the next run of the same input makes it anew. */
async function clearItems({ ledger, emit }: LocalDeps, { num, rows }: Batch): Promise<void> {
  const told = progressOf({ emit, stop: NEVER }, 'discarding', null);
  for (let [gone, some] = [0, AT_ONCE]; some === AT_ONCE; gone += some) {
    if (rows > AT_ONCE) told(gone);
    await setImmediate();
    some = await ledger.clearItems(num, AT_ONCE);
  }
}

/** Runs `check` on a held batch, which is discarded as above if the check refuses it. */
export async function checked<T>(
  deps: LocalDeps,
  held: HeldBatch,
  check: () => Promise<T>,
): Promise<T> {
  try {
    stopIfAsked(deps, held.batch.id);
    return await check();
  } catch (error) {
    await discardIfRefused(deps, held, asKnownError(error));
    stopIfAsked(deps);
    throw error;
  }
}
