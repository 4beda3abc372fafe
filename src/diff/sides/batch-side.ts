import { statusOf } from '../../export/rows.js';
import { UsageError } from '../../errors.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { Batch, Job, Ledger, ItemOutcome } from '../../ledger/index.js';
import type { Entry, Side } from '../types.js';
import { readJson } from './record-text.js';

/**
 * The results of a batch as the ledger has them at this moment.
 *
 * @throws ConfereError `batch_forgotten` if it was removed meanwhile
 */
export async function batchSide(ledger: Pick<Ledger, 'readBatch'>, batch: Batch): Promise<Side> {
  const reading = await ledger.readBatch(batch.num);
  if (reading === undefined) throw new UsageError('batch_forgotten', {});
  const { invalid, duplicates } = batch;
  const jobs = new Map(reading.figures.jobs.map((job) => [job.seq, job]));
  let identifiers = 0;
  async function* entries(): AsyncGenerator<readonly Entry[]> {
    for await (const outcomes of reading?.outcomes() ?? []) {
      identifiers += outcomes.length;
      yield outcomes.map((outcome) => entryOf(outcome, jobs));
    }
  }
  return {
    facts: () => ({
      ...{ name: batch.id, is: 'batch', identifiers, duplicates, contradictory: 0, invalid },
    }),
    kinds: kindsOf(batch),
    ...{ isFlat: false, fields: undefined, entries, read: readJson },
    close: () => reading.close(),
  };
}

function entryOf(outcome: ItemOutcome, jobs: ReadonlyMap<number, Job>): Entry {
  return { id: outcome.id, status: statusOf(outcome, jobs), record: outcome.data ?? '{}' };
}

function kindsOf({ kind }: Batch): ReadonlySet<IdentifierKind> {
  if (kind === null) return new Set();
  return new Set(kind === 'both' ? ['cpf', 'cnpj'] : [kind]);
}
