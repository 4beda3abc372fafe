import { asKnownError } from '../../errors.js';
import type { Batch } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { holdBatch, type HeldBatch } from '../plan/open-batch.js';
import { pause, stopIfAsked } from '../stop.js';
import { summarize } from '../summary.js';

/**
 * Locks a batch to watch it. While another run has it, shows what that one writes into the ledger, every `interval` ms, and
 * changes nothing. Undefined if the deadline passed first.
 */
export async function followUntilFree(
  deps: Deps,
  batch: Batch,
  interval: number,
): Promise<HeldBatch | undefined> {
  const { ledger, clock, deadline, emit, costs } = deps;
  for (let isTold = false; ; isTold = true) {
    const held = await unlessHeld(deps, batch);
    if (held !== undefined) return held;
    const nextMs = Math.min(interval, deadline - clock.now());
    if (nextMs <= 0) return undefined;
    if (!isTold) emit({ type: 'following', id: batch.id });
    emit({ type: 'polled', seq: null, summary: () => summarize(ledger, batch.num, costs), nextMs });
    await pause(deps, nextMs);
    stopIfAsked(deps, batch.id);
  }
}

async function unlessHeld(deps: Deps, batch: Batch): Promise<HeldBatch | undefined> {
  try {
    return await holdBatch(deps, batch);
  } catch (error) {
    if (asKnownError(error).code !== 'batch_held') throw error;
    return undefined;
  }
}
