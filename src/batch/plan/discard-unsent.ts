import { asKnownError, type ConfereError, type ErrorKind } from '../../errors.js';
import type { LocalDeps } from '../dependencies.js';
import { discardUnplanned, removeFolder } from '../removal.js';
import { STOPS, stopIfAsked } from '../stop.js';
import type { HeldBatch } from './open-batch.js';

/** Guards: a budget, the balance, the user's no or stop, another batch, an output that cannot be written. */
const REFUSALS: ReadonlySet<ErrorKind> = new Set(['credits', 'locked', 'usage', ...STOPS]);

/**
 * Discards a new batch whose id was not told yet and that was refused before anything was sent, so that the
 * older one is still the newest. Returns whether it did.
 */
export async function discardIfRefused(
  deps: Pick<LocalDeps, 'ledger' | 'emit'>,
  { batch, isNew }: HeldBatch,
  trouble: ConfereError | undefined,
): Promise<boolean> {
  if (!isNew || trouble === undefined || !REFUSALS.has(trouble.kind)) return false;
  if (!(await deps.ledger.takeBackPlan(batch.num))) return false;
  await discardUnplanned(deps.ledger, batch);
  await removeFolder(deps.ledger.folderOf(batch.id));
  deps.emit({ type: 'discarded' });
  return true;
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
    const isGone = await discardIfRefused(deps, held, asKnownError(error));
    stopIfAsked(deps, isGone ? undefined : held.batch.id);
    throw error;
  }
}
