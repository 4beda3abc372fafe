import type { Clock } from '../../clock.js';
import type { Engine } from '../transactions/engine.js';
import {
  asSteps,
  runInTurn,
  type Steps,
  type StepTables,
  type Tables,
} from '../transactions/steps.js';
import { refuseMoved } from '../copy/refuse-moved.js';
import { readMark } from './raw.js';
import type { Pool, Work } from './connection/pool.js';
import type { Session } from './connection/session.js';
import type { Leases } from './leases.js';
import { createTables } from './tables/index.js';

type Timer = Pick<Clock, 'uptime'>;
type Transact = <T>(work: Work<T>) => Promise<T>;

/**
 * Transactions that change the ledger are done one after the other, as on one machine: what one of them decides, as
 * that nobody else asks for an identifier, must still hold when it is committed.
 */
export function createEngine(pool: Pool, leases: Leases, clock: Timer): Engine {
  const madeOf =
    (within: Transact) =>
    <Given extends readonly unknown[], T>(work: (tables: Tables, ...given: Given) => Steps<T>) =>
    (...given: Given): Promise<T> =>
      within((session) =>
        runInTurn((tables) => work(tables, ...given), stepsOf(session, leases, clock)),
      );
  const write = madeOf((work) => pool.write(unlessMoved(work, 'change')));
  const writeBatch: Engine['writeBatch'] =
    (work) =>
    (of, ...given) =>
      pool.write(async (session) => {
        refuseMoved(await readMark(session));
        await leases.guard(session, typeof of === 'number' ? of : of.batch);
        return runInTurn((tables) => work(tables, of, ...given), stepsOf(session, leases, clock));
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

export function stepsOf(session: Session, leases: Leases, clock: Timer): StepTables {
  return asSteps({ ...createTables(session, clock), holders: leases.holdersIn(session) });
}
