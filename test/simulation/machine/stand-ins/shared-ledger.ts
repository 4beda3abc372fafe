/** A ledger that several machines share: the real decisions, and the rules of PostgreSQL for who may change what. */
import { join } from 'node:path';
import { beginInTime } from '../../../../src/ledger/postgres/leases.js';
import { openSqliteLedger, takeSlot } from '../../../../src/ledger/sqlite/index.js';
import { lockBatch } from '../../../../src/ledger/sqlite/locks.js';
import { createEngine } from '../../../../src/ledger/sqlite/db.js';
import { operationsOf } from '../../../../src/ledger/ledger.js';
import type { Engine } from '../../../../src/ledger/db.js';
import type { HeldLock, Ledger } from '../../../../src/ledger/index.js';
import { ConfereError } from '../../../../src/errors.js';
import { chooseEngine } from '../../../../src/sqlite/engine.js';
import { theWorld } from '../current.js';
import type { SimProcess } from '../process.js';
import type { SharedDatabase } from '../shared-database.js';
import { openDatabase } from './sqlite.js';
import { createSqliteDb } from './sqlite-db.js';

type Held = ReturnType<SharedDatabase['takeBatch']>;

export function openShared(folder: string, process: SimProcess): Ledger {
  const shared = theWorld().sharedDatabase;
  const place = `/p${process.id}/database`;
  // Its times are those of the database.
  const clock = { ...process.clock, now: () => shared.now };
  const base = openSqliteLedger(place, clock);
  const db = openDatabase(join(place, 'ledger.db'));
  const own = createSqliteDb(db, place);
  const held = new Map<number, { lease: Held; batch: string }>();
  const guard = (batch: number) => {
    const own = held.get(batch);
    if (own !== undefined) shared.guard(own.lease, own.batch);
  };
  const holders = holdersOf(shared, process);
  const engine = guarded(createEngine(own, db, { holders, uptime: () => clock.uptime() }), guard);
  const { writeReused, ledgerCounts: _counts, ...operations } = operationsOf(engine);
  const folderOf = (batch: string) => {
    const own = join(folder, 'batches', batch);
    theWorld().disk.makeFolder(own);
    return own;
  };
  const first = (sql: string, ...values: (string | number)[]) => db.prepare(sql).get(...values);
  return {
    ...base,
    ...operations,
    ...beginInTime(operations, clock),
    ...copiesOf(shared),
    slots: {
      take: (group, _, limit) =>
        own.transaction('write', (tx) => takeSlot(tx, group, minuteOf(shared.now), limit)),
      untilNext: () => Promise.resolve(60_000 - (shared.now % 60_000)),
      refuse: (group, ms) => {
        const until = Math.max(shared.refusals.get(group) ?? 0, shared.now + ms);
        shared.refusals.set(group, until);
        return Promise.resolve();
      },
      refusedFor: (group) =>
        Promise.resolve(Math.max(0, (shared.refusals.get(group) ?? 0) - shared.now)),
    },
    async holdBatch(batch): Promise<HeldLock> {
      const lock = await lockBatch(folderOf(batch), batch, chooseEngine());
      try {
        const num = first('SELECT num FROM batches WHERE id = ?', batch)?.['num'];
        const sql = "SELECT 1 FROM jobs WHERE batch = ? AND state = 'submitting'";
        const isSubmitting = num != null && first(sql, Number(num)) !== undefined;
        const lease = shared.takeBatch(process, { batch, isSubmitting });
        if (num != null) held.set(Number(num), { lease, batch });
        return {
          release: async () => {
            held.delete(Number(num));
            await shared.lockOf(lease).release();
            await lock.release();
          },
        };
      } catch (error) {
        await lock.release();
        throw error;
      }
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- as the real one
    async confirmHold(of) {
      if ('batch' in of) {
        guard(of.batch);
        return;
      }
      const row = first("SELECT holder FROM lookups WHERE num = ? AND state = 'asking'", of.lookup);
      if (row === undefined || !shared.has(`session ${String(row['holder'])}`))
        throw new ConfereError('lookup_under_way', {});
    },
    pauseOthers: (account) => {
      const lease = shared.takeName(process, `settling ${account}`);
      return Promise.resolve(lease && shared.lockOf(lease));
    },
    pausedBy: (account) => Promise.resolve(shared.other(process, `settling ${account}`)),
    atWork: (ids) =>
      Promise.resolve(ids.filter((id) => shared.other(process, `batch ${id}`) !== undefined)),
    folder,
    folderOf,
    async close() {
      await writeReused();
      shared.dropAllOf(process);
      await base.close();
    },
  };
}

function holdersOf(shared: SharedDatabase, process: SimProcess) {
  const own = new Set<string>();
  return {
    hold: (holder: string) => {
      own.add(holder);
      shared.beginSession(process, `session ${holder}`);
    },
    lives: (holder: string) => own.has(holder) || shared.mayLive(process, `session ${holder}`),
  };
}

/** What only who holds a batch may change is refused to whoever lost it. */
function guarded(engine: Engine, guard: (batch: number) => void): Engine {
  return {
    ...engine,
    writeBatch: (work) => {
      const write = engine.writeBatch(work);
      return async (of, ...given) => {
        guard(typeof of === 'number' ? of : of.batch);
        return write(of, ...given);
      };
    },
  };
}

function copiesOf(shared: SharedDatabase): Pick<Ledger, 'keepCopy' | 'copyOf' | 'removedAmong'> {
  return {
    async keepCopy(batch, pieces) {
      const kept: Uint8Array[] = [];
      for await (const piece of pieces) kept.push(piece);
      shared.copies.set(batch, kept);
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- as the real one
    async *copyOf(batch) {
      yield* shared.copies.get(batch) ?? [];
    },
    removedAmong: () => Promise.resolve([]),
  };
}

function minuteOf(now: number): number {
  return now - (now % 60_000);
}
