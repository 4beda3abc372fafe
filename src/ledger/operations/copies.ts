/** What a ledger that several machines share keeps of inputs; one of this machine has them in its own folder. */
export interface Copies {
  /**
   * Stores the private copy of a batch's input in place of an earlier one; nothing is read where the ledger is this
   * machine's. `pieces`: its bytes in order.
   */
  keepCopy(batch: number, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The same beside the earlier one, whose place it takes with `eraseFromBatch`. */
  keepNextCopy(batch: number, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The stored pieces in order; none where the ledger is this machine's, or has no copy. */
  copyOf(batch: number): AsyncIterable<Uint8Array>;
  /** Those of these batch ids that a machine has removed; none where the ledger is this machine's. */
  removedAmong(ids: readonly string[]): Promise<string[]>;
}
