import type { LocalDeps } from '../batch/dependencies.js';
import { findPlannedBatch } from '../batch/find-batch.js';
import { batchSide } from '../diff/batch-side.js';
import { compareResults } from '../diff/compare-results.js';
import type { DiffSummary, SideName } from '../diff/types.js';
import { readWanted } from '../diff/wanted-fields.js';
import { ignoringErrors } from './calls.js';
import type { DiffOptions } from './types.js';

/** Compares two batches of the ledger; `folder`: a private one, for what is compared. */
export function diffBatches(
  { ledger }: Pick<LocalDeps, 'ledger'>,
  names: Readonly<Record<SideName, string>>,
  { fields, onChange }: DiffOptions,
  folder: string,
  stop: AbortSignal,
): Promise<DiffSummary> {
  return compareResults({
    ...{ folder, stop, wanted: fields && readWanted(fields.join(',')) },
    read: async (side, take) =>
      batchSide(ledger, await findPlannedBatch(ledger, names[side]), take, stop),
    use: async (changes) => {
      for await (const some of changes)
        if (onChange !== undefined) for (const change of some) ignoringErrors(onChange, change);
    },
  });
}
