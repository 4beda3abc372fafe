import { createHash } from 'node:crypto';
import { ConfereError } from '../base/errors.js';
import type { Db, Transact } from './db.js';
import { TABLES, type Table } from './schema.js';
import { composedSql, literalSql } from '../sqlite/sql.js';

/**
 * `copying`: rows are being copied into this ledger. `moving`: they are being copied out of it. `moved`: the other
 * ledger has taken over. `here`: this ledger is in use, as it is without a stored status.
 */
type MoveState = 'here' | 'copying' | 'moving' | 'moved';

/** The copy between a ledger and another one, as each of the two stores it in its table `mark`. */
interface MoveStatus {
  readonly state: MoveState;
  /** The other ledger, in words for people. */
  readonly place: string;
  /** Identifies this copy in both ledgers. */
  readonly token: string;
}

type RawRow = readonly (string | number | Uint8Array | null)[];

export type RawTables = ReturnType<typeof createRawTables>;

/** How many rows are in memory at a time: fewer if a row is long, because it has all identifiers of a job. */
const PAGE = 2000;
const LONG_PAGE = 16;

const ANY_ROW = `SELECT 1 FROM batches UNION ALL SELECT 1 FROM lookups
  UNION ALL SELECT 1 FROM records UNION ALL SELECT 1 FROM readings LIMIT 1`;

const UNDER_WAY = `SELECT 1 FROM jobs WHERE state = 'submitting'
  UNION ALL SELECT 1 FROM lookups WHERE state = 'asking' LIMIT 1`;

/**
 * SQL that identifies the tables, whatever address leads to them. The start of the server is an epoch, because its text
 * would depend on the time zone of the role.
 */
const IDENTITY = {
  sqlite: literalSql("SELECT file AS self FROM pragma_database_list WHERE name = 'main'"),
  postgres:
    literalSql(`SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), current_database(),
    'mark'::regclass::oid) AS self`),
};

const HELD_LEASES = 'SELECT 1 FROM leases WHERE until > now_ms() LIMIT 1';

export async function copyTables(from: RawTables, to: RawTables, token: string): Promise<void> {
  for (const table of TABLES)
    for await (const rows of readPages(from, table)) await to.addRows(token, table, rows);
  await to.advanceSequences();
}

/** Compares counts and checksums of all tables. @throws ConfereError `ledger_differs` */
export async function compareTables(from: RawTables, to: RawTables): Promise<void> {
  for (const table of TABLES)
    if ((await computeChecksum(from, table)) !== (await computeChecksum(to, table)))
      throw new ConfereError('ledger_differs', { table: table.name });
}

async function computeChecksum(raw: RawTables, table: Table): Promise<string> {
  const hash = createHash('sha256');
  const toText = (value: RawRow[number]) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  let count = 0;
  for await (const rows of readPages(raw, table)) {
    for (const row of rows) hash.update(`${JSON.stringify(row.map(toText))}\n`);
    count += rows.length;
  }
  return `${count} ${hash.digest('hex')}`;
}

/**
 * Yields the rows of a table in the order of its key, times in whole milliseconds: PostgreSQL's columns have no
 * fractions.
 */
async function* readPages(raw: RawTables, table: Table): AsyncGenerator<RawRow[]> {
  const { key, columns, sql } = table;
  const isTime = columns.map((column) => /(^|_)at$/.test(column));
  const toWholeMs = (value: RawRow[number], at: number) =>
    isTime[at] === true && typeof value === 'number' ? Math.floor(value) : value;
  const limit = sql.includes('bytea') ? LONG_PAGE : PAGE;
  for (let last: RawRow | undefined; ;) {
    const rows = await raw.readPage(table, last, limit);
    if (rows.length > 0) yield rows.map((row) => row.map(toWholeMs));
    if (rows.length < limit) return;
    last = rows.at(-1)?.slice(0, key.length);
  }
}

type Transactions = Readonly<Record<'read' | 'write', Transact<Db>>>;

export function createRawTables(transactions: Transactions) {
  return { ...createStatusOperations(transactions), ...createCopyOperations(transactions) };
}

