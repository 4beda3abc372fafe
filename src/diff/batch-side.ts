import { statusOf } from '../export/rows.js';
import { UsageError } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Batch, Ledger } from '../ledger/index.js';
import type { ResultRow, Side } from './types.js';

/**
 * Reads the results of a batch as the ledger has them at this moment: `take` gets each of its identifiers.
 *
 * @throws UsageError `batch_forgotten` if it was removed meanwhile
 */
export async function batchSide(
  ledger: Pick<Ledger, 'readBatch'>,
  batch: Batch,
  take: (row: ResultRow) => void,
  stop?: AbortSignal,
): Promise<Side> {
  const reading = await ledger.readBatch(batch.num);
  if (reading === undefined) throw new UsageError('batch_forgotten', {});
  const jobs = new Map(reading.figures.jobs.map((job) => [job.seq, job]));
  let rows = batch.duplicates;
  for await (const outcomes of reading.outcomes()) {
    stop?.throwIfAborted();
    rows += outcomes.length;
    for (const outcome of outcomes) {
      const record = outcome.data ?? '{}';
      take({ id: outcome.id, status: statusOf(outcome, jobs), record, fetchedAt: '' });
    }
  }
  return {
    ...{ name: batch.id, is: 'batch', rows, invalid: batch.invalid, kinds: kindsOf(batch) },
    ...{ isFlat: false, fields: undefined, read: readJson },
  };
}

/** Reads a record that is JSON. */
export function readJson(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

function kindsOf({ kind }: Batch): ReadonlySet<IdentifierKind> {
  if (kind === null) return new Set();
  return new Set(kind === 'both' ? ['cpf', 'cnpj'] : [kind]);
}
