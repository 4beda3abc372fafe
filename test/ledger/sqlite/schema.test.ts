import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../src/ledger/index.js';
import { systemClock } from '../../../src/base/system.js';
import { type Database, openDatabase } from '../../../src/sqlite/index.js';
import { NEW_BATCH, opened, testFolder } from '../support.js';
import { composedSql } from '../../../src/sqlite/sql.js';

function withDatabase<T>(folder: string, work: (db: Database) => T): T {
  const db = openDatabase(join(folder, 'ledger.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

describe('the schema', () => {
  it.each([
    ['of many versions', 'PRAGMA user_version=23'],
    ['of another first version', 'PRAGMA user_version=1; PRAGMA application_id=1668179558'],
  ])(
    'a ledger from before the first release is refused, and not a byte of it is changed: %s',
    async (_, sql) => {
      const folder = testFolder();
      mkdirSync(folder, { recursive: true });
      withDatabase(folder, (db) => {
        db.exec(composedSql(`CREATE TABLE batches (num INTEGER); ${sql}`));
        db.emptyLog();
      });
      const before = readFileSync(join(folder, 'ledger.db'));
      await expect(openLedger(folder, systemClock)).rejects.toMatchObject({
        kind: 'ledger',
        code: 'ledger_older',
        facts: { place: folder },
      });
      expect(readFileSync(join(folder, 'ledger.db')).equals(before)).toBe(true);
    },
  );

  it('a ledger of a newer version is refused and not changed', async () => {
    const folder = testFolder();
    await (await openLedger(folder, systemClock)).close();
    withDatabase(folder, (db) => {
      db.exec('PRAGMA user_version=99');
    });
    await expect(openLedger(folder, systemClock)).rejects.toMatchObject({ code: 'ledger_newer' });
    const version = withDatabase(folder, (db) => db.prepare('PRAGMA user_version').get());
    expect(version).toEqual({ user_version: 99 });
  });
});

describe.skipIf(process.platform === 'win32')('privacy', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('folders of a ledger have mode 0700, and its files 0600', async () => {
    const folder = testFolder();
    const ledger = await opened(folder);
    await ledger.findOrCreateBatch(NEW_BATCH, false);
    const held = await ledger.holdBatch('abc0000000');
    const inside = ledger.batchFolder('abc0000000');
    expect([dirname(folder), folder, dirname(inside), inside].map(modeOf)).toEqual([
      ...['700', '700', '700', '700'],
    ]);
    const files = ['', '-wal', '-shm'].map((end) => join(folder, `ledger.db${end}`));
    expect([...files, join(inside, 'lock.db')].map(modeOf)).toEqual(['600', '600', '600', '600']);
    await held.release();
  });
});
