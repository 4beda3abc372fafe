import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import { failureOf, libraryUser } from './support.js';

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

describe('an input that never ends', () => {
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
  ])('%s is stopped by the signal, and by close', async (_, endless) => {
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
});
