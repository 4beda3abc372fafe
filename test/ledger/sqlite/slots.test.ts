import { expect, it } from 'vitest';
import { testLedger } from '../support.js';

it('a minute has slots of its own, by the clock of the machine', async () => {
  const { slots } = await testLedger();
  expect(await slots.take('simple', 60_000, 1)).toBe(true);
  expect(await slots.take('simple', 60_000, 1)).toBe(false);
  expect(await slots.take('simple', 120_000, 1)).toBe(true);
  expect(slots).not.toHaveProperty('untilNext');
});
