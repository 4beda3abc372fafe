import { columnList, EMPTY_SQL, UNDER_WAY_SQL } from '../copy/raw-sql.js';
import { mayReceive, requireCopying } from '../copy/refuse-moved.js';
import { columnsOf, COPIED_TABLES, tableNamed } from '../copy/tables.js';
import type { Mark, RawRow, RawTables } from '../operations/moving.js';
import type { Row } from '../rows/row.js';
import type { Pool } from './connection/pool.js';
import type { Db } from '../db/db.js';

export async function readMark(session: Db): Promise<Mark | undefined> {
  const row = await session.first('SELECT state, place, token FROM mark');
  return row as unknown as Mark | undefined;
}

export function createRaw(pool: Pool): RawTables {
  return {
    mark: () => pool.read(readMark),
    leave: (mark) => pool.write((db) => leave(db, mark)),
    receive: (mark, origin) =>
      pool.write(async (db) => {
        const isEmpty = ((await db.first(EMPTY_SQL))?.['empty'] as unknown) === true;
        if (!mayReceive(await readMark(db), isEmpty, mark.place, origin)) return false;
        for (const { name } of COPIED_TABLES) await db.run(`DELETE FROM ${name}`);
        // What was removed comes back with the copy.
        await db.run('DELETE FROM removed');
        await setMark(db, { ...mark, state: 'copying' });
        return true;
      }),
    turn: (token, from, to) => pool.write((db) => turn(db, token, from, to)),
    page: (name, after, limit) => pool.read((db) => pageOf(db, name, after, limit)),
    last: (name) => pool.read((db) => lastOf(db, name)),
    add: (token, name, rows) =>
      pool.write(async (db) => {
        requireCopying(await readMark(db), token);
        await addRows(db, name, rows);
      }),
    settleNumbers: () => pool.write(settleNumbers),
  };
}

async function leave(db: Db, mark: Omit<Mark, 'state'>): Promise<boolean> {
  const before = await readMark(db);
  const isHeld = await db.has('SELECT 1 FROM leases WHERE until > now_ms()');
  const isBusy = isHeld || (await db.has(UNDER_WAY_SQL));
  if (isBusy || (before !== undefined && before.state !== 'here')) return false;
  await setMark(db, { ...mark, state: 'moving' });
  return true;
}

async function turn(
  db: Db,
  token: string,
  from: Mark['state'],
  to: Mark['state'] | null,
): Promise<boolean> {
  const mark = await readMark(db);
  if (mark?.token !== token || mark.state !== from) return false;
  if (to === null) await db.run('DELETE FROM mark');
  else await setMark(db, { ...mark, state: to });
  return true;
}

async function setMark(db: Db, { state, place, token }: Mark): Promise<void> {
  await db.run('DELETE FROM mark');
  await db.run('INSERT INTO mark (state, place, token) VALUES ($1, $2, $3)', state, place, token);
}

async function pageOf(
  db: Db,
  name: string,
  after: RawRow | undefined,
  limit: number,
): Promise<RawRow[]> {
  const keys = tableNamed(name).key;
  const places = keys.map((_, at) => `$${at + 2}`).join(', ');
  const where = after === undefined ? '' : `WHERE (${keys.join(', ')}) > (${places})`;
  const sql = `SELECT ${columnList(name)} FROM ${name} ${where} ORDER BY ${order(keys, '')} LIMIT $1::bigint`;
  return (await db.all(sql, limit, ...(after ?? []))).map((row) => valuesOf(name, row));
}

/** Names and services are sorted by their characters, as SQLite does. */
function order(keys: readonly string[], direction: string): string {
  return keys.map((key) => `${key} ${direction}`).join(', ');
}

function valuesOf(name: string, row: Row): RawRow {
  return columnsOf(tableNamed(name)).map((column) => row[column] ?? null);
}

async function lastOf(db: Db, name: string): Promise<RawRow | undefined> {
  const keys = tableNamed(name).key;
  const row = await db.first(
    `SELECT ${keys.join(', ')} FROM ${name} ORDER BY ${order(keys, 'DESC')} LIMIT 1`,
  );
  return row && keys.map((key) => row[key] ?? null);
}

async function addRows(db: Db, name: string, rows: readonly RawRow[]): Promise<void> {
  const columns = columnsOf(tableNamed(name));
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])),
  );
  const list = columns.join(', ');
  await db.run(
    `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE
     SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1::json)`,
    JSON.stringify(objects),
  );
}

async function settleNumbers(db: Db): Promise<void> {
  for (const { name, isNumbered = false } of COPIED_TABLES)
    if (isNumbered)
      await db.run(
        `SELECT setval(pg_get_serial_sequence('${name}', 'num'), (SELECT coalesce(max(num), 0) + 1 FROM ${name}), false)`,
      );
}
