import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { findFlaws } from '../../../src/ledger/check.js';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { moveLedger, cancelMove } from '../../../src/ledger/move.js';
import { refuseLedgerLackingBatches } from '../../../src/ledger/lost.js';
import type { RawTables } from '../../../src/ledger/copy.js';
import { TABLES } from '../../../src/ledger/schema.js';
import { openDatabase } from '../../../src/sqlite/index.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import {
  accepted,
  costIn,
  factsOf,
  NEW_BATCH,
  opened,
  resultsOf,
  testFolder,
  testLedger,
  type TestLedger,
} from '../support.js';
import { sharedPlace } from '../postgres/support.js';

let made = 0;
const newId = () => `t${(made += 1)}`;

const shared = async () => (await sharedPlace()).on('here');

const COPY = Buffer.from('cpf\n11\n22\n\u00e7\n');

/** A ledger with something in every table. */
async function filled(): Promise<TestLedger> {
  const ledger = await testLedger();
  await ledger.keepPaid('99', 1_759_600_000_000.25);
  const gone = await ledger.plannedBatch(['p', 'q'], { id: 'gone000000' });
  await ledger.begin(gone.num, { cost: costIn([], { price: 2.5 }) });
  await ledger.storeOutcome(gone.num, 1, accepted('job of gone'), 2);
  await ledger.storeResults(resultsOf(gone.num, ['p'], ['q'], { end: 'done' }));
  await ledger.removeBatch(gone.num, Infinity);
  const cost = costIn([], { price: 4 });
  const lookup = await ledger.begunLookup('88', { at: 6, cost });
  await ledger.endLookup(lookup, { is: 'found', at: 8, record: null });
  const batch = await ledger.acceptedBatch(['a', 'b', 'c']);
  await ledger.storeResults(resultsOf(batch.num, ['a'], ['b']));
  const second = await ledger.plannedBatch(['d', 'e'], { id: 'second0000' });
  await ledger.doubt(second.num);
  const decision = { job: 1, at: 7, decision: 'ask', evidence: { why: 'x' } };
  await ledger.recordDecision(second.num, decision);
  const inputHash = createHash('sha256').update(COPY).digest('hex');
  const facts = { inputHash, inputSize: COPY.length };
  const wanted = { ...NEW_BATCH, id: 'third00000', matchKey: 'third00000' };
  const { batch: withCopy } = await ledger.findOrCreateBatch(wanted, false);
  await ledger.beginPlan(withCopy.num, 'cpf', '{}');
  await ledger.addRepeats(withCopy.num, [[2, 1]]);
  await ledger.finishPlan(withCopy.num, { ...factsOf(0), ...facts }, 1);
  await writeFile(join(ledger.batchFolder('third00000'), 'input'), COPY);
  await ledger.markAsSandbox();
  await ledger.slots.take('group', 60_000, 30);
  return ledger;
}

const it = test.extend<Readonly<Record<'old' | 'database', TestLedger>>>({
  // eslint-disable-next-line no-empty-pattern -- vitest reads the fixtures that it needs here
  old: async ({}, use) => use(await filled()),
  // eslint-disable-next-line no-empty-pattern
  database: async ({}, use) => use(await shared()),
});

async function tablesOf({ raw }: TestLedger): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  // PostgreSQL's times have no part of a millisecond.
  const whole = (value: unknown) => {
    if (value instanceof Uint8Array) return [...value];
    return typeof value === 'number' && value > 1e12 ? Math.floor(value) : value;
  };
  for (const table of TABLES)
    all[table.name] = (await raw.readPage(table, undefined, 1000)).map((row) => row.map(whole));
  return all;
}

const move = (from: TestLedger, to: TestLedger) => moveLedger({ from, to, newId });

/** `raw` that ends like a killed process at its `at`-th change. */
function dying(ledger: TestLedger, at: number): TestLedger {
  let changes = 0;
  const counted =
    <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
    (...given: Given): Promise<T> => {
      changes += 1;
      return changes > at ? Promise.reject(new Error('killed')) : work(...given);
    };
  const { raw } = ledger;
  const dies: RawTables = {
    ...raw,
    beginMove: counted(raw.beginMove),
    beginCopy: counted(raw.beginCopy),
    changeMoveState: counted(raw.changeMoveState),
    addRows: counted(raw.addRows),
    advanceSequences: counted(raw.advanceSequences),
  };
  return { ...ledger, raw: dies };
}

