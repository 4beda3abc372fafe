import type { Database } from '../../sqlite/index.js';
import type { SqliteDb } from '../db/sqlite-db.js';
import { columnList, EMPTY_SQL, UNDER_WAY_SQL } from '../copy/raw-sql.js';
import { mayReceive, requireCopying } from '../copy/refuse-moved.js';
import { COPIED_TABLES, tableNamed } from '../copy/tables.js';
import type { Mark, RawRow, RawTables } from '../operations/moving.js';

/** Rows of `past_jobs` have no other number. */
const ALIASES = { 'past_jobs.num': 'rowid' };

const MARK_SQL = 'SELECT state, place, token FROM mark';

export function readMark(db: Database): Mark | undefined {
  return db.prepare(MARK_SQL).get() as unknown as Mark | undefined;
}

export function createRaw(own: SqliteDb, db: Database): RawTables {
  const write = <T>(work: () => T): Promise<T> => own.transaction('write', work);
  return {
    mark: () => Promise.resolve(readMark(db)),
    leave: (mark) => write(() => leave(db, mark)),
    receive: (mark, origin) =>
      write(() => {
        const isEmpty = db.prepare(EMPTY_SQL).get()?.['empty'] === 1;
        if (!mayReceive(readMark(db), isEmpty, mark.place, origin)) return false;
        for (const { name } of COPIED_TABLES) db.prepare(`DELETE FROM ${name}`).run();
        setMark(db, { ...mark, state: 'copying' });
        return true;
      }),
    turn: (token, from, to) => write(() => turn(db, token, from, to)),
    page: (name, after, limit) => Promise.resolve(pageOf(db, name, after, limit)),
    last: (name) => Promise.resolve(lastOf(db, name)),
    add: (token, name, rows) =>
      write(() => {
        requireCopying(readMark(db), token);
        addRows(db, name, rows);
      }),
    settleNumbers: () => Promise.resolve(),
  };
}

function leave(db: Database, mark: Omit<Mark, 'state'>): boolean {
  const before = readMark(db);
  const isBusy = db.prepare(UNDER_WAY_SQL).get() !== undefined;
  if (isBusy || (before !== undefined && before.state !== 'here')) return false;
  setMark(db, { ...mark, state: 'moving' });
  return true;
}

function turn(db: Database, token: string, from: Mark['state'], to: Mark['state'] | null): boolean {
  const mark = readMark(db);
  if (mark?.token !== token || mark.state !== from) return false;
  if (to === null) db.prepare('DELETE FROM mark').run();
  else setMark(db, { ...mark, state: to });
  return true;
}

function setMark(db: Database, { state, place, token }: Mark): void {
  db.prepare('DELETE FROM mark').run();
  db.prepare('INSERT INTO mark (state, place, token) VALUES (?, ?, ?)').run(state, place, token);
}

function pageOf(db: Database, name: string, after: RawRow | undefined, limit: number): RawRow[] {
  const keys = keyOf(name);
  const places = keys.map(() => '?').join(', ');
  const where = after === undefined ? '' : `WHERE (${keys.join(', ')}) > (${places})`;
  const sql = `SELECT ${columnList(name, ALIASES)} FROM ${name} ${where} ORDER BY ${keys.join(', ')} LIMIT ?`;
  return db
    .prepare(sql)
    .all(...(after ?? []), limit)
    .map((row) => Object.values(row).map(withoutNull));
}

/** PostgreSQL has no text with U+0000. */
function withoutNull(value: string | number | null): string | number | null {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

function lastOf(db: Database, name: string): RawRow | undefined {
  const keys = keyOf(name);
  const backwards = keys.map((key) => `${key} DESC`).join(', ');
  const row = db.prepare(`SELECT ${keys.join(', ')} FROM ${name} ORDER BY ${backwards} LIMIT 1`);
  const found = row.get();
  return found && Object.values(found);
}

function keyOf(name: string): string[] {
  const aliases: Readonly<Record<string, string>> = ALIASES;
  return tableNamed(name).key.map((column) => aliases[`${name}.${column}`] ?? column);
}

function addRows(db: Database, name: string, rows: readonly RawRow[]): void {
  const [first] = rows;
  const places = first?.map(() => '?').join(', ');
  const add = db.prepare(`INSERT INTO ${name} (${columnList(name, ALIASES)}) VALUES (${places})`);
  for (const row of rows) add.run(...row);
}
