import type { Clock } from '../../clock.js';
import { createTables, type Tables } from '../tables/index.js';
import type { Engine, Work as LedgerWork } from '../db/engine.js';
import { readMark, refuseMoved } from '../copy/mark.js';
import type { Pool, Work } from './connection/pool.js';
import type { Db } from '../db/db.js';
import type { Leases } from './leases.js';

type Timer = Pick<Clock, 'uptime'>;
type Transact = <T>(work: Work<T>) => Promise<T>;

/**
 * Transactions that change the ledger are done one after the other, as on one machine: what one of them decides, as
 * that nobody else asks for an identifier, must still hold when it is committed.
 */
export function createEngine(pool: Pool, leases: Leases, clock: Timer): Engine {
  const madeOf =
    (within: Transact) =>
    <Given extends readonly unknown[], T>(work: LedgerWork<Given, T>) =>
    (...given: Given): Promise<T> =>
      within((session) => work(tablesOf(session, leases, clock), ...given));
  const write = madeOf((work) => pool.write(unlessMoved(work, 'change')));
  const writeBatch: Engine['writeBatch'] =
    (work) =>
    (of, ...given) =>
      pool.write(async (session) => {
        refuseMoved(await readMark(session));
        await leases.guard(session, typeof of === 'number' ? of : of.batch);
        return work(tablesOf(session, leases, clock), of, ...given);
      });
  return {
    read: madeOf((work) => pool.read(work)),
    ...{ write, note: write },
    erase: madeOf((work) => pool.write(unlessMoved(work, 'removal'))),
    ...{ writeBatch, clearBatch: writeBatch },
  };
}

function unlessMoved<T>(work: Work<T>, kind: 'change' | 'removal'): Work<T> {
  return async (session) => {
    refuseMoved(await readMark(session), kind);
    return work(session);
  };
}

export function tablesOf(session: Db, leases: Leases, clock: Timer): Tables {
  return createTables(session, clock, leases.holdersIn(session));
}
