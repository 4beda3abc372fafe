import { expect, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/clock.js';
import { createHeldClock } from '../helpers/clocks/held-clock.js';
import { startServer } from '../helpers/http-server.js';
import { makeCpf } from '../helpers/invented.js';
import { newInProcessUser } from '../helpers/in-process.js';
import { Book } from '../helpers/referee/book.js';
import { startReferee, type RefereeOptions } from '../helpers/referee/index.js';
import { sized } from './bulk/bulk-support.js';

const BATCH = ['bulk', 'run', 'in.csv'] as const;
const LOOKUP = ['cpf', makeCpf(1)] as const;

/** A user whose first run of this command ended in doubt, by `fault`, after the price was known. */
async function waiting(args: readonly string[], options: RefereeOptions, fault?: string) {
  const server = await startReferee(options);
  const user = await newInProcessUser(server);
  await user.file('in.csv', sized(2));
  if (fault !== undefined) {
    await user.run(['bulk', 'run', await user.file('before.csv', sized(2, 50))]);
    server.script(fault, 'hang');
    await user.ends(10, [...args, '--timeout', '200ms']);
  }
  return {
    run: (...more: readonly string[]) => user.run([...args, ...more]),
    async [Symbol.asyncDispose]() {
      await user[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

/** Seconds from each line with a time to the next one. */
function pauses(stderr: string): number[] {
  const times = Array.from(stderr.matchAll(/^(\d{4}-\S+) /gm), ([, time]) =>
    Date.parse(time ?? ''),
  );
  return times.slice(1).map((time, n) => (time - (times[n] ?? 0)) / 1_000);
}

it.each([
  ['the doubt about a job', BATCH, {}, 'POST /cpf/bulk', 11],
  ['the doubt about a lookup', LOOKUP, {}, `GET /cpf/${makeCpf(1)}`, 2],
  ['a job that runs', [...BATCH, '--deadline', '5m'], { holdJobs: true }, undefined, 5],
  [
    'the wait that the service asks for',
    [...BATCH, '--deadline', '5m'],
    { always: { 'POST /cpf/bulk': { status: 429, body: {}, headers: { 'retry-after': '200' } } } },
    undefined,
    3,
  ],
] as const)(
  '%s: a line about every 30 s where nothing moves',
  async (_, args, options, fault, minutes) => {
    await using given = await waiting(args, options, fault);
    const { stderr } = await given.run('--timestamps');
    const all = pauses(stderr);
    expect(Math.max(...all), stderr).toBeLessThanOrEqual(36);
    const long = all.filter((seconds) => seconds >= 20);
    expect(long.length, stderr).toBeGreaterThanOrEqual(2 * minutes - 2);
    expect(all.length, stderr).toBeLessThanOrEqual(2 * minutes + 14);
  },
);

it('results that arrive for minutes: a line every 30 s', async () => {
  const { clock, held, limits, open } = countingClock();
  const service = new Book({});
  await using server = await startServer(async ({ method, path, body }, response) => {
    const answer = service.work(method, path, body);
    response.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' });
    for (let part = 0; path.startsWith('/cpf/bulk/') && part < 20; part += 1) {
      const before = limits();
      response.write(' ');
      while (limits() === before) await turn();
      held.advance(15_000);
      await turn();
    }
    response.end(JSON.stringify(answer?.body));
  });
  await using user = await newInProcessUser({ ...server, key: 'chave-de-teste' }, clock);
  await user.file('in.csv', sized(2));
  const over = new AbortController();
  const run = user.run(BATCH).finally(() => {
    over.abort();
  });
  while (!over.signal.aborted) {
    if (open() === 0) held.wake();
    await turn();
  }
  const { code, stderr } = await run;
  expect(code, stderr).toBe(0);
  expect(stderr.match(/^Still waiting\.$/gm)).toHaveLength(10);
});

/** A clock that waits for the test, and counts the limits of requests: all, and those that run. */
function countingClock() {
  const held = createHeldClock();
  let [begun, ended] = [0, 0];
  const timeout: Clock['timeout'] = (ms) => {
    const limit = held.timeout(ms);
    begun += 1;
    const clear = (): void => {
      ended += 1;
      limit.clear();
    };
    return { signal: limit.signal, clear };
  };
  return { held, clock: { ...held, timeout }, limits: () => begun, open: () => begun - ended };
}

it.each([['-q'], ['--no-progress'], ['--json']])('%s: none', async (flag) => {
  await using given = await waiting(LOOKUP, {}, `GET /cpf/${makeCpf(1)}`);
  const { code, stderr } = await given.run(flag);
  expect(code).toBe(0);
  expect(stderr).not.toContain('till waiting');
});
