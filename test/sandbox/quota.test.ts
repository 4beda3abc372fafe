import { expect, test } from 'vitest';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { cpf, open, some, stateFile } from './support.js';

test('the default plan has a million credits', async () => {
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
      email: 'sandbox@confere.example',
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
])('plan %s has its credits and status', async (asked, plan, remainingCredits, billingStatus) => {
  const { get } = await open({ plan: asked });
  expect((await get('/quota')).body.data).toMatchObject({ plan, remainingCredits, billingStatus });
});

test('with overage lookups continue at zero, and the used credits exceed the allowance', async () => {
  const { get } = await open({ plan: 'Micro', credits: 2 });
  for (const id of some(cpf, true, 3)) expect((await get(`/cpf/${id}`)).status).toBe(200);
  expect((await get('/quota')).body.data).toMatchObject({ usedCredits: 3, remainingCredits: 0 });
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

test('a change of plan renews nothing', async () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 17));
  const statePath = stateFile();
  const first = await open({ clock, statePath, plan: 'micro' });
  await first.get(`/cpf/${some(cpf, true, 1)[0] ?? ''}`);
  for (const plan of ['gratis', 'basico']) {
    const next = await open({ clock, statePath, plan });
    expect((await next.get('/quota')).body.data.usedCredits).toBe(1);
  }
});

test('a change of plan applies a due renewal first and does not cause an earlier one', async () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 17));
  const statePath = stateFile();
  const used = async (plan: string) => {
    const { get } = await open({ clock, statePath, plan });
    return (await get('/quota')).body.data.usedCredits;
  };
  const first = await open({ clock, statePath, plan: 'gratis' });
  await first.get(`/cpf/${some(cpf, true, 1)[0] ?? ''}`);
  clock.advance(Date.UTC(2026, 0, 20) - clock.now());
  expect([await used('micro'), await used('gratis'), await used('micro')]).toEqual([1, 1, 1]);
  clock.advance(Date.UTC(2026, 1, 18) - clock.now());
  expect(await used('gratis')).toBe(0);
});

test('an allowance may be fractional', async () => {
  const { get } = await open({ credits: 2.4 });
  await get(`/cpf/${some(cpf, true, 1)[0] ?? ''}`);
  expect((await get('/quota')).body.data).toMatchObject({ remainingCredits: 1, usedCredits: 1 });
});
