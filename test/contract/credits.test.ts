import { describe, expect, test } from 'vitest';
import { fail, raw, scripted } from '../service/support.js';
import { allCalls, calls, charging, free } from './calls.js';
import { goldenData } from './golden.js';
import { answer, ends, expectEnd, forms, success, times } from './support.js';

describe('an unreadable success may have been charged', () => {
  const bodies = [
    ['text', raw(200, 'text/plain', 'OK')],
    ['nothing', raw(204, 'application/json', '')],
    ['half of it', raw(202, 'application/json', '{"success":true,"data":{"jobId":"6f96')],
    ['null data', answer(200, { success: true, data: null })],
    ['empty data', answer(202, { success: true, data: {} })],
    ['an error', answer(200, forms.string('Motivo.'))],
  ] as const;
  test.each(times(charging, bodies))('%s: %s', async (name, _, step) => {
    await expectEnd(name, step, ends.unknownOutcome);
  });
  test.each(times(free, bodies))('%s is free: %s', async (name, _, step) => {
    // A status is asked for again, because a cache in between may be wrong.
    await expectEnd(name, step, name === 'quota' ? ends.failedOnce : ends.failed);
  });
});

describe('a wrong detail does not lose a paid answer', () => {
  test.each(charging)('%s: another 2xx, another content type, a byte order mark', async (name) => {
    const text = `\uFEFF${JSON.stringify({ success: true, data: calls[name].data })}`;
    for (const [status, type] of [
      [200, 'application/json'],
      [201, 'text/plain'],
      [202, 'text/html; charset=utf-8'],
    ] as const) {
      const { client } = await scripted([raw(status, type, text), fail(418)]);
      await expect(calls[name].run(client)).resolves.toBeDefined();
    }
  });
  test('a job without readable counters', async () => {
    const data = { jobId: 'j', totalRecords: null, invalid: 'none' };
    const { client } = await scripted(answer(202, { success: true, data }));
    const read = { jobId: 'j', totalRecords: 2, invalid: 0 };
    await expect(calls.submitCpfBatch.run(client)).resolves.toEqual(read);
  });
  test('a real-time record without an envelope', async () => {
    const record = goldenData('cpf-realtime') as object;
    for (const body of [{ success: true, data: record }, { success: true, ...record }, record]) {
      const { client } = await scripted(answer(200, body));
      await expect(calls.realtimeCpf.run(client)).resolves.toEqual(record);
    }
  });
});

describe('spec, "Credit rules"', () => {
  test.each(allCalls)('%s: one call makes one request', async (name) => {
    const { client, server, clock } = await scripted(success(name));
    await calls[name].run(client);
    expect([server.requests.length, clock.sleeps.length]).toEqual([1, 0]);
  });
});
