import { makeFolder } from '../../flush.js';
import { join } from 'node:path';
import type { Clock } from '../../clock.js';
import { chooseEngine } from '../../sqlite/choose-engine.js';
import { createRaw } from '../copy.js';
import { engineOf, type Transact } from '../db/engine.js';
import { readBatch } from '../read-batch.js';
import { createHolders } from '../sqlite/holders.js';
import { operationsOf, type Ledger } from '../operations/index.js';
import { openPool, type Pool } from './connection/pool.js';
import { readSettings, type Settings, type Variables } from './connection/settings.js';
import { beginInTime } from './begin-in-time.js';
import { createCopies } from './copies.js';
import { holdBatch, machineName } from './hold-batch.js';
import { createLeases } from './leases.js';
import { createPauses } from './pauses.js';
import { createSlots } from './slots.js';
import { createTables } from '../tables/index.js';
import type { LedgerCounts, LedgerFacts, Worker } from '../operations/inspection.js';
import type { Db, Row } from '../db/db.js';

/** Where a ledger of several machines is. */
export interface PostgresPlace {
  /** `postgres://user@host:port/database`, without a password. */
  readonly url: string;
  /** The schema of this ledger, in small letters, digits and `_`: each base URL and profile has its own. */
  readonly schema: string;
  /** The folder on this machine for the private copies of inputs. */
  readonly folder: string;
  /** Environment variables, for what libpq reads: `PGPASSFILE`, `HOME` and others. */
  readonly variables: Variables;
  /** Of the machine: how long it has been running, and its name for those who wait. */
  readonly clock: Pick<Clock, 'uptime'>;
}

/**
 * Opens the ledger that several machines share; makes it if there is none. Times of leases and settle times are the
 * database's. Every transaction sets what it relies on and its locks end with it, so a pooler may stand between, in
 * session mode and in transaction mode.
 *
 * @throws UsageError `bad_ledger_url`, `ledger_newer`; ConfereError `database_unusable`
 */
export async function openPostgresLedger(place: PostgresPlace): Promise<Ledger> {
  const settings = readSettings(place.url, place.schema, place.variables);
  return assemble(await openPool(settings), place, settings);
}

function assemble(pool: Pool, { folder, clock }: PostgresPlace, settings: Settings): Ledger {
  let name: string | undefined;
  const leases = createLeases(pool, {
    host: clock.uptime().host,
    machine: () => (name ??= machineName(folder, clock)),
    holders: createHolders(join(folder, 'lookups'), chooseEngine()),
  });
  const tablesOf = (session: Db) => createTables(session, clock, leases.holdersIn(session));
  // Changes are made one after the other, as on one machine: what one of them decides must still hold when it is committed.
  const write: Transact = (work) => pool.write(work);
  const read: Transact = (work) => pool.read(work);
  const guard = leases.guard.bind(leases);
  const { writeReused, ledgerCounts, ...operations } = operationsOf(
    engineOf({ read, write, note: write, erase: write, tablesOf, guard }),
  );
  const closeAll = async (): Promise<void> => {
    try {
      await writeReused();
    } finally {
      await leases.close();
      await pool.close();
    }
  };
  const folderOf = (batchId: string) => {
    const own = join(folder, 'batches', batchId);
    makeFolder(own);
    return own;
  };
  let closing: Promise<void> | undefined;
  return {
    ...operations,
    ...beginInTime(operations, clock),
    slots: createSlots(pool),
    ...createCopies(pool, leases),
    ...createPauses(pool, leases),
    async readBatch(num) {
      const { session, end } = await pool.beginRead();
      return readBatch({ tables: tablesOf(session), end }, num);
    },
    holdBatch: (batchId) => holdBatch(leases, folderOf, batchId),
    confirmHold: (of) => leases.confirm(of),
    ledgerFacts: async () => factsOf(pool, settings, await ledgerCounts()),
    now: () => pool.read((session) => session.number('SELECT now_ms() AS n')),
    raw: createRaw(pool),
    folder,
    folderOf,
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** What the ledger is, and whose leases last. */
async function factsOf(
  pool: Pool,
  { shown, schema }: Pick<Settings, 'shown' | 'schema'>,
  counts: LedgerCounts,
): Promise<LedgerFacts> {
  const pooler = await pool.pooler();
  return pool.read(async (session) => {
    const held = await session.all(
      `SELECT name, host, since FROM leases
       WHERE until > now_ms() AND name NOT LIKE 'settling %' ORDER BY since, name`,
    );
    const bytes = await session.number(
      `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS n FROM pg_class c
       JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = $1 AND c.relkind = 'r'`,
      schema,
    );
    const workers = held.map(toWorker);
    return { ...counts, engine: 'postgres', place: shown, schema, pooler, bytes, workers };
  });
}

function toWorker(row: Row): Worker {
  const [of, batch = ''] = String(row['name']).split(' ');
  const who = { host: row['host'] as string, since: row['since'] as number };
  return of === 'batch' ? { of, batch, ...who } : { of: 'lookups', ...who };
}
