import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseEngine } from '../../src/sqlite/engine.js';
import { openDatabase, openLock, openReadOnly, type Database } from '../../src/sqlite/index.js';
import { libsqlEngine } from '../../src/sqlite/libsql.js';
import { hasWalResetFix } from '../../src/sqlite/node.js';
import { newFolder } from '../helpers/files/scratch.js';
import { allEngines } from '../helpers/sqlite-engines.js';

const testPath = () => join(newFolder(), 'a b%.db');

describe.each(allEngines().map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  function opened(path?: string, timeout = 0): [db: Database, path: string] {
    const place = path ?? testPath();
    const db = openDatabase(place, timeout, engine);
    onTestFinished(() => {
      db.close();
    });
    return [db, place];
  }

  const withRows = (): [Database, string] => {
    const [db, path] = opened();
    db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, x REAL, s TEXT, b BLOB)');
    return [db, path];
  };
  const count = (db: Database) => Number(db.prepare('SELECT count(*) AS n FROM t').get()?.['n']);

  it('flushes each transaction, so that a power cut undoes none', () => {
    const [db] = withRows();
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  it('locks a file without writing to it, and leaves nothing beside it', async () => {
    const path = testPath();
    const first = openLock(path, 0, engine);
    const busy = expect.objectContaining({ code: 'state_busy' }) as Error;
    expect(() => openLock(path, 0, engine)).toThrow(busy);
    expect((await stat(path)).size).toBe(0);
    first.close();
    openLock(path, 0, engine).close();
    expect(await readdir(dirname(path))).toEqual([basename(path)]);
  });

  it('reports a file that another process writes, and waits no longer than requested', () => {
    const [db, path] = withRows();
    const [other] = opened(path);
    db.transaction(() => {
      expect(() => {
        other.transaction(() => undefined);
      }).toThrow(expect.objectContaining({ kind: 'ledger', code: 'state_busy' }));
    });
    other.transaction(() => undefined);
  });

  it('enforces foreign keys, and treats a wrong statement as a defect', () => {
    const [db] = withRows();
    db.exec('CREATE TABLE u (t INTEGER REFERENCES t (id))');
    expect(() => db.prepare('INSERT INTO u VALUES (9)').run()).toThrow(/FOREIGN KEY/);
    expect(() => db.prepare('SELECT "text"').get()).toThrow(/no such column/);
  });

  it('reads with a statement that was used before what another process has changed since', () => {
    const [db, path] = withRows();
    const all = () => db.prepare('SELECT * FROM t').all();
    const one = () => db.prepare('SELECT * FROM t').get();
    const before = all().length;
    one();
    const [other] = opened(path);
    other.exec("INSERT INTO t DEFAULT VALUES; ALTER TABLE t ADD COLUMN more TEXT DEFAULT 'm'");
    expect(all()).toHaveLength(before + 1);
    expect(one()).toHaveProperty('more', 'm');
    db.close();
    expect(one).toThrow();
  });

  it.each([
    ['is no database', 'this is no database, whatever its name says. '.repeat(100)],
    ['was cut off', 'SQLite format 3\0'],
  ])('refuses a file that %s', async (_, content) => {
    const path = testPath();
    await writeFile(path, content);
    expect(() => openDatabase(path, 0, engine)).toThrow(
      expect.objectContaining({ kind: 'ledger', code: 'state_unusable' }),
    );
  });

  it('refuses a file whose folder has gone', () => {
    const path = join(testPath(), 'gone', 'x.db');
    const facts = { of: 'file', path, why: 'refused' };
    const refused = expect.objectContaining({ facts }) as Error;
    expect(() => openDatabase(path, 0, engine)).toThrow(refused);
    expect(() => openReadOnly(path, engine)).toThrow(refused);
  });

  it('reads an existing file without writing to it, with and without a log beside it', async () => {
    const [db, path] = withRows();
    db.prepare('INSERT INTO t (n) VALUES (?)').run(7);
    for (const isOpen of [true, false]) {
      if (!isOpen) db.close();
      const before = await readFile(path);
      const reader = openReadOnly(path, engine);
      expect(reader.prepare('SELECT n FROM t').all()).toEqual([{ n: 7 }]);
      expect(() => reader.prepare('DELETE FROM t').run()).toThrow(
        expect.objectContaining({ facts: { of: 'file', path, why: 'refused' } }),
      );
      reader.close();
      expect((await readFile(path)).equals(before)).toBe(true);
    }
    expect(() => openReadOnly(`${path}-none`, engine)).toThrow();
  });

  it('moves committed pages into the file, so that the log stays small', async () => {
    const [db, path] = withRows();
    const [reader] = opened(path);
    const insert = db.prepare('INSERT INTO t (s) VALUES (?)');
    const MEGABYTE = 1 << 20;
    for (let i = 0; i < 40; i += 1) db.transaction(() => insert.run('x'.repeat(MEGABYTE)));
    expect((await stat(path)).size).toBeGreaterThan(30 * MEGABYTE);
    expect((await stat(`${path}-wal`)).size).toBeLessThan(10 * MEGABYTE);
    expect(count(reader)).toBe(40);
    const [again] = opened(path);
    expect(again.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });

  it('removes deleted data from file and log', async () => {
    const [db, path] = withRows();
    const SECRET = 'Fulana de Tal';
    db.prepare('INSERT INTO t (s) VALUES (?)').run(SECRET);
    expect((await readFile(`${path}-wal`)).includes(SECRET)).toBe(true);
    db.prepare('DELETE FROM t').run();
    db.emptyLog();
    for (const file of [path, `${path}-wal`]) {
      expect((await readFile(file)).includes(SECRET)).toBe(false);
    }
    expect((await stat(`${path}-wal`)).size).toBeLessThan(10_000);
  });
});

describe('libsql', () => {
  it('makes no checkpoint while another process writes, and no automatic one', async () => {
    const path = testPath();
    const engine = libsqlEngine(1);
    const [db, other] = [openDatabase(path, 0, engine), openDatabase(path, 0, engine)];
    db.exec('CREATE TABLE t (s)');
    const insert = db.prepare('INSERT INTO t VALUES (?)');
    const size = async () => (await stat(path)).size;
    const before = await size();
    other.exec('BEGIN IMMEDIATE');
    const raw = engine.open(path, { timeout: 0 });
    raw.checkpoint();
    expect(await size()).toBe(before);
    other.exec('COMMIT');
    raw.checkpoint();
    insert.run('x'.repeat(100_000));
    expect(await size()).toBeGreaterThan(before + 100_000);
    expect(db.prepare('PRAGMA wal_autocheckpoint').get()).toEqual({ wal_autocheckpoint: 0 });
    raw.close();
    for (const each of [db, other]) each.close();
  });
});

describe('the choice of the engine', () => {
  it.each([
    ['3.51.2', false],
    ['3.50.99', false],
    ['3.51.3', true],
    ['3.6', false],
    [undefined, false],
  ])('accepts SQLite %s: %s', (version, free) => {
    expect(hasWalResetFix(version)).toBe(free);
  });

  it("is Node's own SQLite if that has the fix", () => {
    const own = hasWalResetFix(process.versions['sqlite']);
    expect(chooseEngine().name).toBe(own ? 'node' : 'libsql');
  });
});
