import { describe, expect, it } from 'vitest';
import { cpfAt, mostOften, sumsOf, testWorld } from '../support.js';

describe('a proof that nothing was charged', () => {
  it('expires: a refused question leaves the job unconfirmed', async () => {
    let used = 0;
    const world = await testWorld({
      submissions: ['drop_after'],
      onRequest: () => (world.service.book.account.used = used),
    });
    await world.run(10);
    const declined = await world.run(10, { limits: { confirm: () => Promise.resolve(false) } });
    expect(declined.error).toMatchObject({ code: 'declined' });
    expect(declined.summary).toMatchObject({ state: 'unconfirmed', unconfirmed: 10 });
    used = 10;
    world.clock.advance(3_600_000);
    expect((await world.run(10)).kind).toBe('unconfirmed');
    expect(mostOften(world.service.book.submitted)).toBe(1);
  });

  it('is checked again after the question', async () => {
    let used = 0;
    const world = await testWorld({
      submissions: ['drop_after'],
      onRequest: () => (world.service.book.account.used = used),
    });
    await world.run(10);
    const confirm = () => {
      used = 10;
      return Promise.resolve(true);
    };
    expect((await world.run(10, { limits: { confirm } })).kind).toBe('unconfirmed');
    expect(world.service.count('POST')).toBe(1);
  });
});

describe('a service with unexpected answers', () => {
  it.each([1, 11] as const)(
    'refuses one identifier in a job of %i: it is invalid, and the rest continues',
    async (perJob) => {
      const world = await testWorld({ rejects: (id) => id === cpfAt(1) });
      const { summary, batch, error } = await world.run(11, { perJob });
      expect(error).toBeUndefined();
      expect(summary).toMatchObject({ state: 'complete', found: 10, invalid: 1 });
      expect(summary.reasons).toEqual({ rejected_by_service: 1 });
      expect(sumsOf(summary)).toEqual({ rows: 11, unique: 10 });
      const posts = world.service.count('POST');
      await world.run(11);
      expect(world.service.count('POST')).toBe(posts);
      const [, row] = (await world.exported(batch)).toString().split('\n');
      expect(row).toContain('invalid,rejected_by_service');
    },
  );
});

describe('the confirmation of the user', () => {
  it('covers failed identifiers, but not those left pending for lack of credits', async () => {
    const world = await testWorld({ credits: 10, jobs: [{ failAfter: 5 }] });
    const { summary } = await world.run(20, {
      limits: { fitBalance: true },
      costs: { cpf: 1 },
      onEvent: ({ type }) => {
        if (type === 'planned_again') world.service.book.account.credits = 1_000;
      },
    });
    expect(summary).toMatchObject({ found: 10, pending: 10 });
    expect(world.service.book.jobs.map(({ ids }) => ids.length)).toEqual([10, 5]);
  });

  it('keeps a fresh batch fresh', async () => {
    const world = await testWorld({ submissions: ['ok', 'blocked'] });
    await world.run(10);
    const wish = { reuseSince: Infinity, limits: { reuseSince: Infinity } };
    expect((await world.run(10, { ...wish, again: true })).kind).toBe('auth');
    const { summary } = await world.run(10, { ...wish, limits: { reuseSince: 0 } });
    expect(summary).toMatchObject({ state: 'complete', found: 10, reused: 0 });
  });
});
