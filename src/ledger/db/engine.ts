import type { Tables } from '../tables/index.js';

/** A transaction of the ledger: what it is given, and what it does. */
export type Work<Given extends readonly unknown[], T> = (
  tables: Tables,
  ...given: Given
) => Promise<T>;

type Operation<Given extends readonly unknown[], T> = (...given: Given) => Promise<T>;

type Made = <Given extends readonly unknown[], T>(work: Work<Given, T>) => Operation<Given, T>;

/** The number of a batch, or a request that names it. */
type OfBatch = number | { readonly batch: number };

/** Makes operations of transactions. Each is made of one transaction, which is done whole or not at all. */
export interface Engine {
  /** Sees one state of the ledger, and changes nothing. */
  readonly read: Made;
  /** No other transaction changes the ledger meanwhile. */
  readonly write: Made;
  /** The same as `write`, but a power cut may undo it until the next `write`. */
  readonly note: Made;
  /** The same for what only who holds the batch may change; its first argument names the batch. */
  readonly writeBatch: <Of extends OfBatch, Given extends readonly unknown[], T>(
    work: Work<readonly [of: Of, ...Given], T>,
  ) => Operation<readonly [of: Of, ...Given], T>;
  /** The same as `writeBatch` for many identifiers; a power cut may undo it until the next `write`. */
  readonly clearBatch: Engine['writeBatch'];
  /** The same as `write`, and what it deletes is overwritten. */
  readonly erase: Made;
}
