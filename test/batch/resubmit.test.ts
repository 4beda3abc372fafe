import { describe, expect, it } from 'vitest';
import type { RefereeOptions } from '../helpers/referee/index.js';
import { cpfs, csv, NO_LIMITS, SETTLE, testWorld } from './support.js';

/** A batch of ten whose submission was accepted and charged, and whose answer was lost. */
async function doubtful(options: RefereeOptions = {}) {
  const world = await testWorld({ submissions: ['drop_after'], ...options });
  const path = await world.file(csv(cpfs(10)));
  const { batch } = await world.run(path, { costs: { cpf: 1 } });
  const jobs = () => world.unconfirmed(batch);
  const again = (limits = NO_LIMITS) => world.decide(batch, { kind: 'resubmit' }, limits);
  return { world, path, batch, jobs, again };
}

describe('a resubmission that a guard stops', () => {
  it.each([
    ['a budget', { maxCredits: 1 }, 'over_max_credits'],
    ['a day', { periods: { maxPerDay: 1 } }, 'over_period_budget'],
  ])('because of %s changes nothing: the lost job can still be adopted', async (_, limit, code) => {
    const { world, path, batch, jobs, again } = await doubtful();
    await expect(again({ ...NO_LIMITS, ...limit })).rejects.toMatchObject({ code });
    expect(await jobs()).toMatchObject([{ seq: 1, state: 'unconfirmed' }]);
    expect(await world.ledger().jobsOf(batch.num)).toHaveLength(1);
    const jobId = world.service.book.jobs[0]?.id ?? '';
    await world.decide(batch, { kind: 'adopt', jobId });
    expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.service.count('POST')).toBe(1);
  });
});

it('a resubmission that the service refuses changes nothing: the lost job can still be adopted', async () => {
  const { world, path, batch, again } = await doubtful({
    submissions: ['drop_after', 'blocked'],
  });
  const before = await world.ledger().decisionsOf(batch.num);
  await expect(again()).rejects.toMatchObject({ httpStatus: 403 });
  expect(await world.ledger().jobsOf(batch.num)).toMatchObject([
    { seq: 1, state: 'unconfirmed', items: 10, endedAt: null },
  ]);
  expect(await world.ledger().decisionsOf(batch.num)).toEqual(before);
  const [lost] = world.service.book.jobs;
  await world.decide(batch, { kind: 'adopt', jobId: lost?.id ?? '' });
  expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 10 });
  expect(world.service.count('POST')).toBe(2);
});

describe('a resubmission whose own answer is lost', () => {
  it('is settled before it is sent again, and a verdict lets the user decide anew', async () => {
    const { world, jobs, again } = await doubtful({ submissions: ['drop_after', 'drop_after'] });
    await expect(again()).rejects.toMatchObject({ code: 'submission_unconfirmed' });
    expect(await jobs()).toMatchObject([{ seq: 2, state: 'unconfirmed' }]);
    // The same command again: the balance shows a charge, so nothing is sent by itself.
    await expect(again()).rejects.toMatchObject({ code: 'submission_unconfirmed' });
    expect(world.service.count('POST')).toBe(2);
    expect(await jobs()).toMatchObject([{ seq: 2, verdict: expect.any(String) as string }]);
    await again();
    expect(world.service.count('POST')).toBe(3);
  });

  it('is sent again by itself if the balance proves it free', async () => {
    const { world, path, again } = await doubtful({ submissions: ['drop_after', 'drop_before'] });
    await expect(again()).rejects.toMatchObject({ code: 'submission_unconfirmed' });
    const began = world.clock.now();
    await again();
    expect(world.clock.now() - began).toBeGreaterThanOrEqual(SETTLE);
    expect(world.service.book.jobs).toHaveLength(2);
    expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 10 });
  });
});
