import { expect, it } from 'vitest';
import { opened, testFolder } from '../support.js';

it('requests are limited per minute, for all processes that share the ledger', async () => {
  const folder = await testFolder();
  const one = (await opened(folder)).slots;
  const other = (await opened(folder)).slots;
  const taken = [one, other, one, other].map((slots) => slots.take('simple', 60_000, 3));
  expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(3);
  expect(await one.take('realtime', 60_000, 3)).toBe(true);
  expect(await other.take('simple', 120_000, 3)).toBe(true);
  // The minute is that of the machine.
  expect(one).not.toHaveProperty('untilNext');
});
