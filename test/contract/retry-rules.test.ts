import { describe, expect, test } from 'vitest';
import { drop, scripted, type Step } from '../service/support.js';
import { allCalls, calls, submissions, type CallName } from './calls.js';
import { answer, ends, expectEnd, forms, success } from './support.js';

const status = (code: number): Step => answer(code, forms.object('Motivo.'));

interface Recovery {
  readonly name: CallName;
  readonly statuses: readonly number[];
  /** Milliseconds before each retry. */
  readonly waits: readonly number[];
}

/** Failures after which a retry succeeds (spec, "Retry rules"). */
const recoveries: readonly Recovery[] = [
  ...(['quota', 'cpf', 'cpfBatchJob', 'cnpjBatchJob'] as const).flatMap((name) => [
    { name, statuses: [500, 502, 503], waits: [1000, 2000, 4000] },
    { name, statuses: [503], waits: [1000] },
  ]),
  { name: 'cnpj', statuses: [503, 503, 503], waits: [2000, 4000, 8000] },
  { name: 'cnpj', statuses: [500, 502, 500], waits: [1000, 2000, 4000] },
  { name: 'cnpj', statuses: [500, 503, 502], waits: [1000, 4000, 4000] },
  { name: 'realtimeCpf', statuses: [502, 503, 502], waits: [2000, 4000, 8000] },
  ...submissions.map((name) => ({ name, statuses: [502, 503], waits: [2000, 4000] })),
  { name: 'cpfBatchJob', statuses: [404], waits: [1000] },
  { name: 'cnpjBatchJob', statuses: [503, 404, 500], waits: [1000, 1000, 2000] },
];

describe('spec, "Retry rules": a retry that succeeds', () => {
  test.each(recoveries)('$name after $statuses', async ({ name, statuses, waits }) => {
    const { client, clock, server } = await scripted([...statuses.map(status), success(name)]);
    await calls[name].run(client);
    expect(clock.sleeps).toEqual(waits);
    const lines = server.requests.map(({ method, path, body }) => `${method} ${path} ${body}`);
    expect(lines).toHaveLength(waits.length + 1);
    expect(new Set(lines).size).toBe(1);
  });
});

describe('spec, "Retry rules": at most three retries of mixed failures', () => {
  test.each(['quota', 'cpf', 'cnpj', 'cpfBatchJob', 'cnpjBatchJob'] as const)(
    '%s',
    async (name) => {
      const { client, server } = await scripted([500, 502, 503, 500, 502].map(status));
      await expect(calls[name].run(client)).rejects.toMatchObject({ kind: 'service', attempts: 4 });
      expect(server.requests).toHaveLength(4);
    },
  );
});

describe('spec, "Retry rules": a POST is retried after 429, 502 and 503 only', () => {
  const posts = ['realtimeCpf', ...submissions] as const;
  test.each(posts)('%s: a 500 after a 503 may have been charged', async (name) => {
    const end = { ...ends.unknownOutcome, waits: [2000] };
    await expectEnd(name, [status(503), status(500)], end);
    await expectEnd(name, [status(503), drop], end);
  });
});

describe('a retry sends the same request', () => {
  test.each(allCalls)('%s: key, agent and body', async (name) => {
    const { client, server } = await scripted([status(503), success(name)]);
    await calls[name].run(client);
    const [first, second] = server.requests;
    expect(second).toEqual(first);
    expect(first?.headers).toMatchObject({ 'x-api-key': 'sk-secret-0123456789' });
  });
});
