import { describe, expect, it } from 'vitest';
import type { RefereeOptions } from '../helpers/referee/index.js';
import { tested } from '../ledger/support.js';
import { cpfs, NO_LIMITS, testWorld, type World, SETTLE } from './support.js';
import type { BatchEvent } from '../../src/batch/events.js';
import { findJobsToDecide } from '../../src/batch/resolve.js';
import type { NewRecord } from '../../src/ledger/index.js';
import { beginRun } from '../../src/batch/send/spending.js';
import { settleAndSend } from '../../src/batch/send/submit.js';

/** A batch of ten whose submission was accepted and charged, and whose answer was lost. */
async function doubtful(options: RefereeOptions = {}) {
  const world = await testWorld({ submissions: ['drop_after'], ...options });
  const { batch } = await world.run(10);
  const jobs = () => world.unconfirmed(batch);
  const again = (limits = NO_LIMITS) => world.decide(batch, { decision: 'resubmit' }, limits);
  return { world, batch, jobs, again };
}

async function decisions(world: World, batch: number): Promise<string[]> {
  const recorded = await world.ledger().readDecisions(batch);
  return recorded.map(({ decision }) => decision);
}

describe('adopting a job', () => {
  it.each([
    ['has ended', 1, 'done'],
    ['is still processing and names some identifiers', 3, 'accepted'],
  ])('adopting a job that %s fetches the paid results', async (_, pollsToEnd, state) => {
    const { world, batch } = await doubtful({ pollsToEnd });
    const jobId = world.service.book.jobs[0]?.id ?? '';
    await world.decide(batch, { decision: { adopt: jobId } });
    expect(await world.ledger().readJobs(batch.num)).toMatchObject([{ state }]);
    const { summary } = await world.run(10);
    expect(summary).toMatchObject({ state: 'complete', found: 10, unconfirmed: 0 });
    expect(summary.jobs).toMatchObject([{ jobId, status: 'done' }]);
    expect(world.service.count('POST')).toBe(1);
    expect(await decisions(world, batch.num)).toEqual(['adopt']);
  });

  it('after the wrong job was adopted, the right one may be adopted, and the results of both are kept', async () => {
    const { world, batch } = await doubtful();
    const jobId = world.service.book.jobs[0]?.id ?? '';
    const wrong = await world.client.submitJob('cpf', cpfs(3));
    const told: BatchEvent[] = [];
    const onEvent = (event: BatchEvent) => void told.push(event);
    await world.decide(batch, { decision: { adopt: wrong.jobId } }, NO_LIMITS, { onEvent });
    const trouble = { code: 'adopted_part', items: 10, total: 3 };
    expect(told.at(-1)).toMatchObject({ type: 'unconfirmed', trouble });
    expect((await world.run(10)).summary).toMatchObject({ found: 3, unconfirmed: 7 });
    await world.decide(batch, { decision: { adopt: jobId } });
    const { summary } = await world.run(10);
    expect(summary).toMatchObject({ state: 'complete', found: 10, unconfirmed: 0 });
    expect(summary.jobs).toMatchObject([{ jobId, status: 'done' }]);
    expect(world.service.count('POST')).toBe(2);
  });

  it('after a job was adopted that names no identifier yet, the right one may be adopted', async () => {
    const { world, batch } = await doubtful({ pollsToEnd: 2 });
    const jobId = world.service.book.jobs[0]?.id ?? '';
    const wrong = world.service.book.jobs[0];
    const young = { ...(await world.client.batchJob('cpf', wrong?.id ?? '')), results: [] };
    const stranger = { ...world.client, batchJob: () => Promise.resolve(young) };
    const other = '00000000-0000-4000-8000-00000000ffff';
    const adopted = { decision: { adopt: other } };
    await world.decide(batch, adopted, NO_LIMITS, { client: stranger });
    expect(await world.ledger().readJobs(batch.num)).toMatchObject([
      { state: 'accepted', jobId: other },
    ]);
    expect(await findJobsToDecide({ ...world.deps(), batch }, adopted)).toEqual([]);
    await world.decide(batch, { decision: { adopt: jobId } });
    expect((await world.run(10)).summary).toMatchObject({ state: 'complete', found: 10 });
  });

  it('an abandoned job may be adopted when its id turns up', async () => {
    const { world, batch } = await doubtful();
    const jobId = world.service.book.jobs[0]?.id ?? '';
    await world.decide(batch, { decision: 'abandon' });
    await world.decide(batch, { decision: { adopt: jobId } });
    const { summary } = await world.run(10);
    expect(summary).toMatchObject({ state: 'complete', found: 10, failed: 0 });
    expect(world.service.count('POST')).toBe(1);
    const another = { decision: { adopt: 'another' } };
    expect(await findJobsToDecide({ ...world.deps(), batch }, another)).toEqual([]);
  });

  it.each([
    ['more identifiers', cpfs(11), 'adopt_misfit'],
    ['other identifiers', cpfs(10, 500), 'adopt_misfit'],
    ['one other identifier', [...cpfs(9), ...cpfs(1, 700)], 'adopt_misfit'],
  ])('a job of %s is not adopted', async (_, ids, code) => {
    const { world, batch, jobs } = await doubtful();
    const submitted = await world.client.submitJob('cpf', ids);
    const adopted = world.decide(batch, { decision: { adopt: submitted.jobId } });
    await expect(adopted).rejects.toMatchObject({ kind: 'usage', code });
    expect(await jobs()).toMatchObject([{ state: 'unconfirmed', jobId: null }]);
  });

  it('the refusal of a job that ended without naming an identifier differs from that of a running one', async () => {
    const { world, batch, jobs } = await doubtful({ jobs: [{ failAfter: 0 }] });
    const jobId = world.service.book.jobs[0]?.id ?? '';
    const adopted = world.decide(batch, { decision: { adopt: jobId } });
    await expect(adopted).rejects.toMatchObject({
      code: 'adopt_nameless',
      facts: { batch: batch.id },
    });
    expect(await jobs()).toMatchObject([{ state: 'unconfirmed', jobId: null }]);
  });

  it('a job that names no identifier yet, is unknown, or belongs to a batch is not adopted', async () => {
    const { world, batch, jobs } = await doubtful({ pollsToEnd: 2 });
    const [one] = cpfs(1, 900);
    const young = await world.client.submitJob('cpf', [String(one)]);
    const refused = (jobId: string) => world.decide(batch, { decision: { adopt: jobId } });
    await expect(refused(young.jobId)).rejects.toMatchObject({ code: 'adopt_too_early' });
    await expect(refused('nowhere')).rejects.toMatchObject({ code: 'adopt_not_found' });
    const other = await world.run(cpfs(10, 300));
    const taken = other.summary.jobs[0]?.jobId ?? '';
    await expect(refused(taken)).rejects.toMatchObject({ code: 'adopt_known' });
    expect(await jobs()).toMatchObject([{ state: 'unconfirmed' }]);
  });
});

