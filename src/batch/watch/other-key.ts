import { ConfereError } from '../../errors.js';
import type { Batch } from '../../ledger/index.js';
import { say } from '../../text/index.js';

/** The batch was made with another key than the one in use, which cannot see its jobs. */
export class OtherKeyError extends ConfereError {
  override readonly name = 'OtherKeyError';
  constructor(
    readonly batch: Batch,
    /** Fingerprint of the key in use. */
    readonly inUse: string,
    advice = say`use that key, or --again with the file for a new batch.`,
  ) {
    super(
      'usage',
      'other_key',
      say`Batch ${batch.id} was made with another API key (fingerprint ${batch.keyFingerprint}, the one in use is ${inUse}), and the service shows its jobs to no other; ${advice}`,
    );
  }
}
