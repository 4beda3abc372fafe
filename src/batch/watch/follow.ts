import { asKnownError, ConfereError } from '../../errors.js';
import type { Batch } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { holdBatch, type HeldBatch } from '../plan/open-batch.js';
import { pause, stopIfAsked } from '../stop.js';
import { summarizeBeside } from '../summary.js';

/**
 * Locks a batch to watch it. While another run has it, shows what that one writes into the ledger, every `interval` ms, and
 * changes nothing. What that run has reached is its own to say, so at the deadline this one says only who has the batch.
 */
export async function followUntilFree(
  deps: Deps,
  batch: Batch,
  interval: number,
): Promise<HeldBatch | ConfereError> {
  const { ledger, clock, deadline, emit, costs } = deps;
  for (let isTold = false; ; isTold = true) {
    const held = await holdOrWhyNot(deps, batch);
    if (!(held instanceof ConfereError)) return held;
    const nextMs = Math.min(interval, deadline - clock.now());
    if (nextMs <= 0) return held;
    if (!isTold) emit({ type: 'following', id: batch.id });
    const summary = () => summarizeBeside(ledger, batch.num, costs);
    emit({ type: 'polled', seq: null, summary, nextMs });
    await pause(deps, nextMs);
    stopIfAsked(deps, batch.id);
  }
}

async function holdOrWhyNot(deps: Deps, batch: Batch): Promise<HeldBatch | ConfereError> {
  try {
    return await holdBatch(deps, batch);
  } catch (caught) {
    const error = asKnownError(caught);
    if (error.code !== 'batch_held') throw error;
    return error;
  }
}
