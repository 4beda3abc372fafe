import { expect, it, describe } from 'vitest';
import {
  cpfs,
  csv,
  mostOften,
  SETTLE,
  testWorld,
  type World,
  cpfAt,
  sumsOf,
  NO_LIMITS,
} from '../support.js';
import { tested } from '../../ledger/support.js';
import { computeSettleTime } from '../../../src/ledger/index.js';
import { readBalance } from '../../../src/money/balance.js';

it('a clock that was set back does not let an older charge hide a newer one', async () => {
  const world = await testWorld({ submissions: ['ok', 'drop_after'] });
  expect((await world.run(10)).summary.state).toBe('complete');
  world.clock.advance(-120 * SETTLE);
  for (const wait of [0, 0, 2 * SETTLE]) {
    world.clock.advance(wait);
    expect((await world.run(cpfs(10, 100))).kind).toBe('unconfirmed');
  }
  expect(world.service.count('POST')).toBe(2);
  expect(mostOften(world.service.book.submitted)).toBe(1);
});

it('after the clock was set forward, the settle time counts how long the machine has been running', async () => {
  const world = await testWorld({ submissions: ['drop_before'] });
  world.service.book.account.used = 50;
  expect((await world.run(10)).kind).toBe('unconfirmed');
  world.clock.set(10 * 3_600_000);
  await world.restart();
  world.clock.advance(SETTLE - 5_000);
  const { summary } = await world.run(10);
  expect(world.events.filter(({ type }) => type === 'settling')).toEqual([
    { type: 'settling', seq: 1, ms: computeSettleTime(10, SETTLE) - SETTLE + 5_000 },
  ]);
  expect(summary).toMatchObject({ state: 'complete', found: 10 });
  expect(mostOften(world.service.book.submitted)).toBe(1);
});

describe('proofs that nothing was charged', () => {
  it('a proved job stays unconfirmed if the user says no', async () => {
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

  it('a proof is made again after the user has confirmed', async () => {
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

describe('a service that rejects an identifier', () => {
  it.each([1, 11] as const)(
    'an identifier that the service rejects in a job of %i is invalid, and the others are sent',
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

describe('consent', () => {
  it('consent covers sending failed identifiers again, but not those left pending for lack of credits', async () => {
    const world = await testWorld({ credits: 10, jobs: [{ failAfter: 5 }] });
    await world.agree();
    const { summary } = await world.run(20, {
      limits: { fitBalance: true },
      onEvent: ({ type }) => {
        if (type === 'planned_again') world.service.book.account.credits = 1_000;
      },
    });
    expect(summary).toMatchObject({ found: 10, pending: 10 });
    expect(world.service.book.jobs.map(({ ids }) => ids.length)).toEqual([10, 5]);
  });

  it('a later run of a fresh batch reuses no records either', async () => {
    const world = await testWorld({ submissions: ['ok', 'blocked'] });
    await world.run(10);
    const wish = { reuseSince: Infinity, limits: { reuseSince: Infinity } };
    expect((await world.run(10, { ...wish, again: true })).kind).toBe('auth');
    const { summary } = await world.run(10, { ...wish, limits: { reuseSince: 0 } });
    expect(summary).toMatchObject({ state: 'complete', found: 10, reused: 0 });
  });
});

const [A = '', ...OTHERS] = cpfs(4);

/** A single lookup of the first of four identifiers has no answer; the account was read before it. */
async function doubted(world: World, mode: 'simple' | 'realtime' = 'simple') {
  const deps = world.deps();
  await readBalance(deps);
  const begun = await tested(deps.ledger).lookUp(A, { mode });
  const num = begun.verdict === 'ask' ? begun.num : 0;
  await deps.ledger.endLookup(num, { is: 'unknown' });
  return { num, path: await world.file(csv([A, ...OTHERS])) };
}

const LEFT_OUT = { code: 'submission_unconfirmed', facts: { why: 'left_out', items: 1 } };

describe('doubts of single lookups', () => {
  it.each(['simple', 'realtime'] as const)(
    'an identifier whose %s lookup is in doubt is sent after all others, once the lookup is proved free',
    async (mode) => {
      const world = await testWorld({ isFound: (id) => id === A });
      const { path } = await doubted(world, mode);
      const began = world.clock.now();
      const { summary, error } = await world.run(path);
      expect(error).toBeUndefined();
      expect(summary).toMatchObject({ state: 'complete', found: 1, notFound: 3, unconfirmed: 0 });
      expect(world.service.count('POST')).toBe(2);
      expect(mostOften(world.service.book.submitted)).toBe(1);
      expect(world.clock.now() - began).toBeGreaterThanOrEqual(SETTLE);
    },
  );

  it('an identifier whose lookup is in doubt is left to the user for good if the balance moved', async () => {
    const world = await testWorld();
    const { path, num } = await doubted(world);
    world.service.book.account.used += 1;
    const { error, summary } = await world.run(path);
    expect(error).toMatchObject({ ...LEFT_OUT, facts: { isUndecidable: true } });
    expect(summary).toMatchObject({ state: 'unconfirmed', found: 3, unconfirmed: 1, pending: 0 });
    world.service.book.account.used -= 1;
    const { error: again, batch } = await world.run(path);
    expect(again).toMatchObject(LEFT_OUT);
    expect(world.service.count('POST')).toBe(1);
    expect(await world.ledger().findDoubtsInPlan(batch.num)).toMatchObject([{ num }]);
    expect((await world.exported(batch, { partial: true })).toString()).toMatch(/,unconfirmed,/);
    const { release } = await world.open(path);
    await world.decide(batch, { decision: 'resubmit' }, NO_LIMITS);
    await release();
    expect(world.service.count('POST')).toBe(2);
    expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 4 });
    expect(mostOften(world.service.book.submitted)).toBe(1);
  });

  it('an identifier whose lookup is in doubt is answered from a record that was found since', async () => {
    const world = await testWorld();
    const { path } = await doubted(world);
    world.service.book.account.used += 1;
    await world.run(path);
    const word = await world.ledger().tick();
    const found = await tested(world.ledger()).lookUp(A, { acceptsDoubtsUntil: word });
    const fetchedAt = world.clock.now();
    const record = { kind: 'cpf', id: A, data: { cpf: A }, fetchedAt, single: true } as const;
    const num = found.verdict === 'ask' ? found.num : 0;
    await world.ledger().endLookup(num, { is: 'found', record });
    const limits = { reuseSince: 0 };
    const { error, summary } = await world.run(path, { limits });
    expect([error, summary.found, summary.reused]).toEqual([undefined, 4, 1]);
    expect(world.service.count('POST')).toBe(1);
  });
});
