/**
 * Stands in the place of `src/ledger/postgres/pool.ts`: the database that machines share is one in memory, with a clock
 * and numbers of its own. Processes renew their leases themselves; here that happens when somebody looks at the database.
 */
import type { Db, Transact } from '../../../../src/ledger/db.js';
import { LEASE_TIME } from '../../../../src/ledger/postgres/leases.js';
import { migrate } from '../../../../src/ledger/sqlite/index.js';
import { theWorld } from '../current.js';
import type { SimProcess } from '../process.js';
import { openDatabase } from './sqlite.js';
import { createSqliteDb } from './sqlite-db.js';
import { composedSql, type Sql } from '../../../../src/sqlite/sql.js';

const PLACE = '/database';
/** How long (ms) a lease lasts at least since it was renewed before. */
const RENEWED_BEFORE = 5_000;

/** What SQLite does not make of the tables of PostgreSQL, and a clock. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS leases (name text PRIMARY KEY, fence int, host text, since int, until int, machine text);
  CREATE TABLE IF NOT EXISTS copies (batch int, number int, bytes blob, PRIMARY KEY (batch, number));
  CREATE TABLE IF NOT EXISTS now (ms int, fence int);
  INSERT INTO now SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM now)`;

const OWN =
  '(name, fence) IN (SELECT n.value, f.value FROM json_each($1) n JOIN json_each($2) f ON n.key = f.key)';

/** What PostgreSQL says in its own words. */
const WORDS: readonly (readonly [of: RegExp, word: string])[] = [
  [/^WITH past AS \(DELETE.*\)\n/, ''],
  [
    /UPDATE leases l (SET.*)\s+FROM unnest[^]*/,
    `UPDATE leases $1 WHERE ${OWN.replaceAll('$', '$$$$')}`,
  ],
  [/DELETE FROM leases l USING unnest[^]*/, `DELETE FROM leases WHERE ${OWN}`],
  [/= ANY \((\$\d+)\)/g, '= ANY ($1::text[])'],
  [/coalesce\(sum\(pg_total_relation_size[^]*/, '0 AS n WHERE $1 IS NOT NULL'],
  [/now_ms\(\)/g, '(SELECT ms FROM now)'],
  [/nextval\('fences'\)/g, '(SELECT fence FROM now)'],
];

export type Pool = Awaited<ReturnType<typeof openPool>>;

// Nothing happens by the real time.
globalThis.setInterval = (() => ({ unref: () => undefined })) as never;

export const opening: { process: SimProcess | undefined } = { process: undefined };

// eslint-disable-next-line @typescript-eslint/require-await -- as the real one
export async function openPool() {
  const { process } = opening;
  if (process === undefined) throw new Error('Nobody opens a ledger.');
  const database = openDatabase(`/p${process.id}${PLACE}/ledger.db`);
  migrate(database, PLACE);
  database.exec(TABLES);
  const shared = createSqliteDb(database, PLACE);
  const within =
    (how: 'read' | 'write'): Transact<Db> =>
    (work) =>
      shared.transaction(how, async (db) => {
        await goOn(db, process);
        return work(spoken(db));
      });
  return {
    read: within('read'),
    write: within('write'),
    writeWithoutLock: within('write'),
    close: () => Promise.resolve(),
  };
}

const translated = new Map<string, string>();

function inSqlite(sql: string): Sql {
  const text =
    translated.get(sql) ?? WORDS.reduce((rest, [of, word]) => rest.replace(of, word), sql);
  translated.set(sql, text);
  return composedSql(text);
}

function spoken(db: Db): Db {
  return {
    engine: 'sqlite',
    all: (sql, ...values) => db.all(inSqlite(sql), ...values),
    first: (sql, ...values) => db.first(inSqlite(sql), ...values),
    number: (sql, ...values) => db.number(inSqlite(sql), ...values),
    has: (sql, ...values) => db.has(inSqlite(sql), ...values),
    run: (sql, ...values) => db.run(inSqlite(sql), ...values),
  };
}

/** Whoever makes a transaction has the number of its lease. */
async function goOn(db: Db, process: SimProcess): Promise<void> {
  const { leaseHolders, databaseAhead, databaseNow: now } = theWorld();
  const sql = 'UPDATE now SET ms = $1::bigint, fence = fence + 1 RETURNING fence AS n';
  leaseHolders.set(await db.number(sql, now), process);
  for (const { fence, until } of await db.all<Held>(
    composedSql('SELECT fence, until FROM leases'),
  )) {
    const stopped = leaseHolders.get(fence)?.stoppedAt();
    const phase = (fence * 1_733) % 10_000;
    const renewed = LEASE_TIME + (stopped === undefined ? now : stopped + databaseAhead - phase);
    const isOld = stopped === undefined ? until < renewed - RENEWED_BEFORE : until !== renewed;
    if (isOld)
      await db.run('UPDATE leases SET until = $1::bigint WHERE fence = $2::bigint', renewed, fence);
  }
}

interface Held {
  readonly fence: number;
  readonly until: number;
}