function createStatusOperations({ read, write }: Transactions) {
  return {
    readIdentity: () =>
      read(async (db) => (await db.first<{ self: string }>(IDENTITY[db.engine]))?.self),
    readMoveStatus: () => read(readMoveStatus),
    /** @throws ConfereError `ledger_elsewhere` */
    refuseMoved: () => read((db) => refuseMoved(db)),
    /**
     * Marks the ledger as moving; false while a request is under way, a lease is held, or a copy to another place has
     * begun.
     */
    beginMove: (status: Omit<MoveStatus, 'state'>) =>
      write(async (db) => {
        const statusBefore = await readMoveStatus(db);
        const isHeld = db.engine === 'postgres' && (await db.has(HELD_LEASES));
        const isBusy = isHeld || (await db.has(UNDER_WAY));
        const isFree = statusBefore === undefined || statusBefore.state === 'here';
        if (isBusy || !(isFree || statusBefore.place === status.place)) return false;
        await storeMoveStatus(db, { ...status, state: 'moving' });
        return true;
      }),
    /**
     * Empties the ledger and marks it as being copied into. Returns false, and changes nothing, unless it is empty, an
     * earlier attempt of this copy was interrupted, or the ledger was moved to the one that is now copied back (`origin`:
     * the token of that move).
     */
    beginCopy: (status: Omit<MoveStatus, 'state'>, origin: string | undefined) =>
      write(async (db) => {
        const statusBefore = await readMoveStatus(db);
        const isBegun = statusBefore?.state === 'copying' && statusBefore.place === status.place;
        const comesBack = statusBefore?.state === 'moved' && statusBefore.token === origin;
        const isEmpty = statusBefore === undefined && !(await db.has(ANY_ROW));
        if (!isBegun && !comesBack && !isEmpty) return false;
        for (const { name } of TABLES) await db.run(composedSql(`DELETE FROM ${name}`));
        await storeMoveStatus(db, { ...status, state: 'copying' });
        return true;
      }),
    /** Changes the state of the copy `token`. Returns false if the state is not `from`. */
    changeMoveState: (token: string, from: MoveState, to: MoveState | null) =>
      write(async (db) => {
        const status = await readMoveStatus(db);
        if (status?.token !== token || status.state !== from) return false;
        await storeMoveStatus(db, to && { ...status, state: to });
        return true;
      }),
  };
}

function createCopyOperations({ read, write }: Transactions) {
  return {
    /**
     * Returns at most `limit` rows whose key comes after `after`. The columns of the key are the first ones of each
     * row.
     */
    readPage: ({ name, key, columns }: Table, after: RawRow | undefined, limit: number) =>
      read(async (db) => {
        const placeholders = key.map((_, at) => `$${at + 2}`).join(', ');
        const where = after === undefined ? '' : `WHERE (${key.join(', ')}) > (${placeholders})`;
        const sql = `SELECT ${columns.join(', ')} FROM ${name} ${where} ORDER BY ${key.join(', ')} LIMIT $1`;
        const rows = await db.all(composedSql(sql), ...[limit, ...(after ?? [])]);
        // PostgreSQL stores no text with U+0000.
        const withoutNull = (value: RawRow[number]) =>
          typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
        return rows.map((row) => Object.values(row).map(withoutNull));
      }),
    /** Adds rows while the copy `token` goes on. @throws ConfereError `ledger_elsewhere` */
    addRows: (token: string, table: Table, rows: readonly RawRow[]) =>
      write(async (db) => {
        const status = await readMoveStatus(db);
        if (status?.state !== 'copying' || status.token !== token)
          throw new ConfereError('ledger_elsewhere', {
            why: 'copying',
            place: status?.place ?? '',
          });
        await addRows(db, table, rows);
      }),
    /** Lets new rows be numbered after the copied ones. SQLite finds the largest number itself. */
    advanceSequences: () =>
      write(async (db) => {
        for (const { name } of db.engine === 'sqlite' ? [] : TABLES.filter((one) => one.isNumbered))
          await db.run(
            composedSql(
              `SELECT setval(pg_get_serial_sequence('${name}', 'num'), (SELECT coalesce(max(num), 0) + 1 FROM ${name}), false)`,
            ),
          );
      }),
  };
}

function readMoveStatus(db: Db): Promise<MoveStatus | undefined> {
  return db.first('SELECT state, place, token FROM mark');
}

/**
 * Refuses changes of a ledger that is or was moved; a `removal` is allowed after the move. @throws ConfereError
 * `ledger_elsewhere`
 */
export async function refuseMoved(db: Db, kind: 'change' | 'removal' = 'change'): Promise<void> {
  const status = await readMoveStatus(db);
  if (status === undefined || status.state === 'here') return;
  if (status.state === 'moved' && kind === 'removal') return;
  throw new ConfereError('ledger_elsewhere', { why: status.state, place: status.place });
}

async function storeMoveStatus(db: Db, status: MoveStatus | null): Promise<void> {
  await db.run('DELETE FROM mark');
  if (status === null) return;
  const { state, place, token } = status;
  await db.run('INSERT INTO mark (state, place, token) VALUES ($1, $2, $3)', state, place, token);
}

async function addRows(db: Db, { name, columns }: Table, rows: readonly RawRow[]): Promise<void> {
  const insertInto = `INSERT INTO ${name} (${columns.join(', ')})`;
  if (db.engine === 'sqlite') {
    const placeholders = columns.map((_, at) => `$${at + 1}`);
    const sql = composedSql(`${insertInto} VALUES (${placeholders.join(', ')})`);
    for (const row of rows) await db.run(sql, ...row);
    return;
  }
  // PostgreSQL reads bytes in this notation.
  const toJson = (value: RawRow[number] = null) =>
    value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
  // The rows go in one statement, because each one costs a round trip over the network.
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, toJson(row[at])])),
  );
  const selectAll = `SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${name}, $1::json)`;
  await db.run(composedSql(`${insertInto} ${selectAll}`), JSON.stringify(objects));
}
