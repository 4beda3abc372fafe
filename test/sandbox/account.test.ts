import { expect, test } from 'vitest';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { cnpj, cpf, object, one, open, some, stateFile, string } from './support.js';

type Service = Awaited<ReturnType<typeof open>>;

const used = async ({ get }: Service) => (await get('/quota')).body.data.usedCredits;
const quotaOf = async ({ get }: Service) => {
  const { usedCredits, remainingCredits } = (await get('/quota')).body.data;
  return [usedCredits, remainingCredits];
};
const happen = ({ post }: Service, event: string) => post(`/sandbox/${event}`, '');

test('a renewal, another spender and a refund change the balance, and each is answered with it', async () => {
  const service = await open({ credits: 10 });
  expect((await happen(service, 'spend/4.5')).body.data).toMatchObject({
    usedCredits: 4.5,
    remainingCredits: 5,
  });
  expect((await happen(service, 'refund/1')).body.data.usedCredits).toBe(3.5);
  expect((await happen(service, 'refund/100')).body.data.usedCredits).toBe(0);
  await happen(service, 'spend/9');
  expect((await happen(service, 'renew')).body.data.usedCredits).toBe(0);
  expect(await used(service)).toBe(0);
});

test('a replaced key is refused, and the new key does not see its jobs', async () => {
  const statePath = stateFile();
  const clock = createFakeClock();
  const service = await open({ statePath, clock });
  const { jobId } = (await service.post('/cpf/bulk', { cpfs: some(cpf, true, 1) })).body.data;
  clock.advance(1000);
  const { apiKey } = (await happen(service, 'replace-key')).body.data as unknown as {
    apiKey: string;
  };
  expect(apiKey).toBe('sandbox-key-3');
  const old = await service.get('/quota');
  expect([old.status, old.body]).toEqual([401, string('API Key inativa')]);
  const key = { 'x-api-key': apiKey };
  expect((await service.get('/quota', key)).body.data.usedCredits).toBe(1);
  const job = await service.get(`/cpf/bulk/${jobId}`, key);
  expect([job.status, job.body]).toEqual([404, object('Lote não encontrado.')]);
  const again = await open({ statePath });
  expect(again.sandbox.apiKey).toBe(apiKey);
  await happen(again, 'replace-key');
  expect((await again.get('/quota')).status).toBe(401);
  expect((await again.get('/quota', { 'x-api-key': 'sandbox-key-4' })).status).toBe(200);
  expect((await again.get('/quota', { 'x-api-key': 'sandbox-key-2' })).status).toBe(200);
});

test.each(['nothing', 'renew/5', 'spend/-1'])(
  '/sandbox/%s is no event and changes nothing',
  async (event) => {
    const service = await open();
    const answer = await happen(service, event);
    expect([answer.status, answer.text]).toEqual([404, 'NOT_FOUND']);
    expect(await used(service)).toBe(0);
  },
);

test.each([
  ['free', 'Grátis', 50, 'active'],
  ['AVANÇADO', 'Avançado', 10_000, 'active'],
  ['Enterprise X', 'Enterprise X', 1_000_000, 'active'],
  ['unknown', 'unknown', 0, 'free'],
])('plan %s has its credits and status', async (asked, plan, remainingCredits, billingStatus) => {
  const { get } = await open({ plan: asked });
  expect((await get('/quota')).body.data).toMatchObject({ plan, remainingCredits, billingStatus });
});

/** The used credits of a plan just before and just after a given time. */
async function usedAround(plan: string, opened: number, renewal: number) {
  const clock = createFakeClock(opened);
  const { get } = await open({ clock, plan, credits: 5 });
  await get(`/cpf/${some(cpf, true, 1)[0] ?? ''}`);
  const used = async () => (await get('/quota')).body.data.usedCredits;
  clock.advance(renewal - 1 - opened);
  const before = await used();
  clock.advance(1);
  return [before, await used()];
}

test('on the Free plan credits renew with the UTC month', async () => {
  const opened = Date.UTC(2026, 0, 31, 23, 59, 58);
  expect(await usedAround('gratis', opened, Date.UTC(2026, 1, 1))).toEqual([1, 0]);
});

test('on a paid plan credits renew with the billing cycle', async () => {
  const opened = Date.UTC(2026, 0, 17, 8);
  expect(await usedAround('micro', opened, Date.UTC(2026, 1, 17))).toEqual([1, 0]);
  expect(await usedAround('micro', Date.UTC(2026, 11, 31), Date.UTC(2027, 0, 28))).toEqual([1, 0]);
});

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
