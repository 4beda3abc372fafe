import { describe, expect, it } from 'vitest';
import { decide, findJobsToDecide, type DecisionRequest } from '../../src/batch/resolve.js';
import { beginRun } from '../../src/batch/send/spending.js';
import { settleAndSend } from '../../src/batch/send/submit.js';
import { ConfereError } from '../../src/base/errors.js';
import type { Batch } from '../../src/ledger/index.js';
import { readBalance } from '../../src/money/balance.js';
import { makeCnpj } from '../helpers/invented.js';
import type { RefereeOptions } from '../helpers/referee/index.js';
import { tested } from '../ledger/support.js';
import { cpfs, NO_LIMITS, testWorld, type RunOptions, type World } from './support.js';

const [A = '', ...OTHERS] = cpfs(4);
const FOUR = [A, ...OTHERS];

/** A world in which a single lookup of the first of four identifiers has no answer; the account was read before it. */
async function doubted(mode: 'simple' | 'realtime', options?: RefereeOptions) {
  const world = await testWorld(options);
  await readBalance(world.deps());
  const ledger = tested(world.ledger());
  await ledger.endLookup(await ledger.begunLookup(A, { mode }), { is: 'unknown' });
  return world;
}

/** What `bulk resolve` does. @returns the state of each job, or the code of the refusal */
async function resolve(
  world: World,
  batch: Batch,
  decision: DecisionRequest['decision'],
  { seq, ...how }: RunOptions & { readonly seq?: number } = {},
) {
  const deciding = decide(world.deps(how), batch, { decision, seq }, NO_LIMITS);
  const error: unknown = await deciding.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConfereError) return error.code;
  return (await world.ledger().readJobs(batch.num)).map(({ state }) => state);
}

describe('an identifier whose lookup is in doubt', () => {
  it('an identifier whose lookup is in doubt is sent after all others, once the lookup is proved free', async () => {
    const { run, sizes } = await doubted('realtime', { isFound: (id) => id === A });
    expect((await run(FOUR)).summary).toMatchObject({ state: 'complete', found: 1, notFound: 3 });
    expect(sizes()).toEqual([3, 1]);
  });

  it('an identifier whose lookup is in doubt is left to the user for good if the balance moved', async () => {
    const world = await doubted('simple');
    const left = { code: 'submission_unconfirmed', summary: { found: 3, unconfirmed: 1 } };
    for (const moved of [1, -1]) {
      world.service.book.account.used += moved;
      expect(await world.run(FOUR)).toMatchObject(left);
    }
    const { batch, release } = await world.open(FOUR);
    expect(await resolve(world, batch, 'resubmit')).toEqual(['done', 'accepted']);
    await release();
    expect((await world.run(FOUR)).summary).toMatchObject({ state: 'complete', found: 4 });
  });

  it('abandon ends no running job while a single lookup keeps an identifier in doubt', async () => {
    const world = await doubted('simple', { pollsToEnd: 3 });
    const { batch, release } = await world.open(FOUR);
    const deps = { ...world.deps(), batch };
    const run = await beginRun(deps, batch, NO_LIMITS);
    const pollUntilEnded = () => Promise.resolve(true);
    world.service.book.account.used += 1;
    await settleAndSend({ ...deps, run, pollUntilEnded });
    const toAbandon = () => findJobsToDecide(deps, { decision: 'abandon' });
    expect(await toAbandon()).toEqual([]);
    await tested(world.ledger()).keepPaid(A, world.clock.now());
    expect(await toAbandon()).toMatchObject([{ state: 'accepted' }]);
    await release();
  });
});

/** A batch of ten whose submission was accepted and charged, and whose answer was lost. */
async function lost(options: RefereeOptions) {
  const world = await testWorld({ submissions: ['drop_after'], ...options });
  const { batch } = await world.run(10);
  const [jobId = ''] = world.service.jobIds();
  const adopt = (adopted = jobId, how?: RunOptions) =>
    resolve(world, batch, { adopt: adopted }, how);
  return { ...world, jobId, adopt };
}

describe('adopting a job', () => {
  it('after a job was adopted that names no identifier yet, the right one may be adopted', async () => {
    const { adopt, client, clientWith, jobId, run } = await lost({ pollsToEnd: 2 });
    const young = { ...(await client.batchJob('cpf', jobId)), results: [] };
    const other = '00000000-0000-4000-8000-00000000ffff';
    const unnamed = clientWith({ batchJob: () => Promise.resolve(young) });
    expect(await adopt(other, { client: unnamed })).toEqual(['accepted']);
    // It was done before.
    expect(await adopt(other)).toEqual(['accepted']);
    expect(await adopt()).toEqual(['done']);
    expect((await run(10)).summary).toMatchObject({ state: 'complete', found: 10 });
  });

  it('a job is not adopted that names no identifier, names others, is unknown, or belongs to a batch', async () => {
    const ended = await lost({ jobs: [{ failAfter: 0 }] });
    expect(await ended.adopt()).toBe('adopt_nameless');
    const { adopt, client, run } = await lost({ pollsToEnd: 3 });
    const young = await client.submitJob('cpf', cpfs(1, 600));
    expect(await adopt(young.jobId)).toBe('adopt_too_early');
    await client.batchJob('cpf', young.jobId);
    expect(await adopt(young.jobId)).toBe('adopt_misfit');
    expect(await adopt('nowhere')).toBe('adopt_not_found');
    const other = await run(cpfs(10, 300));
    expect(await adopt(other.summary.jobs[0]?.jobId ?? '')).toBe('adopt_known');
  });

  it('a job is adopted for a job of its own kind alone, through the endpoint of that kind', async () => {
    const world = await testWorld({ submissions: ['drop_after', 'drop_after'] });
    const ids = [...cpfs(4), ...[1, 2, 3, 4].map(makeCnpj)];
    const { batch } = await world.run(ids);
    expect(await resolve(world, batch, 'abandon')).toEqual(['abandoned', 'planned']);
    // Then the CNPJs are sent, and their answer is lost too.
    expect(await world.run(ids)).toMatchObject({ code: 'submission_unconfirmed' });
    const [people = '', companies = ''] = world.service.jobIds();
    expect(await resolve(world, batch, { adopt: people }, { seq: 2 })).toBe('adopt_not_found');
    expect(await resolve(world, batch, { adopt: companies })).toEqual(['abandoned', 'done']);
    expect((await world.run(ids)).summary).toMatchObject({ found: 4, failed: 4 });
  });
});
