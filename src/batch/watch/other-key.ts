import type { KeyOfBatch, LeftByOtherKey } from '../../errors/batch.js';
import { ConfereError } from '../../errors.js';
import type { Batch } from '../../ledger/index.js';

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
