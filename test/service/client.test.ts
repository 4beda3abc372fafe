import { expect, it } from 'vitest';
import { ConfereError } from '../../src/errors.js';
import { notedQuota, type BalanceNotes } from '../../src/service/index.js';
import { CPF, JOB, errorOf, job, ok, raw, scripted } from './support.js';

it('requests keep a number of a record that does not come back as it was written, as text', async () => {
  const fields =
    '"a":12345678901234567890,"b":[1.10,1e400,{"c":1e3}],"d":1.5,"e":-7,"f":": 1e400, \\"2.0"';
  const kept = {
    ...{ a: '12345678901234567890', b: [1.1, '1e400', { c: 1000 }], d: 1.5, e: -7 },
    f: ': 1e400, "2.0',
  };
  const data = `{"cpf":"${CPF}",${fields}}`;
  const whole = JSON.stringify({ success: true, data: { ...job, cpfs: [] } });
  const item = `[{"cpf":"${CPF}","found":true,${fields}}]`;
  const { client } = await scripted([
    raw(200, 'application/json', `{"success":true,"data":${data}}`),
    raw(
      200,
      'application/json',
      whole.replace('[]', item).replace('"processed":2', '"processed":2.0'),
    ),
  ]);
  expect(await client.cpf(CPF)).toEqual({ cpf: CPF, ...kept });
  const { processed, results } = await client.batchJob('cpf', JOB);
  expect(processed).toBe(2);
  expect(JSON.parse(String(results[0]?.record))).toEqual({ cpf: CPF, ...kept });
});

it('the status of another job is no answer: it is asked for again, then unreadable', async () => {
  const other = ok({ ...job, id: 'another' });
  const once = await scripted([other, ok(job)]);
  expect(await once.client.batchJob('cpf', JOB)).toMatchObject({ id: job.id });
  const always = await scripted(other);
  const error = await errorOf(always.client.batchJob('cpf', JOB));
  expect(error).toMatchObject({ code: 'unreadable_answer', kind: 'service' });
  expect(always.server.requests).toHaveLength(4);
});

const QUOTA = { plan: 'Micro', usedCredits: 1, remainingCredits: 99 };
const busy = () => Promise.reject(new ConfereError('state_busy', { path: 'ledger.db' }));

it.each([
  ['before the request', { before: busy, keep: () => Promise.resolve() }],
  ['after it', { before: () => Promise.resolve(1), keep: busy }],
] as const)('a balance is returned although it cannot be written down %s', async (_, notes) => {
  expect(await notedQuota(() => Promise.resolve(QUOTA), notes)).toBe(QUOTA);
});

it('a balance is written down with the moment before its request', async () => {
  const told: unknown[] = [];
  const notes: BalanceNotes = {
    before: () => {
      told.push('before');
      return Promise.resolve(7);
    },
    keep: (quota, before) => {
      told.push([quota, before]);
      return Promise.resolve();
    },
  };
  const quota = () => {
    told.push('asked');
    return Promise.resolve(QUOTA);
  };
  await notedQuota(quota, notes);
  expect(told).toEqual(['before', 'asked', [QUOTA, 7]]);
});
