import { expect, test } from 'vitest';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { cnpj, cpf, object, one, open, some } from './support.js';

const quotaOf = async ({ get }: Pick<Awaited<ReturnType<typeof open>>, 'get'>) => {
  const { usedCredits, remainingCredits } = (await get('/quota')).body.data;
  return [usedCredits, remainingCredits];
};

test('each kind of found record costs what the plan says', async () => {
  const service = await open({ costs: { cpf: 2, cnpj: 0.5, realtime: 3.25 }, credits: 10 });
  const { get, post } = service;
  const id = one(cpf, true);
  const { birthDate } = (await get(`/cpf/${id}`)).body.data;
  expect(await quotaOf(service)).toEqual([2, 8]);
  await get(`/cnpj/${one(cnpj, true)}`);
  expect(await quotaOf(service)).toEqual([2.5, 7]);
  expect((await post('/cpf/realtime', { cpf: id, birthDate })).status).toBe(200);
  expect(await quotaOf(service)).toEqual([5.75, 4]);
  expect((await get(`/cpf/${one(cpf, false)}`)).status).toBe(404);
  expect(await quotaOf(service)).toEqual([5.75, 4]);
});

test('the balance must cover all items of a submission at the cost of their kind', async () => {
  const service = await open({ costs: { cpf: 2 }, credits: 5 });
  const cpfs = some(cpf, true, 3);
  const refused = await service.post('/cpf/bulk', { cpfs });
  const message = 'Créditos insuficientes para o lote: 6 necessários.';
  expect([refused.status, refused.body]).toEqual([403, object(message)]);
  expect((await service.post('/cpf/bulk', { cpfs: cpfs.slice(1) })).status).toBe(202);
  expect((await service.post('/cnpj/bulk', { cnpjs: some(cnpj, true, 1) })).status).toBe(202);
});

test('a job charges its cost for each found item, and skips what the balance no longer covers', async () => {
  const clock = createFakeClock();
  const service = await open({ clock, costs: { cpf: 2 }, credits: 8, jobSpeed: 1 });
  const { get, post } = service;
  const cpfs = [...some(cpf, true, 3), one(cpf, false)];
  const { jobId } = (await post('/cpf/bulk', { cpfs })).body.data;
  await post('/sandbox/spend/3', {});
  clock.advance(10_000);
  const job = (await get(`/cpf/bulk/${jobId}`)).body.data;
  expect(job).toMatchObject({ status: 'done', processed: 4, found: 2 });
  expect(await quotaOf(service)).toEqual([7, 1]);
});
