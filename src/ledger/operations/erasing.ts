import type { IdentifierKind } from '../../identifiers/index.js';
import type { Claim } from './balances.js';

/** An identifier about which a single lookup is under way, or left in doubt. */
export interface OpenIdentifier {
  readonly kind: IdentifierKind;
  readonly id: string;
}

/** What a ledger has of some identifiers; nothing was changed. */
export interface StoredAbout {
  /** Batches that have any of them; `state`: what the service may still do for their jobs. */
  readonly batches: readonly {
    readonly num: number;
    readonly id: string;
    readonly state: 'ended' | 'running' | 'unconfirmed';
  }[];
  readonly records: readonly Claim[];
  readonly open: readonly OpenIdentifier[];
}

/** Identifiers that go from a batch, and the private copy without them, which is on disk already. */
export interface ErasedRows {
  readonly batch: number;
  readonly ids: readonly string[];
  /** The rows (1-based) that had one. */
  readonly rows: readonly number[];
  /** How many of these had lost zeros. */
  readonly repaired: number;
  /** The layout of the copy as JSON. */
  readonly layout: string;
  readonly hash: string;
  readonly size: number;
}

/** Forgets single people and companies. What they were charged stays countable. */
export interface Erasing {
  storedAbout(ids: readonly string[]): Promise<StoredAbout>;
  /**
   * Deletes identifiers from a batch and overwrites them on disk. Their rows count as invalid, for the reason `erased`. The
   * batch is no longer known by its content, which the same file has still. Returns `running` or `unconfirmed`, and changes
   * nothing, while the service may be processing a job of one of them.
   */
  eraseFromBatch(erased: ErasedRows): Promise<'erased' | 'running' | 'unconfirmed'>;
  /**
   * Deletes the records of identifiers, shown or not, and overwrites them on disk; returns how many. Deletes none while a
   * batch has one of them (`in_use`), or a single lookup of one is not over.
   */
  eraseRecords(ids: readonly string[]): Promise<number | 'in_use' | OpenIdentifier>;
}
