import { join } from 'node:path';
import type { Clock } from '../../clock.js';
import { makeFolder } from '../../flush.js';
import { createRaw } from '../copy.js';
import { engineOf, type Db, type Transact, type Tx } from '../db.js';
import type { LedgerCounts, LedgerFacts } from '../inspection.js';
import { operationsOf, type Ledger, type Settler } from '../ledger.js';
import { beginInTime, createLeases, createPauses } from './leases.js';
import { openPool, type Pool } from './pool.js';
import { readSettings, type Settings, type Variables } from './settings.js';
import { createCopies, createSlots } from './sharing.js';

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
 * Opens the ledger that several machines share, or makes it. Every transaction sets what it relies on and its locks end with it,
 * so a pooler may stand between, in session mode and in transaction mode.
 *
 * @throws UsageError `bad_ledger_url`, `ledger_newer`; ConfereError `database_unusable`
 */
export async function openPostgresLedger(place: PostgresPlace): Promise<Ledger> {
  const settings = readSettings(place.url, place.schema, place.variables);
  return assemble(await openPool(settings), place, settings);
}

function assemble(pool: Pool, { folder, clock }: PostgresPlace, settings: Settings): Ledger {
  const leases = createLeases(pool, folder, clock);
  const txOf = (session: Db): Tx => {
    return { ...session, holders: leases.holdersIn(session), uptime: () => clock.uptime() };
  };
  // Changes are made one after the other, as on one machine: what one of them decides must still hold when it is committed.
  const write: Transact = (work) => pool.write((session) => work(txOf(session)));
  const read: Transact = (work) => pool.read((session) => work(txOf(session)));
  const { writeReused, ledgerCounts, ...operations } = operationsOf(
    engineOf({ read, write, note: write, erase: write, guard: leases.guard }),
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
    holdBatch: async (batchId) => leases.holdBatch(batchId, folderOf(batchId)),
    confirmHold: leases.confirm,
    ledgerFacts: async () => factsOf(pool, settings, await ledgerCounts()),
    now: () => pool.read((session) => session.number('SELECT now_ms() AS n')),
    raw: createRaw(pool),
    folder,
    folderOf,
    close: () => (closing ??= closeAll()),
  };
}

/** What the ledger is, and whose leases last. */
async function factsOf(
  pool: Pool,
  { shown, schema }: Pick<Settings, 'shown' | 'schema'>,
  counts: LedgerCounts,
): Promise<LedgerFacts> {
  return pool.read(async (session) => {
    const held = await session.all<Settler & { name: string }>(
      `SELECT name, host, since FROM leases
       WHERE until > now_ms() AND name NOT LIKE 'settling %' ORDER BY since, name`,
    );
    const bytes = await session.number(
      `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS n FROM pg_class c
       JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = $1 AND c.relkind = 'r'`,
      schema,
    );
    const workers = held.map(({ name, ...who }) => {
      const [of, batch = ''] = name.split(' ');
      return of === 'batch'
        ? { of: 'batch' as const, batch, ...who }
        : { of: 'lookups' as const, ...who };
    });
    return { ...counts, engine: 'postgres', place: shown, schema, bytes, workers };
  });
}
