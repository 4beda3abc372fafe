import type { LocalDeps } from '../batch/dependencies.js';
import { findPlannedBatch } from '../batch/find-batch.js';
import { batchSide } from '../diff/batch-side.js';
import { compareResults, refuseOtherKind } from '../diff/compare-results.js';
import { Pairs } from '../diff/pairs.js';
import type { DiffSummary, SideName } from '../diff/types.js';
import { readWanted } from '../diff/wanted-fields.js';
import { ignoringErrors } from './calls.js';
import type { DiffOptions } from './types.js';

/** Compares two batches of the ledger; `folder`: a private one, for what is compared. */
export async function diffBatches(
  { ledger }: Pick<LocalDeps, 'ledger'>,
  names: Readonly<Record<SideName, string>>,
  { fields, onChange }: DiffOptions,
  folder: string,
  stop: AbortSignal,
): Promise<DiffSummary> {
  const wanted = fields && readWanted(fields.join(','));
  const pairs = new Pairs(folder);
  const sideOf = async (side: SideName) => {
    const batch = await findPlannedBatch(ledger, names[side]);
    return batchSide(
      ledger,
      batch,
      (row) => {
        pairs.add(side, row);
      },
      stop,
    );
  };
  try {
    const sides = { older: await sideOf('older'), newer: await sideOf('newer') };
    refuseOtherKind(sides);
    const { changes, summary } = compareResults(pairs, sides, wanted, stop);
    for await (const some of changes())
      if (onChange !== undefined) for (const change of some) ignoringErrors(onChange, change);
    return summary();
  } finally {
    pairs.close();
  }
}
