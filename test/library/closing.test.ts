import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/index.js';
import { openDatabase } from '../../src/sqlite/index.js';
import { makeCpf } from '../helpers/invented.js';
import { codeOf, failureOf, libraryUser, QUICK, skipSleeps } from './support.js';

const CPF = makeCpf(1);
const MISTAKE = 'the mistake of a program';
const throwing = () => {
  throw new Error(MISTAKE);
};
const rejecting = (() => Promise.reject(new Error(MISTAKE))) as () => void;

describe('close', () => {
  it('keeps the answer of a lookup, and the job id of a submission', async () => {
    skipSleeps();
    const { server, ledger, file, open } = await libraryUser({ shared: true });
    server.script('GET /cpf/', 'hold');
    server.script('POST /cpf/bulk', 'hold');
    const asked = ledger.lookup('cpf', makeCpf(9));
    const running = failureOf(() => ledger.run(file, QUICK));
    await Promise.all([server.seen('GET /cpf/'), server.seen('POST /cpf/bulk')]);
    const closing = ledger.close();
    const calls = [() => ledger.lookup('cpf', CPF), () => ledger.list(), () => ledger.results()];
    for (const call of calls) expect(await codeOf(call)).toBe('closed');
    server.releaseAnswers();
    expect(await asked).toMatchObject({ status: 'found' });
    expect(await running).toMatchObject({ kind: 'interrupted' });
    await closing;
    const again = await open();
    expect(await again.lookup('cpf', makeCpf(9))).toMatchObject({ source: 'ledger' });
    expect((await again.list())[0]?.jobs[0]?.jobId).toBe(server.jobIds()[0]);
    expect(await again.run(file, QUICK)).toMatchObject({ state: 'complete', found: 2 });
    expect([server.posts.length, server.book.charged.length]).toEqual([1, 3]);
  });

  it('inside the results of a ledger ends them with a sentence', async () => {
    const { ledger, file } = await libraryUser();
    await ledger.run(file, QUICK);
    const seen: number[] = [];
    const reading = async () => {
      for await (const { row } of ledger.results()) {
        seen.push(row);
        await ledger.close();
      }
    };
    expect(await failureOf(reading)).toMatchObject({
      kind: 'usage',
      code: 'closed',
      message: 'Nothing was sent: this ledger is closed. Open another one.',
    });
    expect(seen).toEqual([1]);
  });

  const line = `${CPF}\n`;
  it.each([
    [
      'never rests',
      async function* () {
        for (;;) yield await Promise.resolve(line);
      },
    ],
    [
      'never gives a line',
      async function* () {
        yield line;
        await new Promise(() => undefined);
      },
    ],
  ])('or a signal stops an input that never ends and %s', async (_, endless) => {
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
    for (const error of await Promise.all(calls))
      expect(error).toMatchObject({ kind: 'interrupted' });
    expect([server.log, await ledger.list()]).toEqual([[], []]);
  });
});

describe('a mistake of the program', () => {
  it.each([throwing, rejecting])(
    'in a callback costs no answer and no job id',
    async (callback) => {
      skipSleeps();
      const all = { onRequest: callback, onWait: callback, onEvent: callback };
      const { server, ledger, file } = await libraryUser(all);
      server.script('GET /cpf/', { status: 503, body: {} });
      for (const source of ['api', 'ledger'])
        expect(await ledger.lookup('cpf', CPF)).toMatchObject({ source });
      for (let run = 0; run < 2; run += 1)
        expect(await ledger.run(file, QUICK)).toMatchObject({ state: 'complete', found: 2 });
      expect(server.posts).toHaveLength(1);
      expect(server.book.charged).toEqual([CPF, makeCpf(2)]);
    },
  );

  it.each([throwing, rejecting])('in confirm sends nothing, and is the cause', async (confirm) => {
    const { server, ledger, file } = await libraryUser();
    const error = await failureOf(() => ledger.run(file, { ...QUICK, confirm: confirm as never }));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ code: 'confirm_failed', cause: { message: MISTAKE } });
    expect(server.posts).toEqual([]);
  });

  it('in an input is an error of the library', async () => {
    const { ledger } = await libraryUser();
    // eslint-disable-next-line @typescript-eslint/require-await -- an input that fails after a chunk
    const broken = async function* () {
      yield 'cpf\n';
      throw new Error(MISTAKE);
    };
    const error = await failureOf(() => ledger.run(broken()));
    expect(error).toMatchObject({ name: 'UsageError', code: 'input_failed' });
  });
});

/** Enough for an answer that was sent before them to have come. */
const ROUND_TRIPS = 20;

function ledgerFile(folder: string): string {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return join(folder, names.find((one) => one.endsWith('ledger.db')) ?? 'none');
}

it('a locked ledger neither freezes the process nor costs the answer that came meanwhile', async () => {
  const { server, ledger, folder } = await libraryUser();
  server.script('GET /cpf/', 'hold');
  const asked = ledger.lookup('cpf', CPF);
  await server.seen('GET /cpf/');
  const other = openDatabase(ledgerFile(folder));
  other.exec('BEGIN IMMEDIATE');
  server.releaseAnswers();
  // By then the answer has arrived and was to be stored. A ledger that waited without giving way would never let this
  // process end the lock.
  const headers = { 'x-api-key': server.key };
  for (let n = 0; n < ROUND_TRIPS; n += 1) await fetch(`${server.url}/quota`, { headers });
  other.exec('ROLLBACK');
  other.close();
  expect(await asked).toMatchObject({ status: 'found' });
  expect(await ledger.lookup('cpf', CPF)).toMatchObject({ source: 'ledger' });
  expect(server.book.charged).toEqual([CPF]);
});
