import { expect, test } from 'vitest';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { cnpj, cpf, open, some } from './support.js';

const MINUTE = 60_000;
const ids = some(cpf, true, 101);

/** A batch of 101 found CPFs with a label, at ten per second. */
async function submitted(label: string, options: Parameters<typeof open>[0] = {}) {
  const clock = createFakeClock();
  const sandbox = await open({ clock, jobSpeed: 10, ...options });
  const answer = await sandbox.post('/cpf/bulk', { cpfs: ids, fileName: label });
  const path = `/cpf/bulk/${answer.body.data.jobId}`;
  const status = async () => (await sandbox.get(path)).body.data;
  const used = async () => (await sandbox.get('/quota')).body.data.usedCredits;
  return { ...sandbox, clock, answer, path, status, used };
}

test.each(['sandbox:fail-halfway', 'sandbox:fail-halfway part 2'])(
  '%s keeps and charges the results found before the failure',
  async (label) => {
    const { clock, status, used } = await submitted(label);
    clock.advance(4_900);
    expect(await status()).toMatchObject({ status: 'processing', error: null, processed: 0 });
    clock.advance(MINUTE);
    const job = await status();
    expect(job).toMatchObject({
      status: 'failed',
      error: 'Falha ao registrar validação',
      processed: 50,
      found: 50,
      not_found: 0,
      skipped: 0,
    });
    expect(job.cpfs).toHaveLength(50);
    expect(await used()).toBe(50);
    clock.advance(100 * MINUTE);
    expect(await status()).toEqual(job);
  },
);

test('sandbox:fail-database processes and charges nothing', async () => {
  const { answer, status, used } = await submitted('sandbox:fail-database');
  expect(answer.body.data.status).toBe('processing');
  const error = 'Banco de dados indisponível';
  expect(await status()).toMatchObject({ status: 'failed', error, processed: 0, cpfs: [] });
  expect(await used()).toBe(0);
});

test('sandbox:orphan fails ten minutes after its last update', async () => {
  const { clock, status, used } = await submitted('sandbox:orphan');
  const start = clock.now();
  clock.advance(5_000 + 10 * MINUTE - 1);
  const stalled = await status();
  expect([stalled.status, stalled.cpfs.length]).toEqual(['processing', 50]);
  expect(Date.parse(stalled.updated_at)).toBe(start + 5_000);
  clock.advance(1);
  const lost = await status();
  const error = 'Worker interrompido (job órfão)';
  expect(lost).toMatchObject({ status: 'failed', error, processed: 50, found: 50 });
  expect(Date.parse(lost.updated_at)).toBe(start + 5_000 + 10 * MINUTE);
  expect(await used()).toBe(50);
});

test('sandbox:skip skips the second half, which is not in the results', async () => {
  const { clock, status, used } = await submitted('sandbox:skip');
  clock.advance(MINUTE);
  const job = await status();
  expect(job).toMatchObject({ status: 'done', processed: 101, found: 51, skipped: 50 });
  expect(job.cpfs).toHaveLength(51);
  expect(await used()).toBe(51);
});

test('sandbox:slow takes an hour', async () => {
  const { clock, status } = await submitted('sandbox:slow', { jobSpeed: 1e6 });
  clock.advance(30 * MINUTE);
  expect(await status()).toMatchObject({ status: 'processing', processed: 50 });
  clock.advance(30 * MINUTE);
  expect(await status()).toMatchObject({ status: 'done', processed: 101 });
});

/** How a series of submissions ends: with statuses, or `dropped` if no answer comes. */
async function series(label: string, kind: 'cpf' | 'cnpj', wanted: readonly unknown[]) {
  const clock = createFakeClock();
  const { get, post } = await open({ clock });
  const items = some(kind === 'cpf' ? cpf : cnpj, true, 3);
  const ends: unknown[] = [];
  for (const end of wanted) {
    if (end === '61 min') {
      clock.advance(61 * MINUTE);
      ends.push(end);
      continue;
    }
    const call = post(`/${kind}/bulk`, { [`${kind}s`]: items, fileName: label });
    ends.push(
      await call.then(
        ({ status }) => status,
        () => 'dropped',
      ),
    );
  }
  clock.advance(MINUTE);
  return { ends, used: (await get('/quota')).body.data.usedCredits };
}

test.each([
  ['sandbox:lost-request', 'cpf', ['dropped', 202], 3],
  // Only the first job of a batch, until an hour has passed since the last one.
  ['sandbox:lost-answer', 'cpf', ['dropped', 202, 202], 9],
  ['sandbox:lost-answer', 'cnpj', ['dropped', 202, '61 min', 'dropped', 202], 12],
  ['a sandbox:lost-answer', 'cpf', [202], 3],
] as const)('the label %s in submissions of %s gives %j', async (label, kind, ends, used) => {
  expect(await series(label, kind, ends)).toEqual({ ends, used });
});
