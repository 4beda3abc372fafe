import { expect, it } from 'vitest';
import { ConfereError } from '../../../src/errors.js';
import { mostOften, testWorld } from '../support.js';

it('a run that stood still, so that another machine may have succeeded it, sends nothing', async () => {
  const world = await testWorld();
  const ledger = world.ledger();
  const lost = new ConfereError('batch_lost', { batch: 'b0001', by: null });
  const frozen = { ...ledger, confirmHold: () => Promise.reject(lost) };
  const { error } = await world.run(3, { ledger: frozen });
  expect(error).toBe(lost);
  expect(world.service.count('POST')).toBe(0);
  // Nothing was sent, so nothing is in doubt.
  const { summary } = await world.run(3);
  expect(summary).toMatchObject({ state: 'complete', found: 3 });
  expect(mostOften(world.service.book.submitted)).toBe(1);
});

it('the lease is confirmed after the wait for a slot, for every attempt', async () => {
  const world = await testWorld({ submissions: [502] });
  const ledger = world.ledger();
  const confirmed: number[] = [];
  const confirmHold = () => {
    confirmed.push(world.service.count('POST'));
    return Promise.resolve();
  };
  await world.run(3, { ledger: { ...ledger, confirmHold } });
  expect(confirmed).toEqual([0, 1]);
});
