import { createHash } from 'node:crypto';
import { ConfereError } from '../base/errors.js';
import type { Db, Transact } from './db.js';
import { TABLES, type Table } from './schema.js';
import { composed, written } from '../sqlite/sql.js';

/** `copying` into this ledger or `moving` out of it has not ended; `moved`: all of it is elsewhere; `here`, or none: it is in use. */
type MarkState = 'here' | 'copying' | 'moving' | 'moved';

interface CopyMark {
  readonly state: MarkState;
  /** For people. */
  readonly place: string;
  /** Both ledgers have it. */
  readonly token: string;
}

type RawRow = readonly (string | number | Uint8Array | null)[];

export type RawTables = ReturnType<typeof createRaw>;

/** Rows in memory at a time; those with the identifiers of a job are long. */
const PAGE = 2000;
const LONG_PAGE = 16;

const SOMETHING = `SELECT 1 FROM batches UNION ALL SELECT 1 FROM lookups
  UNION ALL SELECT 1 FROM records UNION ALL SELECT 1 FROM readings LIMIT 1`;

const UNDER_WAY = `SELECT 1 FROM jobs WHERE state = 'submitting'
  UNION ALL SELECT 1 FROM lookups WHERE state = 'asking' LIMIT 1`;

/** Which tables they are, whatever address leads to them. A role may have another time zone. */
const SELF = {
  sqlite: written("SELECT file AS self FROM pragma_database_list WHERE name = 'main'"),
  postgres:
    written(`SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), current_database(),
    'mark'::regclass::oid) AS self`),
};

const LEASES = 'SELECT 1 FROM leases WHERE until > now_ms() LIMIT 1';

export async function copyTables(from: RawTables, to: RawTables, token: string): Promise<void> {
  for (const table of TABLES)
    for await (const rows of pagesOf(from, table)) await to.add(token, table, rows);
  await to.settleNumbers();
}

/** By counts and checksums. @throws ConfereError `ledger_differs` */
export async function compareTables(from: RawTables, to: RawTables): Promise<void> {
  for (const table of TABLES)
    if ((await sumOf(from, table)) !== (await sumOf(to, table)))
      throw new ConfereError('ledger_differs', { table: table.name });
}

async function sumOf(raw: RawTables, table: Table): Promise<string> {
  const sum = createHash('sha256');
  const inText = (value: RawRow[number]) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  let count = 0;
  for await (const rows of pagesOf(raw, table)) {
    for (const row of rows) sum.update(`${JSON.stringify(row.map(inText))}\n`);
    count += rows.length;
  }
  return `${count} ${sum.digest('hex')}`;
}

/** SQLite also keeps a part of a millisecond, which PostgreSQL's times do not have. */
async function* pagesOf(raw: RawTables, table: Table): AsyncGenerator<RawRow[]> {
  const { key, columns, sql } = table;
  const isTime = columns.map((column) => /(^|_)at$/.test(column));
  const inWholeMs = (value: RawRow[number], at: number) =>
    isTime[at] === true && typeof value === 'number' ? Math.floor(value) : value;
  const limit = sql.includes('bytea') ? LONG_PAGE : PAGE;
  for (let last: RawRow | undefined; ;) {
    const rows = await raw.page(table, last, limit);
    if (rows.length > 0) yield rows.map((row) => row.map(inWholeMs));
    if (rows.length < limit) return;
    last = rows.at(-1)?.slice(0, key.length);
  }
}

type Transactions = Readonly<Record<'read' | 'write', Transact<Db>>>;

export function createRaw(of: Transactions) {
  return { ...marking(of), ...copying(of) };
}

