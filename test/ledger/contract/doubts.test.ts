import { expect } from 'vitest';
import { accepted, costIn, resultsOf, type TestLedger } from '../support.js';
import { contractOf } from './engines.js';

const IDS = ['c', 'a', 'd', 'b'];

contractOf('adopting a job of the service', (it) => {
  /** Jobs of 1 and 3 identifiers, both unconfirmed. */
  const inDoubt = async (own: TestLedger) => {
    const { num } = await own.plannedBatch(IDS);
    await own.splitJob(num, 1, 1);
    for (const job of [1, 2]) await own.doubt(num, job);
    return {
      batch: num,
      jobs: [1, 2],
      jobId: 'found',
      items: 3,
      named: ['a', 'b'],
      isRunning: false,
      at: 9,
    };
  };

  it('the adopted job of the service is stored for the job that fits it by size and identifiers', async (own) => {
    const adoption = await inDoubt(own);
    expect(await own.adopt(adoption)).toMatchObject({ seq: 2 });
    expect(await own.readJobs(adoption.batch)).toMatchObject([
      { state: 'unconfirmed', jobId: null },
      { state: 'accepted', jobId: 'found', acceptedAt: 9, error: null },
    ]);
    expect(await own.readDecisions(adoption.batch)).toEqual([
      {
        job: 2,
        at: 9,
        decision: 'adopt',
        evidence: { by: 'user', jobId: 'found', totalRecords: 3, named: 2 },
      },
    ]);
  });

  it('adopting changes nothing if the job of the service does not fit a job in doubt', async (own) => {
    const adoption = await inDoubt(own);
    const before = await own.everything(IDS);
    for (const other of [
      { named: [] },
      { named: ['a', 'c'] },
      { items: 4 },
      { items: 0 },
      { jobs: [1] },
    ]) {
      expect(await own.adopt({ ...adoption, ...other })).toBeUndefined();
      expect([other, await own.everything(IDS)]).toEqual([other, before]);
    }
  });

  it('a smaller job of the service is adopted, and identifiers that it does not name stay in doubt', async (own) => {
    const adoption = { ...(await inDoubt(own)), items: 2 };
    expect(await own.adopt(adoption)).toMatchObject({ seq: 2 });
    expect(await own.readJobs(adoption.batch)).toMatchObject([
      {},
      { state: 'accepted', rejected: 0 },
    ]);
    for (const end of ['failed', 'done'] as const) {
      const told = resultsOf(adoption.batch, ['a', 'b'], [], { job: 2, end });
      expect(await own.storeResults({ ...told, mayPollAgain: true })).toBe('ask_again');
      expect(await own.storeResults(told)).toBe('in_doubt');
      if (end === 'failed') await own.resumePolling(adoption.batch);
    }
    expect(await own.figuresOf(adoption.batch)).toMatchObject({
      counts: { found: 2, rejected: 0, unconfirmed: 2 },
    });
  });

  it('a lost job is adopted by its job id alone', async (own) => {
    const { num } = await own.acceptedBatch(IDS);
    await own.storeOutcome(num, 1, { is: 'unknown', why: 'gone' }, 3);
    const adoption = { batch: num, jobs: [1], items: 9, named: [], isRunning: false, at: 9 };
    expect(await own.adopt({ ...adoption, jobId: 'another' })).toBeUndefined();
    expect(await own.adopt({ ...adoption, jobId: 'job' })).toMatchObject({ seq: 1 });
    expect(await own.readJobs(num)).toMatchObject([{ state: 'accepted', jobId: 'job' }]);
  });

  it('adopting fails and changes nothing if another job already has the job id', async (own) => {
    const adoption = await inDoubt(own);
    const other = await own.plannedBatch(['x'], { id: 'other' });
    await own.accept(other.num, 1, 'found');
    const before = await own.everything(IDS);
    await expect(own.adopt(adoption)).rejects.toThrow();
    expect(await own.everything(IDS)).toEqual(before);
  });
});

/** The settle time of a job that is in doubt again begins anew. */
function settledAnew(all: unknown): unknown {
  return JSON.parse(JSON.stringify(all, (key, value: unknown) => (key === 'ms' ? 0 : value)));
}

