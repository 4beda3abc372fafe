import { expect, test } from 'vitest';
import { createFakeClock } from '../helpers/fake-clock.js';
import { cpf, open, some } from './support.js';

test('the default plan', async () => {
  const { get } = await open();
  const { status, body } = await get('/quota');
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    data: {
      plan: 'Sandbox',
      remainingCredits: 1_000_000,
      usedCredits: 0,
      billingStatus: 'active',
      userId: expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/) as unknown,
      email: 'sandbox@exemplo.com.br',
    },
  });
});

test.each([
  ['free', 'Grátis', 50, 'active'],
  ['Micro', 'Micro', 100, 'active'],
  ['basico', 'Básico', 1000, 'active'],
  ['Intermediário', 'Intermediário', 5000, 'active'],
  ['AVANÇADO', 'Avançado', 10_000, 'active'],
  ['Enterprise X', 'Enterprise X', 1_000_000, 'active'],
  ['unknown', 'unknown', 0, 'free'],
])('plan %s', async (asked, plan, remainingCredits, billingStatus) => {
  const { get } = await open({ plan: asked });
  expect((await get('/quota')).body.data).toMatchObject({ plan, remainingCredits, billingStatus });
});

test('with overage lookups go on at zero and used passes the allowance', async () => {
  const { get } = await open({ plan: 'Micro', credits: 2 });
  for (const id of some(cpf, true, 3)) expect((await get(`/cpf/${id}`)).status).toBe(200);
  expect((await get('/quota')).body.data).toMatchObject({ usedCredits: 3, remainingCredits: 0 });
});

test('credits renew with the UTC month', async () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 31, 23, 59, 59));
  const { get } = await open({ clock, credits: 1 });
  const [first, second] = some(cpf, true, 2);
  expect((await get(`/cpf/${first ?? ''}`)).status).toBe(200);
  expect((await get(`/cpf/${second ?? ''}`)).status).toBe(403);
  clock.advance(1000);
  expect((await get('/quota')).body.data).toMatchObject({ usedCredits: 0, remainingCredits: 1 });
});
