import { readMark, refuseMoved } from '../copy.js';
import type { Tables } from '../tables/index.js';
import type { Db } from './db.js';

/** Does `work` in one transaction, which is done whole or not at all. */
export type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** A transaction of the ledger: what it is given, and what it does. */
type Work<Given extends readonly unknown[], T> = (tables: Tables, ...given: Given) => Promise<T>;

type Operation<Given extends readonly unknown[], T> = (...given: Given) => Promise<T>;

type Made = <Given extends readonly unknown[], T>(work: Work<Given, T>) => Operation<Given, T>;

/** The number of a batch, or a request that names it. */
type OfBatch = number | { readonly batch: number };

type MadeOfBatch = <Of extends OfBatch, Given extends readonly unknown[], T>(
  work: Work<readonly [of: Of, ...Given], T>,
) => Operation<readonly [of: Of, ...Given], T>;

/** Makes operations of transactions. Each is made of one transaction, which is done whole or not at all. */
export type Engine = ReturnType<typeof engineOf>;

/** The transactions of a database, and what those who change a batch must still have: the hold of it. */
interface Transactions extends Readonly<Record<'read' | 'write' | 'note' | 'erase', Transact>> {
  readonly tablesOf: (db: Db) => Tables;
  readonly guard?: (db: Db, batch: number) => Promise<void>;
}

export function engineOf({ read, write, note, erase, tablesOf, guard }: Transactions) {
  const reading: Made =
    (work) =>
    (...given) =>
      read((db) => work(tablesOf(db), ...given));
  const changing =
    (transact: Transact, kind?: 'removal'): Made =>
    (work) =>
    (...given) =>
      transact(async (db) => {
        refuseMoved(await readMark(db), kind);
        return work(tablesOf(db), ...given);
      });
  const changingBatch =
    (transact: Transact): MadeOfBatch =>
    (work) =>
    (of, ...given) =>
      transact(async (db) => {
        refuseMoved(await readMark(db));
        await guard?.(db, typeof of === 'number' ? of : of.batch);
        return work(tablesOf(db), of, ...given);
      });
  return {
    /** Sees one state of the ledger, and changes nothing. */
    read: reading,
    /** No other transaction changes the ledger meanwhile. */
    write: changing(write),
    /** The same as `write`, but a power cut may undo it until the next `write`. */
    note: changing(note),
    /** The same for what only who holds the batch may change; its first argument names the batch. */
    writeBatch: changingBatch(write),
    /** The same as `writeBatch` for many identifiers; a power cut may undo it until the next `write`. */
    clearBatch: changingBatch(note),
    /** The same as `write`, and what it deletes is overwritten. */
    erase: changing(erase, 'removal'),
  };
}