contractOf('abandoning or resubmitting unconfirmed jobs', (it) => {
  const inDoubt = async (own: TestLedger) => {
    const { num } = await own.plannedBatch(IDS);
    for (const job of [1, 2]) await own.splitJob(num, job, 1);
    await own.accept(num, 1);
    await own.storeResults(resultsOf(num, ['c']));
    await own.storeOutcome(num, 1, { is: 'unknown', why: 'gone' }, 3);
    await own.doubt(num, 2);
    return num;
  };

  it('abandoned jobs are not pending, and still count against the balance', async (own) => {
    const num = await inDoubt(own);
    await own.abandon(num, [1, 2], 9);
    expect(await own.figuresOf(num)).toMatchObject({
      jobs: [{ state: 'abandoned', endedAt: 9 }, { state: 'abandoned' }, { state: 'planned' }],
      counts: { found: 1, failed: 1, abandoned: 1, pending: 2, unconfirmed: 0 },
    });
    expect(await own.claimed()).toBe(2);
    expect(await own.readDecisions(num)).toEqual([
      { job: 1, at: 9, decision: 'abandon', evidence: { by: 'user', jobId: 'job' } },
      { job: 2, at: 9, decision: 'abandon', evidence: { by: 'user', jobId: null } },
    ]);
  });

  it('a resubmitted job is sent as a new job, and a refusal of the new one restores it', async (own) => {
    const num = await inDoubt(own);
    const before = await own.everything(IDS);
    // Both jobs in doubt may have been charged.
    const asked = async (credits: number) => {
      const cost = costIn([await own.balanceOf(credits)]);
      return own.begin(num, { job: 2, resubmits: true, cost });
    };
    expect(await asked(2.5)).toMatchObject({ verdict: 'over_limit', left: 0.5 });
    expect(await own.everything(IDS)).toEqual(before);
    expect(await asked(3)).toMatchObject({ verdict: 'begun', job: 4, ids: ['a'] });
    expect(await own.readJobs(num)).toMatchObject([
      { seq: 1, state: 'unconfirmed' },
      { seq: 2, state: 'abandoned' },
      { seq: 3, state: 'planned' },
      { seq: 4, state: 'submitting', items: 1, round: 1 },
    ]);
    expect(await own.readDecisions(num)).toMatchObject([
      { job: 2, decision: 'resubmit', evidence: { by: 'user', into: 4 } },
    ]);
    await own.storeOutcome(num, 4, { is: 'refused', insteadOf: 2 }, 9);
    expect(settledAnew(await own.everything(IDS))).toEqual(settledAnew(before));
    const third = own.begin(num, { job: 3, resubmits: true });
    await expect(third).rejects.toMatchObject({ kind: 'locked', code: 'job_taken' });
  });

  it('all of the named jobs are abandoned, or none', async (own) => {
    const num = await inDoubt(own);
    const before = await own.everything(IDS);
    const refused = { kind: 'locked', code: 'job_taken' };
    await expect(own.abandon(num, [2, 3], 9)).rejects.toMatchObject(refused);
    expect(await own.everything(IDS)).toEqual(before);
  });
});

contractOf('an identifier that was given up', (it) => {
  /** A job of `ids` was sent at 50, and what it has not answered is given up. */
  const givenUp = async (own: TestLedger, ids: readonly string[], id: string, found: string[]) => {
    const { num } = await own.plannedBatch(ids, { id });
    await own.begin(num, { at: 50 });
    await own.storeOutcome(num, 1, accepted(id), 51);
    await own.storeResults(resultsOf(num, found));
    await own.abandon(num, [1], 60);
  };

  it('an identifier that was given up is counted once in another batch that is about to send it', async (own) => {
    await givenUp(own, ['a', 'b', 'c'], 'gone', ['c']);
    await givenUp(own, ['a', 'd'], 'twice', []);
    const { num } = await own.plannedBatch(['a', 'b', 'c', 'x'], { id: 'new' });
    expect(await own.countAbandoned(num, 50)).toBe(2);
    // No two submissions begin at the same moment.
    expect(await own.countAbandoned(num, 51)).toBe(1);
    for (const since of [52, Number.MAX_SAFE_INTEGER, Infinity])
      expect(await own.countAbandoned(num, since)).toBe(0);
    await own.splitJob(num, 1, 1);
    await own.begin(num);
    expect(await own.countAbandoned(num, 50)).toBe(1);
  });

  it('an identifier is not counted as given up while its job runs, if it is excluded, or in its own batch', async (own) => {
    const { num } = await own.plannedBatch(['a', 'b'], { id: 'new' });
    const lost = await own.plannedBatch(['a', 'b'], { id: 'lost' });
    await own.doubt(lost.num);
    expect(await own.countAbandoned(num, 0)).toBe(0);
    await own.abandon(lost.num, [1], 60);
    expect(await own.countAbandoned(num, 0)).toBe(2);
    expect(await own.countAbandoned(lost.num, 0)).toBe(0);
    await own.endLookup(await own.begunLookup('b'), { is: 'unknown' });
    await own.moveDoubtfulToOwnJobs(num);
    expect(await own.countAbandoned(num, 0)).toBe(1);
  });
});
