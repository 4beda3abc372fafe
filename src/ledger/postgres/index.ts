import type { Clock } from '../../base/clock.js';
import { createRawTables, refuseMoved } from '../copy.js';
import { NEXT_COPY } from '../removal.js';
import { createLedgerEngine, type Db, type Transact, type Tx } from '../db.js';
import type { LedgerCounts, LedgerFacts } from '../inspection.js';
import {
  createFolders,
  createOperations,
  type Copies,
  type Ledger,
  type Slots,
} from '../ledger.js';
import { createLeases, type Leases } from './leases.js';
import { openPool, type Pool } from './pool.js';
import { readSettings, type DatabaseSettings, type Variables } from './settings.js';
import { literalSql } from '../../sqlite/sql.js';

export interface PostgresPlace {
  /** Without a password. */
  readonly url: string;
  /** Small letters, digits and `_`: each base URL and profile has its own. */
  readonly schema: string;
  /** The folder of this machine for private copies of inputs. */
  readonly folder: string;
  /** Environment variables that libpq would read. */
  readonly variables: Variables;
  readonly clock: Pick<Clock, 'uptime'>;
}

/**
 * Opens a ledger in PostgreSQL. Every transaction sets what it relies on, so a pooler may be in between. @throws
 * ConfereError `database_unusable`, `ledger_older`; UsageError `ledger_newer`
 */
export async function openPostgresLedger(place: PostgresPlace): Promise<Ledger> {
  const settings = readSettings(place.url, place.schema, place.variables);
  return assemble(await openPool(settings), place, settings);
}

function assemble(
  pool: Pool,
  { folder, clock }: PostgresPlace,
  settings: DatabaseSettings,
): Ledger {
  const leases = createLeases(pool, folder, clock);
  const createTx = (session: Db): Tx => {
    return { ...session, holders: leases.holdersIn(session), uptime: () => clock.uptime() };
  };
  // Changes are made one after the other, as on one machine, so that a decision still holds when it is committed.
  const write: Transact = (work) => pool.write((session) => work(createTx(session)));
  const read: Transact = (work) => pool.read((session) => work(createTx(session)));
  const { writeReuses, ledgerCounts, ...operations } = createOperations(
    createLedgerEngine({ read, write, erase: write, refuseMoved, guard: leases.guard }),
  );
  const closeAll = async (): Promise<void> => {
    try {
      await writeReuses();
    } finally {
      await leases.close();
      await pool.close();
    }
  };
  const folders = createFolders(folder);
  let closing: Promise<void> | undefined;
  return {
    ...operations,
    slots: createSlots(pool),
    ...createCopies(pool, leases),
    holdBatch: async (batchId) => leases.holdBatch(batchId, folders.batchFolder(batchId)),
    confirmHold: leases.confirm,
    pauseOthers: leases.pauseOthers,
    findPause: leases.findPause,
    findHeldElsewhere: leases.findHeldElsewhere,
    findHeldBatches: leases.findHeldBatches,
    ledgerFacts: async () => readFacts(pool, settings, await ledgerCounts()),
    now: () => pool.read((session) => session.number('SELECT now_ms() AS n')),
    raw: createRawTables(pool),
    ...folders,
    close: () => (closing ??= closeAll()),
  };
}

async function readFacts(
  pool: Pool,
  { address, schema }: Pick<DatabaseSettings, 'address' | 'schema'>,
  counts: LedgerCounts,
): Promise<LedgerFacts> {
  return pool.read(async (session) => {
    const bytes = await session.number(
      `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS n FROM pg_class c
       JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = $1 AND c.relkind = 'r'`,
      schema,
    );
    return { ...counts, engine: 'postgres', place: address, schema, bytes };
  });
}

/**
 * Creates the operations on private copies. Each piece is stored in its own transaction; a copy is valid only when the
 * plan, which is committed later, has its checksum. The pieces of a workbook have numbers below 0, and those of a copy
 * that replaces the present one after an erasure have numbers from `NEXT_COPY` on.
 */
function createCopies(pool: Pool, { guard }: Leases): Copies {
  const add = async (batch: number, pieces: AsyncIterable<Uint8Array>, from: number, step = 1) => {
    let number = from;
    for await (const piece of pieces) {
      const at = number;
      await pool.writeWithoutLock(async (db) => {
        await guard(db, batch);
        await db.run('INSERT INTO copies VALUES ($1, $2, $3)', batch, at, piece);
      });
      number += step;
    }
  };
  const store = async (batch: number, pieces: AsyncIterable<Uint8Array>, from: number) => {
    const sql = 'DELETE FROM copies WHERE batch = $1 AND number >= $2';
    await pool.writeWithoutLock((db) => db.run(sql, batch, from));
    await add(batch, pieces, from);
  };
  const read = async function* (batch: number, from: number, step = 1) {
    const statement = literalSql('SELECT bytes FROM copies WHERE batch = $1 AND number = $2');
    for (let number = from; ; number += step) {
      const at = number;
      const row = await pool.read((db) => db.first<{ bytes: Uint8Array }>(statement, batch, at));
      if (row === undefined) return;
      yield row.bytes;
    }
  };
  return {
    storeCopy: (batch, pieces) => store(batch, pieces, 0),
    storeNextCopy: (batch, pieces) => store(batch, pieces, NEXT_COPY),
    readCopy: (batch) => read(batch, 0),
    async storeWorkbook(batch, pieces) {
      await pool.writeWithoutLock((db) =>
        db.run('DELETE FROM copies WHERE batch = $1 AND number < 0', batch),
      );
      await add(batch, pieces, -1, -1);
    },
    readWorkbook: (batch) => read(batch, -1, -1),
  };
}

const MINUTE = 60_000;

/** SQL for the current minute by the clock of the database. */
const THIS_MINUTE = `now_ms() / ${MINUTE} * ${MINUTE}`;

/**
 * Creates the slots, which are counted by minutes of the database's clock. One statement takes a slot, without waiting
 * for other changes of the ledger.
 */
function createSlots(pool: Pool): Slots {
  return {
    async take(group, _, limit) {
      const sql = `WITH past AS (DELETE FROM slots WHERE minute < ${THIS_MINUTE})
        INSERT INTO slots (rate_group, minute, used) VALUES ($1, ${THIS_MINUTE}, 1)
        ON CONFLICT (rate_group, minute) DO UPDATE SET used = slots.used + 1
          WHERE slots.used < $2`;
      return (await pool.writeWithoutLock((session) => session.run(sql, group, limit))) === 1;
    },
    msUntilNextMinute: () =>
      pool.read((session) => session.number(`SELECT ${MINUTE} - now_ms() % ${MINUTE} AS n`)),
  };
}
