import { statusOf } from '../export/rows.js';
import { UsageError } from '../errors.js';
import type { Batch, Ledger } from '../ledger/index.js';
import type { ResultRow, Side } from './types.js';

/** As the ledger has them at this moment. @throws UsageError `batch_forgotten` if it was removed meanwhile */
export async function batchSide(
  ledger: Pick<Ledger, 'readBatch'>,
  { num, id: name, kind, duplicates, invalid }: Batch,
  take: (row: ResultRow) => void,
  stop?: AbortSignal,
): Promise<Side> {
  const reading = await ledger.readBatch(num);
  if (reading === undefined) throw new UsageError('batch_forgotten', {});
  const jobs = new Map(reading.figures.jobs.map((job) => [job.seq, job]));
  let rows = duplicates;
  for await (const outcomes of reading.outcomes()) {
    stop?.throwIfAborted();
    rows += outcomes.length;
    for (const outcome of outcomes) {
      const record = outcome.data ?? '{}';
      take({ id: outcome.id, status: statusOf(outcome, jobs), record, fetchedAt: '' });
    }
  }
  const kinds = kind === 'both' ? (['cpf', 'cnpj'] as const) : kind === null ? [] : [kind];
  return {
    ...{ name, is: 'batch', rows, invalid, kinds: new Set(kinds) },
    ...{ isFlat: false, fields: undefined },
  };
}
