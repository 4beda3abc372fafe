import type { WayToBatch, KeyOfBatch, LeftByOtherKey } from '../errors/batch.js';
import { ConfereError, UsageError } from '../errors.js';
import type { Batch, Ledger } from '../ledger/index.js';
import { lastBatch } from './last-batch.js';

/** The ledger in use has no such batch; another ledger may have it. */
export class NoSuchBatchError extends ConfereError {
  override readonly name = 'NoSuchBatchError';
  /** `way`: the options that reach it in another account. */
  constructor(
    readonly prefix: string,
    way?: WayToBatch,
  ) {
    super('no_such_batch', { prefix, way });
  }
}

/** The batch was made with another key than the one in use, which cannot see its jobs. */
export class OtherKeyError extends ConfereError {
  override readonly name = 'OtherKeyError';
  constructor(
    readonly batch: Batch,
    /** Fingerprint of the key in use. */
    readonly inUse: string,
    readonly left: LeftByOtherKey,
    /** Where the key of the batch was found. */
    found?: KeyOfBatch,
  ) {
    const { id, file, keyFingerprint: madeWith } = batch;
    super('other_key', { batch: id, file, ...left, madeWith, inUse, found });
  }
}

type Batches = Pick<Ledger, 'findBatches' | 'folder'>;

/**
 * The batch whose id a unique prefix names, in any case; the one last worked on without a prefix.
 *
 * @throws UsageError if the prefix is empty, if none matches, or more than one
 */
export async function findBatch(ledger: Batches, prefix: string | undefined): Promise<Batch> {
  // An empty prefix would match every batch.
  if (prefix === '') throw new UsageError('empty_batch_name', {});
  if (prefix === undefined) return (await lastBatch(ledger)) ?? none();
  const [first, ...others] = await ledger.findBatches({ idPrefix: prefix });
  if (first === undefined) {
    throw new NoSuchBatchError(prefix);
  }
  if (others.length > 0) {
    const ids = [first, ...others].map(({ id }) => id);
    throw new UsageError('ambiguous_batch', { prefix, ids });
  }
  return first;
}

/**
 * The same, for work that needs a planned batch.
 *
 * @throws UsageError as above, and for a batch whose input was not read to the end
 */
export async function findPlannedBatch(
  ledger: Batches,
  prefix: string | undefined,
): Promise<Batch> {
  const batch = await findBatch(ledger, prefix);
  if (batch.plannedAt !== null) return batch;
  throw new UsageError('batch_not_planned', { batch: batch.id, file: batch.file });
}

/** Another run discarded or removed the batch. */
export function forgotten(): ConfereError {
  return new ConfereError('batch_forgotten', {});
}

function none(): never {
  throw new UsageError('no_batches', {});
}
