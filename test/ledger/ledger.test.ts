import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/index.js';
import { migrations } from '../../src/ledger/sqlite/schema.js';
import { openDatabase } from '../../src/sqlite/index.js';
import { NEW_BATCH, opened, testFolder, testLedger } from './support.js';

function withDatabase<T>(folder: string, work: (db: ReturnType<typeof openDatabase>) => T): T {
  const db = openDatabase(join(folder, 'ledger.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

describe('the schema', () => {
  it('is brought up in a fresh file and kept when opened again', async () => {
    const folder = await testFolder();
    const first = openLedger(folder);
    first.batches.claim(NEW_BATCH, false);
    first.close();
    expect(opened(folder).batches.list()).toMatchObject([{ id: 'abc', num: 1, plannedAt: null }]);
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
      ...['batches', 'decisions', 'items', 'jobs', 'records', 'slots'],
    ]);
  });

  it('of an older program is brought up with what is in it', async () => {
    const folder = await testFolder();
    mkdirSync(folder, { recursive: true });
    withDatabase(folder, (db) => {
      for (const step of migrations.slice(0, 2)) db.exec(step);
      db.exec(`PRAGMA user_version=2;
        INSERT INTO batches (id, file, match_key, generation, base_url, key_fingerprint, created_at, planned_at)
          VALUES ('old', 'in.csv', 'key', 1, 'http://127.0.0.1', 'finger', 1, 2);
        INSERT INTO jobs (batch, seq, state, job_id, items, used_before, submitted_at)
          VALUES (1, 1, 'accepted', 'job', 4, 0, 3);
        INSERT INTO records VALUES (1, 'cpf', 'a', 4, '{"name":"x"}', 0);
        INSERT INTO items VALUES (1, 'a', 1, 1, 'found', 1, 4), (1, 'b', 2, 1, 'not_found', NULL, 4),
          (1, 'c', 3, 1, NULL, NULL, NULL), (1, 'd', 4, NULL, 'found', 1, 4), (1, 'e', 5, 2, NULL, NULL, NULL);`);
    });
    const { items } = opened(folder);
    const counts = { reused: 1, found: 2, notFound: 1, pending: 2, failed: 0, unconfirmed: 0 };
    expect(items.counts(1)).toMatchObject(counts);
    expect(items.outstanding()).toBe(1);
    expect(items.findAll(1, ['a'])).toMatchObject([{ data: { name: 'x' } }]);
  });

  it('of a newer program is refused and left as it is', async () => {
    const folder = await testFolder();
    openLedger(folder).close();
    withDatabase(folder, (db) => {
      db.exec('PRAGMA user_version=99');
    });
    expect(() => openLedger(folder)).toThrow(expect.objectContaining({ code: 'ledger_newer' }));
    const version = withDatabase(folder, (db) => db.prepare('PRAGMA user_version').get());
    expect(version).toEqual({ user_version: 99 });
  });

  it('gives the jobs of an older ledger the kind of their batch', async () => {
    const folder = await testFolder();
    const old = openLedger(folder);
    const { num } = old.batches.claim(NEW_BATCH, false).batch;
    old.batches.setLayout(num, 'cnpj', '{}');
    old.jobs.plan(num, { seq: 1, kind: 'cnpj', items: 1 });
    old.close();
    withDatabase(folder, (db) => {
      db.exec(`ALTER TABLE jobs DROP COLUMN kind; ALTER TABLE batches DROP COLUMN mixed;
               ALTER TABLE batches DROP COLUMN input_hash; ALTER TABLE batches DROP COLUMN input_size;
               PRAGMA user_version=2`);
    });
    const now = opened(folder);
    expect(now.jobs.of(num)).toMatchObject([{ kind: 'cnpj', state: 'planned' }]);
    expect(now.batches.get(num)).toMatchObject({ kind: 'cnpj' });
  });

  it('holds each job id once', async () => {
    const { jobs, batches } = await testLedger();
    const { batch } = batches.claim(NEW_BATCH, false);
    for (const seq of [1, 2]) {
      jobs.plan(batch.num, { seq, kind: 'cpf', items: 1 });
      jobs.submitting(batch.num, seq, 0, 0, 1);
    }
    jobs.accepted(batch.num, 1, 'job', 0, 2);
    expect(() => {
      jobs.accepted(batch.num, 2, 'job', 0, 2);
    }).toThrow(/UNIQUE/);
  });
});

describe.skipIf(process.platform === 'win32')('privacy', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('of folders is 0700 and of files 0600', async () => {
    const folder = await testFolder();
    const ledger = opened(folder);
    ledger.batches.claim(NEW_BATCH, false);
    const held = ledger.hold('abc');
    const inside = ledger.folderOf('abc');
    expect([dirname(folder), folder, dirname(inside), inside].map(modeOf)).toEqual([
      ...['700', '700', '700', '700'],
    ]);
    const files = ['', '-wal', '-shm'].map((end) => join(folder, `ledger.db${end}`));
    expect([...files, join(inside, 'lock.db')].map(modeOf)).toEqual(['600', '600', '600', '600']);
    held.release();
  });
});

describe('transaction', () => {
  it('is all or nothing', async () => {
    const ledger = await testLedger();
    expect(() =>
      ledger.transaction(() => {
        ledger.records.add('cpf', '1', {}, 1);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(ledger.records.newest('cpf', '1', 0)).toBeUndefined();
  });
});

describe('holding a batch', () => {
  it('is for one at a time, each batch for itself', async () => {
    const folder = await testFolder();
    const [one, two] = [opened(folder), opened(folder)];
    const held = one.hold('abc');
    expect(() => two.hold('abc')).toThrow(expect.objectContaining({ kind: 'locked' }));
    two.hold('other').release();
    held.release();
    two.hold('abc').release();
  });
});

describe('records', () => {
  it('gives the newest one that is young enough, by kind', async () => {
    const { records } = await testLedger();
    records.add('cpf', '1', { name: 'old' }, 10);
    const num = records.add('cpf', '1', { name: 'new' }, 20);
    records.add('cnpj', '1', { name: 'other' }, 30);
    expect(records.newest('cpf', '1', 20)).toEqual({ num, fetchedAt: 20, data: { name: 'new' } });
    expect(records.newest('cpf', '1', 21)).toBeUndefined();
    expect(records.newest('cpf', '1', Infinity)).toBeUndefined();
    expect(records.newest('cpf', '2', 0)).toBeUndefined();
  });
});

describe('slots', () => {
  it('gives no more than the limit in a minute, to all who share the ledger', async () => {
    const folder = await testFolder();
    const [one, two] = [opened(folder).slots, opened(folder).slots];
    const taken = [one, two, one, two].map((slots) => slots.take('simple', 60_000, 3));
    expect(taken).toEqual([true, true, true, false]);
    expect(one.take('realtime', 60_000, 3)).toBe(true);
    expect(two.take('simple', 120_000, 3)).toBe(true);
  });
});
