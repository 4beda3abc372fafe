import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import { failureOf, libraryUser } from './support.js';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/sqlite/index.js';
import { ConfereError } from '../../src/index.js';

const QUICK = { interval: 1 };

describe('an export to a stream', () => {
  it('that is destroyed or has ended is an error', async () => {
    const { ledger, file } = await libraryUser();
    await ledger.run(file, QUICK);
    const destroyed = new PassThrough();
    destroyed.destroy();
    const ended = new PassThrough();
    ended.end();
    for (const stream of [destroyed, ended])
      expect(await failureOf(() => ledger.export(undefined, stream))).toMatchObject({
        ...{ name: 'UsageError', code: 'stream_closed' },
      });
  });

  it.each([undefined, new Error('the pipe broke')])(
    'that is destroyed while it is full is an error, with the cause %s',
    async (cause) => {
      const { ledger, file } = await libraryUser();
      await ledger.run(file, QUICK);
      const stuck = new Writable({ highWaterMark: 1, write: () => undefined });
      const failing = failureOf(() => ledger.export(undefined, stuck));
      while (stuck.writableLength === 0) await turn();
      await turn();
      stuck.destroy(cause);
      expect(await failing).toMatchObject({ code: 'stream_closed', ...(cause && { cause }) });
    },
  );
});

const line = `${makeCpf(1)}\n`;
it.each([
  [
    'and never rests',
    async function* () {
      for (;;) yield await Promise.resolve(line);
    },
  ],
  [
    'and never gives a line',
    async function* () {
      yield line;
      await new Promise(() => undefined);
    },
  ],
])('an input that never ends %s is stopped by the signal, and by close', async (_, endless) => {
  const { server, ledger, open } = await libraryUser();
  const controller = new AbortController();
  const failing = failureOf(() => ledger.run(endless(), { signal: controller.signal }));
  await turn();
  controller.abort();
  expect(await failing).toMatchObject({ kind: 'interrupted' });
  const own = await open();
  const calls = [failureOf(() => own.run(endless())), failureOf(() => own.check(endless()))];
  await turn();
  await own.close();
  expect(await Promise.all(calls)).toMatchObject([
    { kind: 'interrupted' },
    { kind: 'interrupted' },
  ]);
  expect([server.log, await ledger.list()]).toEqual([[], []]);
});

const CPF = makeCpf(1);
/** Enough for an answer that was sent before them to have come. */
const ROUND_TRIPS = 20;

function ledgerFile(folder: string): string {
  const names = readdirSync(folder, { recursive: true }) as string[];
  const name = names.find((one) => one.endsWith('ledger.db'));
  if (name === undefined) throw new Error('no ledger');
  return join(folder, name);
}

it('a locked ledger neither freezes the process nor costs the answer that came meanwhile', async () => {
  const { server, ledger, client, folder } = await libraryUser();
  server.script('GET /cpf/', 'hold');
  const asked = ledger.lookup('cpf', CPF);
  await server.seen('GET /cpf/');
  const other = openDatabase(ledgerFile(folder));
  other.exec('BEGIN IMMEDIATE');
  server.releaseAnswers();
  // By then the answer has arrived and was to be stored. A ledger that waited without giving way would never let this
  // process end the lock.
  for (let n = 0; n < ROUND_TRIPS; n += 1) await client.quota();
  other.exec('ROLLBACK');
  other.close();
  expect(await asked).toMatchObject({ status: 'found' });
  expect(await ledger.lookup('cpf', CPF)).toMatchObject({ source: 'ledger' });
  expect(server.book.charged).toEqual([CPF]);
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