describe.runIf(HAS_SERVER)('a copy of a whole ledger', { timeout: 60_000 }, () => {
  it('a moved ledger has the same rows there and back, its numbers go on, and nothing can begin where it was', async ({
    old,
    database,
  }) => {
    const before = await tablesOf(old);
    expect(await move(old, database)).toMatchObject({ batches: 3, records: 2 });
    expect(await tablesOf(database)).toEqual(before);
    const stored: Uint8Array[] = [];
    for await (const piece of database.readCopy(4)) stored.push(piece);
    expect(Buffer.concat(stored)).toEqual(COPY);
    const added = await database.plannedBatch(['g'], { id: 'fourth0000' });
    expect(added.num).toBe(5);
    const { to } = await move(old, database);
    const elsewhere = { code: 'ledger_elsewhere', facts: { why: 'moved', place: to } };
    await expect(old.begin(2, { job: 1 })).rejects.toMatchObject(elsewhere);
    await expect(move(old, await shared())).rejects.toMatchObject(elsewhere);
    expect(to).not.toContain('password');
    const now = await tablesOf(database);
    expect(await move(database, old)).toMatchObject({ batches: 4 });
    expect(await tablesOf(old)).toEqual(now);
    expect((await old.plannedBatch(['h'], { id: 'fifth' })).num).toBe(6);
    const third = join(old.batchFolder('third00000'), 'input');
    expect(await readFile(third)).toEqual(COPY);
    expect(await findFlaws(old)).toEqual([]);
  });

  it('a move that is killed before each of its changes goes on, and never do both ledgers work', async ({
    old,
    database,
  }) => {
    const before = await tablesOf(old);
    const stateOf = async ({ raw }: TestLedger) => (await raw.readMoveStatus())?.state;
    let kills = 0;
    const isOver = () =>
      move(dying(old, kills), dying(database, kills)).then(
        () => true,
        () => false,
      );
    for (; !(await isOver()); kills += 1) {
      const states = [await stateOf(old), await stateOf(database)];
      const working = states.filter((state) => state === undefined || state === 'here');
      if (states[0] !== undefined) expect(working.length).toBeLessThanOrEqual(1);
    }
    expect(kills).toBeGreaterThan(5);
    expect(await tablesOf(database)).toEqual(before);
    expect([await stateOf(old), await stateOf(database)]).toEqual(['moved', 'here']);
  });

  it('a move is refused while requests run, or if the target is not empty', async ({
    old,
    database,
  }) => {
    const { release } = await old.holdBatch('abc0000000');
    await expect(move(old, database)).rejects.toMatchObject({ code: 'ledger_at_work' });
    await release();
    await database.plannedBatch(['z'], { id: 'z' });
    await expect(move(old, database)).rejects.toMatchObject({ code: 'ledger_not_empty' });
    const asking = await testLedger();
    await asking.begunLookup('22', {});
    const empty = await shared();
    await expect(move(asking, empty)).rejects.toMatchObject({ code: 'ledger_at_work' });
    expect(await empty.raw.readMoveStatus()).toBeUndefined();
    expect(await old.raw.readMoveStatus()).toBeUndefined();
  });

  it('a move can be cancelled until its end, and an unfinished copy cannot be used', async ({
    old,
    database,
  }) => {
    await expect(move(old, dying(database, 3))).rejects.toThrow('killed');
    await expect(old.keepPaid('1', 1)).rejects.toMatchObject({ facts: { why: 'moving' } });
    await expect(database.keepPaid('1', 1)).rejects.toMatchObject({ facts: { why: 'copying' } });
    expect(await cancelMove(old)).toBe(true);
    await old.keepPaid('1', 1);
    const before = await tablesOf(old);
    await move(old, database);
    expect(await tablesOf(database)).toEqual(before);
    expect(await cancelMove(old)).toBe(false);
  });

  it('a move is refused at its end if a row differs', async ({ old, database }) => {
    const { raw } = database;
    const wrong: RawTables = {
      ...raw,
      addRows: (token, table, rows) =>
        raw.addRows(token, table, table.name === 'items' ? rows.slice(0, -1) : rows),
    };
    await expect(move(old, { ...database, raw: wrong })).rejects.toMatchObject({
      code: 'ledger_differs',
      facts: { table: 'items' },
    });
    expect((await old.raw.readMoveStatus())?.state).toBe('moving');
  });
});

it('a repeated move accepts no loss of a ledger that is in use', async () => {
  const [from, to] = [await testLedger(), await testLedger()];
  await from.keepPaid('99', 1_759_600_000_000);
  await move(from, to);
  // A backup came back that does not know a batch of this machine.
  const own = join(to.folder, 'batches', 'later00000');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'input'), 'x');
  await move(from, to);
  expect(existsSync(own)).toBe(true);
  await expect(refuseLedgerLackingBatches(to, 'x')).rejects.toMatchObject({ code: 'ledger_lost' });
});

it('the list of copied tables has every column of the ledger of this machine', async () => {
  const folder = testFolder();
  await opened(folder);
  const db = openDatabase(join(folder, 'ledger.db'));
  const sql = `SELECT m.name AS t, c.name AS c FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'mark'`;
  const stored = db.prepare(sql).all();
  db.close();
  const listed = TABLES.flatMap(({ name, columns }) => columns.map((c) => ({ t: name, c })));
  expect(listed).toHaveLength(stored.length);
  expect(listed).toEqual(expect.arrayContaining(stored));
});
