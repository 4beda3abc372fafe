import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createFindAll } from '../../../src/ledger/sqlite/tables/items/find-items.js';
import { migrate } from '../../../src/ledger/sqlite/migrate.js';
import { openDatabase, type Database, type Row } from '../../../src/sqlite/index.js';

const BATCH = 1;

interface Known {
  readonly id: string;
  readonly job: number | null;
  readonly answer: 'found' | 'not_found' | 'rejected' | null;
  readonly answeredAt: number | null;
  readonly record: { readonly json: string; readonly at: number } | null;
}

function testDatabase(): Database {
  const db = openDatabase(':memory:');
  onTestFinished(() => {
    db.close();
  });
  migrate(db, ':memory:');
  for (const id of ['this', 'other'])
    db.prepare(
      `INSERT INTO batches (id, file, match_key, generation, base_url, key_fingerprint, created_at)
       VALUES (?, 'in.csv', ?, 1, 'http://127.0.0.1', 'finger', 1)`,
    ).run(id, id);
  return db;
}

function keep(db: Database, known: readonly Known[]): void {
  db.exec('DELETE FROM items; DELETE FROM records');
  const addRecord = db.prepare(
    "INSERT INTO records (kind, id, fetched_at, data) VALUES ('cnpj', ?, ?, ?)",
  );
  const addItem = db.prepare(
    `INSERT INTO items (batch, id, position, job, answer, answered_at, record)
     VALUES (?, ?, 1, ?, ?, ?, ?)`,
  );
  for (const { id, job, answer, answeredAt, record } of known) {
    const num = record && addRecord.run(id, record.at, record.json).lastInsertRowid;
    addItem.run(BATCH, id, job, answer, answeredAt, num);
    addItem.run(BATCH + 1, id, 99, null, null, null);
  }
}

/** The same, queried one by one. */
function plainly(db: Database, ids: readonly (string | null)[]) {
  const find = db.prepare(
    `SELECT i.job, i.answer, i.answered_at, r.data, r.fetched_at FROM items i
       LEFT JOIN records r ON r.num = i.record WHERE i.batch = ? AND i.id = ?`,
  );
  const asItem = (row: Row) => ({
    ...{ job: row['job'], answer: row['answer'], answeredAt: row['answered_at'] },
    fetchedAt: row['fetched_at'],
    data: row['data'] === null ? null : (JSON.parse(String(row['data'])) as unknown),
  });
  return ids.map((id) => {
    const row = id === null ? undefined : find.get(BATCH, id);
    return row && asItem(row);
  });
}

const id = fc.oneof(
  fc.stringMatching(/^[0-9A-Z]{11,14}$/),
  fc.string({ minLength: 1, unit: fc.constantFrom('a', '"', "'", ',', '[', '\\', 'é', '😀') }),
);
const hard = fc.string({
  unit: fc.constantFrom(
    'a',
    '"',
    '\\',
    ',',
    ']',
    '\0',
    '\n',
    'é',
    '\u2028',
    '😀',
    '\ud83d',
    '\ude00',
  ),
});
const { value: nested } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(hard, fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(hard, fc.constantFrom('__proto__', '2024')), tie('value')),
  ),
}));
// Lengths around the limit from which a record is read alone, in bytes and in characters.
const long = fc
  .tuple(fc.integer({ min: 1_000, max: 2_100 }), fc.constantFrom('a', 'é'))
  .map(([length, character]) => character.repeat(length));
const spaced = (value: unknown, indent: number) => JSON.stringify(value, null, indent);
const json = fc
  .tuple(fc.dictionary(hard, fc.oneof({ weight: 4, arbitrary: nested }, long)), fc.nat(2))
  .map(([value, indent]) => spaced(value, indent));
const time = fc.integer({ min: 0, max: 4e12 });
const answer = fc.constantFrom('found', 'not_found', 'rejected', null);
const known = fc.uniqueArray(
  fc.record<Known>({
    ...{ id, answer, job: fc.option(fc.nat(100_000)), answeredAt: fc.option(time) },
    record: fc.option(fc.record({ json, at: time })),
  }),
  { selector: (item) => item.id, maxLength: 12 },
);

it('finds many at once like one by one, each at its index', () => {
  const db = testDatabase();
  const findAll = createFindAll(db);
  fc.assert(
    fc.property(known, fc.array(fc.oneof(fc.nat(15), id, fc.constant(null))), (items, asked) => {
      keep(db, items);
      const ids = asked.map((one) => (typeof one === 'number' ? (items[one]?.id ?? null) : one));
      const found = findAll(BATCH, ids);
      expect(ids.map((_, index) => found[index])).toEqual(plainly(db, ids));
      expect(JSON.stringify(ids.map((_, index) => found[index]))).toBe(
        JSON.stringify(plainly(db, ids)),
      );
    }),
  );
});

it('returns two records for an identifier requested twice, so that changing one leaves the other', () => {
  const db = testDatabase();
  const record = { json: '{"name":"x"}', at: 1 };
  keep(db, [{ id: 'a', job: 1, answer: 'found', answeredAt: 2, record }]);
  const [first, second] = createFindAll(db)(BATCH, ['a', 'a']);
  expect(first?.data).toEqual({ name: 'x' });
  expect(second).toEqual(first);
  expect(second?.data).not.toBe(first?.data);
});

it('never joins large records into one text', () => {
  const db = testDatabase();
  const json = JSON.stringify({ name: 'é'.repeat(100_000) });
  keep(db, [{ id: 'a', job: 1, answer: 'found', answeredAt: 2, record: { json, at: 1 } }]);
  let longest = 0;
  const watched: Database = {
    ...db,
    prepare(sql) {
      const statement = db.prepare(sql);
      const get: typeof statement.get = (...values) => {
        const row = statement.get(...values);
        longest = Math.max(longest, ...Object.values(row ?? {}).map((text) => String(text).length));
        return row;
      };
      return { ...statement, get };
    },
  };
  const found = createFindAll(watched)(BATCH, Array<string>(50).fill('a'));
  expect(found.map((item) => JSON.stringify(item?.data))).toEqual(Array(50).fill(json));
  expect(longest).toBe(json.length);
});
