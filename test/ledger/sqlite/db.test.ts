import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createSqliteDb } from '../../../src/ledger/sqlite/db.js';
import { openLedger } from '../../../src/ledger/index.js';
import { openDatabase } from '../../../src/sqlite/index.js';
import { systemClock } from '../../../src/base/system.js';
import { opened, testFolder } from '../support.js';

function counting() {
  const database = openDatabase(':memory:');
  onTestFinished(() => {
    database.close();
  });
  database.exec('CREATE TABLE t (n INTEGER)');
  const db = createSqliteDb(database, 'memory');
  const count = () => db.transaction('read', (tx) => tx.number('SELECT count(*) AS n FROM t'));
  return { db, count };
}

it('transactions of one connection follow each other, each with all of its statements', async () => {
  const { db, count } = counting();
  const addTwo = () =>
    db.transaction('write', async (tx) => {
      const before = await tx.number('SELECT count(*) AS n FROM t');
      await tx.run('INSERT INTO t (n) VALUES ($1)', before);
      return [before, await tx.run('INSERT INTO t (n) SELECT $1::integer + 1', before)];
    });
  expect(await Promise.all([addTwo(), addTwo()])).toEqual([
    [0, 1],
    [2, 1],
  ]);
  expect(await count()).toBe(4);
});

it('a transaction that waits for anything but its statements fails, and changes nothing', async () => {
  const { db, count } = counting();
  const waits = db.transaction('write', async (tx) => {
    await tx.run('INSERT INTO t (n) VALUES (1)');
    await setImmediate();
  });
  await expect(waits).rejects.toThrow('ForeignAwait');
  expect(await count()).toBe(0);
});

it('closing a ledger waits for the operations that were called before', async () => {
  const ledger = await openLedger(testFolder(), systemClock);
  const ticks = [ledger.tick(), ledger.tick(), ledger.tick()];
  await ledger.close();
  expect(await Promise.all(ticks)).toEqual([1, 2, 3]);
});

it('requests are limited per minute for all processes that share the ledger', async () => {
  const folder = testFolder();
  const one = (await opened(folder)).slots;
  const other = (await opened(folder)).slots;
  const taken = [one, other, one, other].map((slots) => slots.take('simple', 60_000, 3));
  expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(3);
  expect(await one.take('realtime', 60_000, 3)).toBe(true);
  expect(await other.take('simple', 120_000, 3)).toBe(true);
  // The minute is that of the machine.
  expect(one).not.toHaveProperty('msUntilNextMinute');
});
