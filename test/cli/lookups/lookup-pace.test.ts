import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import type { RunOptions } from '../../helpers/run-confere.js';
import { startReferee } from '../../helpers/referee/index.js';

const minute = () => Math.floor(Date.now() / 60_000);

/**
 * Repeats `work` until it ran within one clock minute, the unit of the rate limit: in another one the limit is not used
 * up, and what `work` waits for never comes.
 */
async function inOneMinute<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = minute();
    const result = work();
    await result.catch(() => undefined);
    if (minute() === before) return result;
  }
}

/** One process uses up the minute's limit, then a second one sends a request. */
async function second(args: readonly string[], act: 'interrupt' | 'wait', env: RunOptions = {}) {
  return inOneMinute(async () => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    await user.run(['cpf', makeCpf(1), makeCpf(2), '--rate', '2'], env);
    const running = user.start(['cpf', makeCpf(3), ...args], env);
    if (act === 'interrupt') {
      await running.says('stderr', 'Waiting for the next minute, ');
      running.kill('SIGINT');
    }
    return { ...(await running.done), log: [...server.log] };
  });
}

describe('two processes on one machine', () => {
  it('share the rate limit: the second waits, says why, and sends nothing when interrupted', async () => {
    const { code, stdout, stderr, log } = await second(
      ['--rate', '2', '--json', '-v'],
      'interrupt',
    );
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toMatch(/Waiting for the next minute, \d+ s/);
    expect(log).toHaveLength(2);
  });

  it('a wait beyond the deadline exits 6 immediately', async () => {
    const { code, log } = await second(['--rate', '2', '--deadline', '1ms', '--json'], 'wait');
    expect(code).toBe(6);
    expect(log).toHaveLength(2);
  });
});

const CNPJ = '12ABC34501DE35';

it.each([
  ['its header', { 'retry-after': '3600' }, 'Limite excedido', '1 h 0 min'],
  ['its words', {}, 'Limite excedido. Tente novamente em 7200 segundos.', '2 h 0 min'],
])('the wait that is advised is the one of the service, by %s', async (_, headers, error, wait) => {
  const answer = { status: 429, headers, body: { success: false, error } };
  const always = { 'GET /cnpj': answer, 'POST /cnpj/bulk': answer };
  await using server = await startReferee({ always });
  await using user = await newInProcessUser(server);
  const lookup = await user.ends(6, ['cnpj', CNPJ, '--deadline', '30s']);
  expect(lookup.stderr).toContain(`The service answered: "${error}"`);
  expect(lookup.stderr).toContain(`Look it up again in ${wait}.`);
  const file = await user.file('in.csv', `cnpj\n${CNPJ}\n`);
  const batch = await user.ends(6, `bulk run ${file} -o out.csv --deadline 30s`);
  expect(batch.stderr).toMatch(new RegExp(`again in ${wait}\\.`));
});
