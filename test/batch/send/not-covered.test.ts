import { expect, it } from 'vitest';
import { testWorld } from '../support.js';

it('what the balance does not cover says so, until it is sent', async () => {
  const world = await testWorld({ credits: 4 });
  const first = await world.run(6, { limits: { fitBalance: true } });
  const planned = first.summary.jobs.filter(({ status }) => status === 'planned');
  expect(planned).toMatchObject([{ items: 2, error: { code: 'not_covered' } }]);
  world.service.book.account.credits = 9;
  const { summary } = await world.run(6);
  expect(summary).toMatchObject({ state: 'complete', found: 6 });
  expect(summary.jobs.every(({ error }) => error === null)).toBe(true);
});
