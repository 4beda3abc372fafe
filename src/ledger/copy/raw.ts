import { ConfereError } from '../../errors.js';
import type { Db } from '../db/db.js';
import type { Mark, MarkState, RawRow, RawTables } from '../operations/moving.js';
import { TABLES, type Table } from '../schema.js';
import { readMark } from './mark.js';

/** The transactions of a ledger: one state of it that is only read, and a change that nobody else's overlaps. */
interface Transact {
  readonly read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  readonly write: Transact['read'];
}

export function createRaw({ read, write }: Transact): RawTables {
  return {
    mark: () => read(readMark),
    leave: (mark) => write((db) => leave(db, mark)),
    receive: (mark, origin) => write((db) => receive(db, mark, origin)),
    turn: (token, from, to) => write((db) => turn(db, token, from, to)),
    page: (name, after, limit) => read((db) => pageOf(db, name, after, limit)),
    last: (name) => read((db) => lastOf(db, name)),
    add: (token, name, rows) => write((db) => addRows(db, token, name, rows)),
    settleNumbers: () => write(settleNumbers),
  };
}

/** What is counted as something in a ledger. */
const SOMETHING = `SELECT 1 FROM batches UNION ALL SELECT 1 FROM lookups
  UNION ALL SELECT 1 FROM records UNION ALL SELECT 1 FROM readings LIMIT 1`;

const UNDER_WAY = `SELECT 1 FROM jobs WHERE state = 'submitting'
  UNION ALL SELECT 1 FROM lookups WHERE state = 'asking' LIMIT 1`;

/** Who holds a batch or looks something up, on any machine. */
const LEASES = 'SELECT 1 FROM leases WHERE until > now_ms() LIMIT 1';

async function leave(db: Db, mark: Omit<Mark, 'state'>): Promise<boolean> {
  const before = await readMark(db);
  const isHeld = db.engine === 'postgres' && (await db.has(LEASES));
  const isBusy = isHeld || (await db.has(UNDER_WAY));
  if (isBusy || (before !== undefined && before.state !== 'here')) return false;
  await setMark(db, { ...mark, state: 'moving' });
  return true;
}

async function receive(
  db: Db,
  mark: Omit<Mark, 'state'>,
  origin: string | undefined,
): Promise<boolean> {
  if (!(await mayReceive(db, mark.place, origin))) return false;
  for (const { name } of TABLES) await db.run(`DELETE FROM ${name}`);
  // What was removed comes back with the copy.
  if (db.engine === 'postgres') await db.run('DELETE FROM removed');
  await setMark(db, { ...mark, state: 'copying' });
  return true;
}

async function mayReceive(db: Db, source: string, origin: string | undefined): Promise<boolean> {
  const mark = await readMark(db);
  if (mark === undefined) return !(await db.has(SOMETHING));
  if (mark.state === 'moved') return mark.token === origin;
  return mark.state === 'copying' && mark.place === source;
}

async function turn(
  db: Db,
  token: string,
  from: MarkState,
  to: MarkState | null,
): Promise<boolean> {
  const mark = await readMark(db);
  if (mark?.token !== token || mark.state !== from) return false;
  await setMark(db, to && { ...mark, state: to });
  return true;
}

async function setMark(db: Db, mark: Mark | null): Promise<void> {
  await db.run('DELETE FROM mark');
  if (mark === null) return;
  const { state, place, token } = mark;
  await db.run('INSERT INTO mark (state, place, token) VALUES ($1, $2, $3)', state, place, token);
}

/** @throws if no table has this name */
function tableNamed(name: string): Table {
  const table = TABLES.find((one) => one.name === name);
  if (table === undefined) throw new RangeError(name);
  return table;
}

async function pageOf(
  db: Db,
  name: string,
  after: RawRow | undefined,
  limit: number,
): Promise<RawRow[]> {
  const { key, columns } = tableNamed(name);
  const places = key.map((_, at) => `$${at + 2}`);
  const where = after === undefined ? '' : `WHERE (${key.join(', ')}) > (${places.join(', ')})`;
  const rows = await db.all(
    `SELECT ${columns.join(', ')} FROM ${name} ${where} ORDER BY ${key.join(', ')} LIMIT $1`,
    ...[limit, ...(after ?? [])],
  );
  return rows.map((row) => Object.values(row).map(withoutNull));
}

/** PostgreSQL has no text with U+0000. */
function withoutNull(value: RawRow[number]): RawRow[number] {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

async function lastOf(db: Db, name: string): Promise<RawRow | undefined> {
  const { key } = tableNamed(name);
  const backwards = key.map((column) => `${column} DESC`).join(', ');
  const row = await db.first(`SELECT ${key.join(', ')} FROM ${name} ORDER BY ${backwards} LIMIT 1`);
  return row && Object.values(row);
}

async function addRows(
  db: Db,
  token: string,
  name: string,
  rows: readonly RawRow[],
): Promise<void> {
  const mark = await readMark(db);
  if (mark?.state !== 'copying' || mark.token !== token)
    throw new ConfereError('ledger_elsewhere', { why: 'copying', place: mark?.place ?? '' });
  const { columns } = tableNamed(name);
  const into = `INSERT INTO ${name} (${columns.join(', ')})`;
  if (db.engine === 'sqlite') {
    const places = columns.map((_, at) => `$${at + 1}`);
    for (const row of rows) await db.run(`${into} VALUES (${places.join(', ')})`, ...row);
    return;
  }
  // One statement for all of them: there is a network in between.
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, inJson(row[at] ?? null)])),
  );
  const all = `SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${name}, $1::json)`;
  await db.run(`${into} ${all}`, JSON.stringify(objects));
}

/** As PostgreSQL reads bytes. */
function inJson(value: RawRow[number]): string | number | null {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

/** SQLite finds the largest number itself. */
async function settleNumbers(db: Db): Promise<void> {
  if (db.engine === 'sqlite') return;
  for (const { name, isNumbered } of TABLES)
    if (isNumbered)
      await db.run(
        `SELECT setval(pg_get_serial_sequence('${name}', 'num'), (SELECT coalesce(max(num), 0) + 1 FROM ${name}), false)`,
      );
}