function marking({ read, write }: Transactions) {
  return {
    self: () => read(async (db) => (await db.first<{ self: string }>(SELF[db.engine]))?.self),
    mark: () => read(readMark),
    /** @throws ConfereError `ledger_elsewhere` */
    refuseMoved: () => read((db) => refuseMoved(db)),
    /** False if something is under way, or a copy to another place has begun. */
    leave: (mark: Omit<CopyMark, 'state'>) =>
      write(async (db) => {
        const before = await readMark(db);
        const isHeld = db.engine === 'postgres' && (await db.has(LEASES));
        const isBusy = isHeld || (await db.has(UNDER_WAY));
        const isFree = before === undefined || before.state === 'here';
        if (isBusy || !(isFree || before.place === mark.place)) return false;
        await setMark(db, { ...mark, state: 'moving' });
        return true;
      }),
    /** Empties a ledger that has nothing, or what this copy began, or what was moved to `origin`; otherwise false. */
    receive: (mark: Omit<CopyMark, 'state'>, origin: string | undefined) =>
      write(async (db) => {
        const before = await readMark(db);
        const isBegun = before?.state === 'copying' && before.place === mark.place;
        const isBack = before?.state === 'moved' && before.token === origin;
        const isEmpty = before === undefined && !(await db.has(SOMETHING));
        if (!isBegun && !isBack && !isEmpty) return false;
        for (const { name } of TABLES) await db.run(composed(`DELETE FROM ${name}`));
        await setMark(db, { ...mark, state: 'copying' });
        return true;
      }),
    /** False if the copy of this name has another state. */
    turn: (token: string, from: MarkState, to: MarkState | null) =>
      write(async (db) => {
        const mark = await readMark(db);
        if (mark?.token !== token || mark.state !== from) return false;
        await setMark(db, to && { ...mark, state: to });
        return true;
      }),
  };
}

function copying({ read, write }: Transactions) {
  return {
    /** Rows after this key (the first columns). */
    page: ({ name, key, columns }: Table, after: RawRow | undefined, limit: number) =>
      read(async (db) => {
        const places = key.map((_, at) => `$${at + 2}`).join(', ');
        const where = after === undefined ? '' : `WHERE (${key.join(', ')}) > (${places})`;
        const sql = `SELECT ${columns.join(', ')} FROM ${name} ${where} ORDER BY ${key.join(', ')} LIMIT $1`;
        const rows = await db.all(composed(sql), ...[limit, ...(after ?? [])]);
        // PostgreSQL has no text with U+0000.
        const withoutNull = (value: RawRow[number]) =>
          typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
        return rows.map((row) => Object.values(row).map(withoutNull));
      }),
    /** Only while the copy of this name goes on. */
    add: (token: string, table: Table, rows: readonly RawRow[]) =>
      write(async (db) => {
        const mark = await readMark(db);
        if (mark?.state !== 'copying' || mark.token !== token)
          throw new ConfereError('ledger_elsewhere', { why: 'copying', place: mark?.place ?? '' });
        await addRows(db, table, rows);
      }),
    /** SQLite finds the largest number itself. */
    settleNumbers: () =>
      write(async (db) => {
        for (const { name } of db.engine === 'sqlite' ? [] : TABLES.filter((one) => one.isNumbered))
          await db.run(
            composed(
              `SELECT setval(pg_get_serial_sequence('${name}', 'num'), (SELECT coalesce(max(num), 0) + 1 FROM ${name}), false)`,
            ),
          );
      }),
  };
}

function readMark(db: Db): Promise<CopyMark | undefined> {
  return db.first('SELECT state, place, token FROM mark');
}

/** What was moved may be removed. @throws ConfereError `ledger_elsewhere` */
export async function refuseMoved(db: Db, kind: 'change' | 'removal' = 'change'): Promise<void> {
  const mark = await readMark(db);
  if (mark === undefined || mark.state === 'here') return;
  if (mark.state === 'moved' && kind === 'removal') return;
  throw new ConfereError('ledger_elsewhere', { why: mark.state, place: mark.place });
}

async function setMark(db: Db, mark: CopyMark | null): Promise<void> {
  await db.run('DELETE FROM mark');
  if (mark === null) return;
  const { state, place, token } = mark;
  await db.run('INSERT INTO mark (state, place, token) VALUES ($1, $2, $3)', state, place, token);
}

async function addRows(db: Db, { name, columns }: Table, rows: readonly RawRow[]): Promise<void> {
  const into = `INSERT INTO ${name} (${columns.join(', ')})`;
  if (db.engine === 'sqlite') {
    const places = columns.map((_, at) => `$${at + 1}`);
    const sql = composed(`${into} VALUES (${places.join(', ')})`);
    for (const row of rows) await db.run(sql, ...row);
    return;
  }
  // As PostgreSQL reads bytes.
  const inJson = (value: RawRow[number] = null) =>
    value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
  // One statement for all of them: there is a network in between.
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, inJson(row[at])])),
  );
  const all = `SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${name}, $1::json)`;
  await db.run(composed(`${into} ${all}`), JSON.stringify(objects));
}
