import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfereError } from '../../src/index.js';
import { openDatabase } from '../../src/sqlite/index.js';
import { makeCpf } from '../helpers/invented.js';
import { failureOf, libraryUser, skipSleeps } from './support.js';

const QUICK = { interval: 10 };
const CPF = makeCpf(1);

it('a lookup knows of a running batch with the same identifier', async () => {
  const { server, ledger, file } = await libraryUser({}, { holdJobs: true });
  await ledger.submit(file, QUICK);
  const refused = await failureOf(() => ledger.lookup('cpf', CPF));
  expect(refused).toBeInstanceOf(ConfereError);
  expect(refused).toMatchObject({ code: 'lookup_in_batch', facts: { state: 'running' } });
  server.releaseJobs();
  await ledger.watch(undefined, QUICK);
  expect(await ledger.lookup('cpf', CPF)).toMatchObject({ source: 'ledger' });
  expect(server.book.charged).toHaveLength(2);
});

it('a lookup knows of an unconfirmed batch, also in another process', async () => {
  const { server, ledger, file, open } = await libraryUser();
  server.script('POST', 'drop_after');
  await failureOf(() => ledger.run(file, QUICK));
  const other = await open();
  for (const each of [ledger, other])
    expect(await failureOf(() => each.lookup('cpf', CPF))).toMatchObject({
      ...{ kind: 'unconfirmed', code: 'lookup_in_batch' },
    });
  await other.close();
  expect([server.posts.length, server.book.charged.length]).toEqual([1, 2]);
});

it('a batch does not send what a lookup left in doubt', async () => {
  skipSleeps();
  const { server, ledger, file } = await libraryUser();
  server.script('GET /cpf/', 'drop_after');
  expect(await failureOf(() => ledger.lookup('cpf', CPF))).toMatchObject({ kind: 'unconfirmed' });
  await failureOf(() => ledger.run(file, QUICK));
  expect(server.posts.map(({ ids }) => ids)).toEqual([[makeCpf(2)]]);
  expect(await ledger.summarize()).toMatchObject({ found: 1, unconfirmed: 1 });
  expect(new Set(server.book.charged).size).toBe(server.book.charged.length);
});

it('a call after the end of the ledger is a ConfereError', async () => {
  const { ledger, file } = await libraryUser();
  await ledger.close();
  const closed = await failureOf(() => ledger.run(file, QUICK));
  expect(closed).toBeInstanceOf(ConfereError);
  expect(closed).toMatchObject({ code: 'closed' });
});

it('a defect is a ConfereError, whose cause is what was thrown', async () => {
  const { server, ledger, folder } = await libraryUser();
  await ledger.list();
  const names = readdirSync(folder, { recursive: true }) as string[];
  const db = openDatabase(join(folder, names.find((name) => name.endsWith('ledger.db')) ?? ''));
  db.exec('DROP TABLE lookups');
  db.close();
  const defect = await failureOf(() => ledger.lookup('cpf', CPF));
  expect(defect).toBeInstanceOf(ConfereError);
  expect(defect).toMatchObject({ code: 'defect' });
  expect((defect as Error).cause).toBeInstanceOf(Error);
  expect(server.book.charged).toEqual([]);
});