describe('resubmit and abandon', () => {
  it('resubmit sends exactly the identifiers of the job, in a new job', async () => {
    const { world, batch } = await doubtful();
    await world.decide(batch, { decision: 'resubmit' });
    const { summary } = await world.run(10);
    expect(world.service.book.jobs.map(({ ids }) => ids)).toEqual([cpfs(10), cpfs(10)]);
    expect(summary).toMatchObject({ state: 'complete', found: 10, unconfirmed: 0 });
    expect(summary.jobs).toMatchObject([{ status: 'abandoned' }, { status: 'done', items: 10 }]);
    expect(await decisions(world, batch.num)).toEqual(['resubmit']);
  });

  it('abandon ends no running job while a single lookup keeps an identifier in doubt', async () => {
    const world = await testWorld({ pollsToEnd: 3 });
    const [first = '', ...rest] = cpfs(3);
    const at = world.clock.now();
    const ledger = world.ledger();
    await ledger.endLookup(await tested(ledger).begunLookup(first, { at }), { is: 'unknown' });
    const { batch, release } = await world.open([first, ...rest]);
    const run = await beginRun(world.deps(), batch, NO_LIMITS);
    const collect = () => Promise.resolve(true);
    expect(await settleAndSend({ ...world.deps(), batch, run, collect })).toEqual({ jobs: 1 });
    const record = { kind: 'cpf', id: first, data: { cpf: first }, fetchedAt: at, single: true };
    expect(await findJobsToDecide({ ...world.deps(), batch }, { decision: 'abandon' })).toEqual([]);
    const num = await tested(ledger).begunLookup(first, {
      at,
      acceptsDoubtsUntil: await ledger.tick(),
    });
    await ledger.endLookup(num, { is: 'found', record: record as NewRecord });
    expect(
      await findJobsToDecide({ ...world.deps(), batch }, { decision: 'abandon' }),
    ).toMatchObject([{ state: 'accepted' }]);
    await release();
  });
});

it.each([
  ['a budget', { maxCredits: 1 }, { code: 'over_max_credits' }, 1],
  ['a day', { maxCreditsPerDay: 1 }, { code: 'over_period_budget' }, 1],
  ['the service', {}, { httpStatus: 403 }, 2],
])(
  'a resubmission that %s refuses changes nothing: the lost job can still be adopted',
  async (_, limit, refused, posts) => {
    const { world, batch, again } = await doubtful({ submissions: ['drop_after', 'blocked'] });
    const before = await decisions(world, batch.num);
    await expect(again({ ...NO_LIMITS, ...limit })).rejects.toMatchObject(refused);
    expect(await world.ledger().readJobs(batch.num)).toMatchObject([
      { seq: 1, state: 'unconfirmed', items: 10, endedAt: null },
    ]);
    expect(await decisions(world, batch.num)).toEqual(before);
    const jobId = world.service.book.jobs[0]?.id ?? '';
    await world.decide(batch, { decision: { adopt: jobId } });
    expect((await world.run(10)).summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.service.count('POST')).toBe(posts);
  },
);

describe('a lost answer to a resubmission', () => {
  it('a resubmission whose answer is lost is settled before it is sent again, and a verdict lets the user decide anew', async () => {
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

  it('a resubmission whose answer is lost is sent again by itself if the balance proves it free', async () => {
    const { world, again } = await doubtful({ submissions: ['drop_after', 'drop_before'] });
    await expect(again()).rejects.toMatchObject({ code: 'submission_unconfirmed' });
    const began = world.clock.now();
    await again();
    expect(world.clock.now() - began).toBeGreaterThanOrEqual(SETTLE);
    expect(world.service.book.jobs).toHaveLength(2);
    expect((await world.run(10)).summary).toMatchObject({ state: 'complete', found: 10 });
  });
});
