import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLedger } from '../../../src/ledger/index.js';
import { systemClock } from '../../../src/system.js';
import { migrations } from '../../../src/ledger/sqlite/schema.js';
import { openDatabase } from '../../../src/sqlite/index.js';
import { claimed, figuresOf, NEW_BATCH, opened, testFolder } from '../support.js';

function withDatabase<T>(folder: string, work: (db: ReturnType<typeof openDatabase>) => T): T {
  const db = openDatabase(join(folder, 'ledger.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

describe('the schema', () => {
  it('is created in a new file and kept when opened again', async () => {
    const folder = await testFolder();
    const first = await openLedger(folder, systemClock);
    await first.claimBatch(NEW_BATCH, false);
    await first.close();
    const again = await opened(folder);
    expect(await again.findBatches()).toMatchObject([{ id: 'abc', num: 1, plannedAt: null }]);
    const facts = withDatabase(folder, (db) => ({
      version: db.prepare('PRAGMA user_version').get()?.['user_version'],
      tables: db
        .prepare(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
        )
        .all(),
    }));
    expect(facts.version).toBe(migrations.length);
    expect(facts.tables.map(({ name }) => name)).toEqual([
      ...['answered_by', 'batches', 'decisions', 'items', 'jobs', 'lookups', 'mark', 'past_jobs'],
      ...['readings', 'records', 'savings', 'slots'],
      ...['ticks', 'unshown'],
    ]);
  });

  it('of an older version is upgraded and keeps its data', async () => {
    const folder = await testFolder();
    mkdirSync(folder, { recursive: true });
    withDatabase(folder, (db) => {
      for (const step of migrations.slice(0, 2)) db.exec(step);
      db.exec(`PRAGMA user_version=2;
        INSERT INTO batches (id, kind, file, match_key, generation, base_url, key_fingerprint, created_at, planned_at, output, output_stamp)
          VALUES ('old', 'cpf', 'in.csv', 'key', 1, 'http://127.0.0.1', 'finger', 1, 2, '/out.csv', '7:1');
        INSERT INTO jobs (batch, seq, state, job_id, items, used_before, submitted_at)
          VALUES (1, 1, 'accepted', 'job', 4, 0, 3);
        INSERT INTO records VALUES (1, 'cpf', 'a', 4, '{"name":"x"}', 0);
        INSERT INTO items VALUES (1, 'a', 1, 1, 'found', 1, 4), (1, 'b', 2, 1, 'not_found', NULL, 4),
          (1, 'c', 3, 1, NULL, NULL, NULL), (1, 'd', 4, NULL, 'found', 1, 4), (1, 'e', 5, 2, NULL, NULL, NULL);`);
    });
    const ledger = await opened(folder);
    expect(await ledger.findBatches()).toMatchObject([{ outputs: { '/out.csv': '7:1' } }]);
    const wanted = { matchKey: 'key', keyFingerprint: 'finger' };
    expect(await ledger.batchToContinue(wanted, true)).toMatchObject({ id: 'old' });
    const counts = { reused: 1, found: 2, notFound: 1, pending: 2, failed: 0, unconfirmed: 0 };
    expect(await figuresOf(ledger, 1)).toMatchObject({ counts });
    // One identifier waits for its answer, and one was found by the running job.
    expect(await claimed(ledger)).toBe(2);
    expect(await ledger.findItems(1, ['a'])).toMatchObject([{ data: { name: 'x' } }]);
  });

  it('of this version is opened without writing to it', async () => {
    const folder = await testFolder();
    const first = await openLedger(folder, systemClock);
    onTestFinished(() => first.close());
    const log = () => statSync(join(folder, 'ledger.db-wal')).size;
    const before = log();
    const second = await openLedger(folder, systemClock);
    expect(log()).toBe(before);
    await second.close();
  });

  it('of a newer version is refused and not changed', async () => {
    const folder = await testFolder();
    await (await openLedger(folder, systemClock)).close();
    withDatabase(folder, (db) => {
      db.exec('PRAGMA user_version=99');
    });
    await expect(openLedger(folder, systemClock)).rejects.toMatchObject({ code: 'ledger_newer' });
    const version = withDatabase(folder, (db) => db.prepare('PRAGMA user_version').get());
    expect(version).toEqual({ user_version: 99 });
  });

  it('upgrade gives the jobs of an older ledger the kind of their batch', async () => {
    const folder = await testFolder();
    const old = await openLedger(folder, systemClock);
    const { num } = (await old.claimBatch(NEW_BATCH, false)).batch;
    await old.beginPlan(num, 'cnpj', '{}');
    const facts = { rows: 1, invalid: 0, duplicates: 0, repaired: 0, reasons: {} };
    await old.finishPlan(num, [{ seq: 1, kind: 'cnpj', items: 1 }], facts, 1);
    await old.close();
    withDatabase(folder, (db) => {
      db.exec(`ALTER TABLE jobs DROP COLUMN kind; ALTER TABLE batches DROP COLUMN mixed;
               ALTER TABLE batches DROP COLUMN input_hash; ALTER TABLE batches DROP COLUMN input_size;
               ALTER TABLE batches DROP COLUMN outputs; ALTER TABLE batches DROP COLUMN delivered;
               ALTER TABLE batches DROP COLUMN agreed; ALTER TABLE batches DROP COLUMN agreed_tick; ALTER TABLE batches DROP COLUMN erased;
               ALTER TABLE jobs DROP COLUMN price; ALTER TABLE jobs DROP COLUMN seen_at;
               ALTER TABLE jobs DROP COLUMN begun_tick; ALTER TABLE jobs DROP COLUMN ended_tick;
               ALTER TABLE jobs DROP COLUMN verdict;
               ALTER TABLE jobs DROP COLUMN uptime;
               ALTER TABLE jobs DROP COLUMN boot; DROP TABLE ticks; DROP TABLE readings;
               DROP TABLE past_jobs; DROP TABLE lookups; DROP TABLE answered_by; DROP TABLE mark;
               DROP TABLE savings; DROP TABLE unshown;
               PRAGMA user_version=2`);
    });
    const now = await opened(folder);
    expect(await now.jobsOf(num)).toMatchObject([{ kind: 'cnpj', state: 'planned' }]);
    expect(await now.findBatches()).toMatchObject([{ kind: 'cnpj' }]);
  });
});

describe.skipIf(process.platform === 'win32')('privacy', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('of folders is 0700 and of files 0600', async () => {
    const folder = await testFolder();
    const ledger = await opened(folder);
    await ledger.claimBatch(NEW_BATCH, false);
    const held = await ledger.holdBatch('abc');
    const inside = ledger.folderOf('abc');
    expect([dirname(folder), folder, dirname(inside), inside].map(modeOf)).toEqual([
      ...['700', '700', '700', '700'],
    ]);
    const files = ['', '-wal', '-shm'].map((end) => join(folder, `ledger.db${end}`));
    expect([...files, join(inside, 'lock.db')].map(modeOf)).toEqual(['600', '600', '600', '600']);
    await held.release();
  });
});
