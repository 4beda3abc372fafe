import { describe, expect, it } from 'vitest';
import { cpfs, csv, INTERVAL, mostOften, sumsOf, testWorld, type World } from '../support.js';

function charges(world: World): number[] {
  return [...world.service.book.charges.values()];
}

describe('the rest of a failed job', () => {
  it('the unanswered identifiers of a failed job are sent again, and the found ones are not', async () => {
    const world = await testWorld({ jobs: [{ failAfter: 3 }] });
    const began = world.clock.now();
    const { summary, error } = await world.run(10);
    expect(error).toBeUndefined();
    expect(summary).toMatchObject({ state: 'complete', found: 10, failed: 0 });
    expect(summary.jobs).toMatchObject([
      { status: 'failed', items: 10, found: 3, error: { said: 'Falha ao registrar validação' } },
      { status: 'done', items: 7, found: 7 },
    ]);
    expect(world.service.book.jobs[1]?.ids).toHaveLength(7);
    const told = world.events.filter(({ type }) => /planned_again|gave_up/.test(type));
    expect(told).toEqual([{ type: 'planned_again', items: 7 }]);
    expect(charges(world)).toEqual(Array(10).fill(1));
    expect(world.clock.now() - began).toBeGreaterThanOrEqual(INTERVAL);
  });

  it('the rest of a failed job is sent again at most twice, in this run or a later one', async () => {
    const world = await testWorld({ jobs: Array(9).fill({ failAfter: 1 }) });
    const { summary } = await world.run(10);
    expect(summary).toMatchObject({ state: 'incomplete', found: 3, failed: 7, skipped: 0 });
    expect(sumsOf(summary)).toEqual({ rows: 10, unique: 10 });
    expect(world.events).toContainEqual(expect.objectContaining({ type: 'gave_up', seq: 3 }));
    await world.restart();
    expect((await world.run(10)).summary).toEqual(summary);
    expect(world.service.count('POST')).toBe(3);
    expect(charges(world)).toEqual([1, 1, 1]);
  });

  it('the rest of a failed job is sent when the user resumes, even after too many failures', async () => {
    const world = await testWorld({ jobs: Array(3).fill({ failAfter: 1 }) });
    const path = await world.file(csv(cpfs(10)));
    await world.run(path);
    const { summary } = await world.run(path, { resumes: true });
    expect(summary).toMatchObject({ state: 'complete', found: 10, failed: 0 });
    expect(charges(world)).toEqual(Array(10).fill(1));
  });
});

describe('skipped identifiers', () => {
  it('skipped identifiers wait until the user resumes, and then exactly they are sent', async () => {
    const world = await testWorld({ jobs: [{ skipLast: 4 }] });
    const path = await world.file(csv(cpfs(10)));
    const first = await world.run(path);
    expect(first.summary).toMatchObject({ state: 'incomplete', found: 6, skipped: 4 });
    expect((await world.run(path)).summary).toEqual(first.summary);
    world.service.book.account.credits = 3;
    const poor = await world.run(path, { resumes: true });
    expect(poor.kind).toBe('credits');
    const limited = await world.run(path, {
      resumes: true,
      limits: { maxCredits: 3, allowOverage: true },
    });
    expect(limited.error).toMatchObject({ code: 'over_max_credits' });
    // A guard changes nothing (contract, "Money" 4): what a run left before, it leaves now.
    for (const { summary } of [poor, limited, await world.run(path)])
      expect(summary).toMatchObject(first.summary);
    world.service.book.account.credits = 4;
    const rich = await world.run(path, { resumes: true });
    expect(rich.summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.service.book.jobs.map(({ ids }) => ids.length)).toEqual([10, 4]);
    expect(charges(world)).toEqual(Array(10).fill(1));
  });

  it('skipped identifiers are planned again in jobs of at most 10,000, in the order of the input', async () => {
    const world = await testWorld({ jobs: [{ skipLast: 9_999 }, { skipLast: 9_997 }] });
    const ids = cpfs(19_998);
    const path = await world.file(csv(ids));
    await world.run(path);
    const { summary } = await world.run(path, { resumes: true });
    expect(summary).toMatchObject({ state: 'complete', found: 19_998 });
    const sent = world.service.book.jobs.slice(2).map((job) => job.ids);
    expect(sent.map((list) => list.length)).toEqual([10_000, 9_996]);
    expect(mostOften(world.service.book.charges)).toBe(1);
  });
});

it('a charged result that is missing in the answer is never sent again, and is stored when the service names it', async () => {
  const world = await testWorld({
    told: (data, asked) =>
      asked > 4 ? data : { ...data, cpfs: (data['cpfs'] as readonly unknown[]).slice(1) },
  });
  const path = await world.file(csv(cpfs(10)));
  const first = await world.run(path);
  expect(first.summary).toMatchObject({ state: 'unconfirmed', found: 9, unconfirmed: 1 });
  expect(sumsOf(first.summary)).toEqual({ rows: 10, unique: 10 });
  expect((await world.run(path, { resumes: true })).summary).toMatchObject({
    found: 9,
    unconfirmed: 1,
  });
  const { summary } = await world.run(path);
  expect(summary).toMatchObject({ state: 'complete', found: 10, unconfirmed: 0 });
  expect(world.service.count('POST')).toBe(1);
});
