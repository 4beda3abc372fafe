import { expect, it } from 'vitest';
import type { Ledger, SubmissionRequest } from '../../../src/ledger/index.js';
import {
  accept,
  acceptedBatch,
  begin,
  begunLookup,
  doubt,
  everything,
  figuresOf,
  keepPaid,
  plannedBatch,
  resultsOf,
  submissionOf,
  keepRecord,
} from '../support.js';
import { contractOf } from './engines.js';

/** Not in sorted order. */
const IDS = ['c', 'a', 'd', 'b'];

/** Requests a submission and expects that its refusal changes nothing. */
async function refusal(own: Ledger, batch: number, asked: Partial<SubmissionRequest>) {
  const before = await everything(own, IDS);
  const verdict = await begin(own, batch, asked);
  expect(await everything(own, IDS)).toEqual(before);
  return verdict;
}

contractOf('a submission that is begun', ({ ledger }) => {
  it('gives its identifiers in input order and claims them', async () => {
    const own = await ledger();
    const { num } = await plannedBatch(own, IDS);
    expect(await begin(own, num)).toEqual({ verdict: 'begun', job: 1, ids: IDS });
    expect(await own.claims()).toEqual({ outstanding: 4, live: 1, polls: 0 });
    expect(await figuresOf(own, num)).toMatchObject({ counts: { unconfirmed: 4, pending: 0 } });
  });

  it('leaves out identifiers that were paid for since the plan', async () => {
    const own = await ledger();
    const { num } = await plannedBatch(own, IDS);
    await keepPaid(own, 'a', 20);
    await keepPaid(own, 'b', 19);
    const begun = await begin(own, num, { reuseSince: 20, at: 30 });
    expect(begun).toEqual({ verdict: 'begun', job: 1, ids: ['c', 'd', 'b'] });
    expect(await own.jobsOf(num)).toMatchObject([{ state: 'submitting', items: 3 }]);
    expect(await own.findItems(num, ['a'])).toEqual([
      { job: null, answer: 'found', answeredAt: 30, fetchedAt: 20, data: { n: 20 } },
    ]);
  });

  it('is later than every earlier charge, also if the clock was set back', async () => {
    const own = await ledger();
    const [one, two, three] = await Promise.all(
      ['one', 'two', 'three'].map((id) => plannedBatch(own, [id], { id })),
    );
    if (one === undefined || two === undefined || three === undefined) throw new Error('three');
    await begin(own, one.num, { at: 10 });
    await begin(own, two.num, { at: 5 });
    const single = { kind: 'cpf', id: 'x', data: {}, fetchedAt: 20, single: true } as const;
    await keepRecord(own, single);
    await begin(own, three.num, { at: 12 });
    const underWay = await own.jobsUnderWay();
    expect(underWay.map(({ batchId, job }) => [batchId, job.submittedAt])).toEqual([
      ...[
        ['one', 10],
        ['two', 11],
        ['three', 21],
      ],
    ]);
  });
});

contractOf('a submission of which records answer everything', ({ ledger }) => {
  it('is empty: its job is gone', async () => {
    const own = await ledger();
    const { num } = await plannedBatch(own, ['a', 'b']);
    for (const id of ['a', 'b']) await keepPaid(own, id, 20);
    expect(await begin(own, num, { reuseSince: 20, at: 30 })).toEqual({ verdict: 'empty' });
    expect(await own.jobsOf(num)).toEqual([]);
    expect(await figuresOf(own, num)).toMatchObject({ counts: { reused: 2, found: 2 } });
    expect(await own.claims()).toMatchObject({ outstanding: 0, live: 0 });
    expect(await begin(own, num)).toEqual({ verdict: 'empty' });
  });

  it('is also empty for an unconfirmed job', async () => {
    const own = await ledger();
    const { num } = await plannedBatch(own, ['a']);
    await doubt(own, num);
    await keepPaid(own, 'a', 20);
    expect(await begin(own, num, { proved: true, reuseSince: 20 })).toEqual({ verdict: 'empty' });
    expect(await own.jobsOf(num)).toEqual([]);
  });
});

contractOf('a submission is refused and leaves nothing', ({ ledger }) => {
  it('if results were stored after the balance was read', async () => {
    const own = await ledger();
    const { num } = await acceptedBatch(own, ['c']);
    const other = await plannedBatch(own, ['a', 'b'], { id: 'other' });
    const { polls } = await own.claims();
    await own.keepResults(resultsOf(num, ['c']));
    await keepPaid(own, 'a', 20);
    const asked = { polls, reuseSince: 0 };
    expect(await refusal(own, other.num, asked)).toEqual({ verdict: 'stale' });
    expect(await begin(own, other.num)).toMatchObject({ verdict: 'begun' });
  });

  it('if a single lookup was charged after the balance was read', async () => {
    const own = await ledger();
    const { num } = await plannedBatch(own, ['a', 'b']);
    const covered = { polls: (await own.claims()).polls, allowOverage: false, remainingCredits: 2 };
    const lookup = await begunLookup(own, 'x');
    expect(await refusal(own, num, covered)).toMatchObject({ verdict: 'uncovered', balance: 1 });
    const found = { kind: 'cpf', id: 'x', data: {}, fetchedAt: 20, single: true } as const;
    await own.endLookup(lookup, { is: 'found', record: found });
    expect(await refusal(own, num, covered)).toEqual({ verdict: 'stale' });
  });

  const states = {
    submitting: (own: Ledger, batch: number) => begin(own, batch),
    accepted: (own: Ledger, batch: number) => accept(own, batch),
    unconfirmed: (own: Ledger, batch: number) => doubt(own, batch),
  };

  it.each(Object.keys(states) as (keyof typeof states)[])(
    'where another batch has some of its identifiers in a job that is %s',
    async (state) => {
      const own = await ledger();
      const [mine, other] = [
        await plannedBatch(own, ['a', 'b', 'c']),
        await plannedBatch(own, ['d', 'c', 'b'], { id: 'other' }),
      ];
      await states[state](own, other.num);
      await keepPaid(own, 'a', 20);
      expect(await refusal(own, mine.num, { reuseSince: 20 })).toEqual({
        verdict: 'elsewhere',
        elsewhere: {
          ...{ job: 1, batch: 'other', items: 2 },
          state: state === 'unconfirmed' ? 'unconfirmed' : 'running',
        },
      });
      const meant = await begin(own, mine.num, { evenIfElsewhere: true });
      expect(meant).toEqual({ verdict: 'begun', job: 1, ids: ['a', 'b', 'c'] });
    },
  );

  it('but not for identifiers that the other batch has answered, planned or abandoned', async () => {
    const own = await ledger();
    const mine = await plannedBatch(own, ['a', 'b', 'c']);
    await plannedBatch(own, ['a'], { id: 'planned' });
    const answered = await plannedBatch(own, ['b', 'd'], { id: 'answered' });
    const given = await plannedBatch(own, ['c'], { id: 'given up' });
    await accept(own, answered.num);
    await own.keepResults(resultsOf(answered.num, ['b']));
    await doubt(own, given.num);
    await own.abandon(given.num, [1], 4);
    expect(await begin(own, mine.num)).toMatchObject({ verdict: 'begun' });
  });

  it('if the balance does not cover it', async () => {
    const own = await ledger();
    const { num } = await plannedBatch(own, ['a', 'b', 'c']);
    const asked = { allowOverage: false, remainingCredits: 2 };
    const verdict = { verdict: 'uncovered', cost: 3, balance: 2 };
    expect(await refusal(own, num, asked)).toEqual(verdict);
    await keepPaid(own, 'b', 20);
    const covered = await begin(own, num, { ...asked, reuseSince: 20 });
    expect(covered).toEqual({ verdict: 'begun', job: 1, ids: ['a', 'c'] });
  });

  it('if the balance does not cover it, nor what others may still be charged, at the price of a record', async () => {
    const own = await ledger();
    await acceptedBatch(own, ['c', 'd']);
    await begunLookup(own, 'e', { way: 'realtime' });
    const { num } = await plannedBatch(own, ['a', 'b'], { id: 'other' });
    const prices = { cpf: 2, cnpj: 9, realtime: 1.5 };
    expect(await own.claims(prices)).toMatchObject({ outstanding: 5.5 });
    const asked = { allowOverage: false, remainingCredits: 9, prices };
    const verdict = { verdict: 'uncovered', cost: 4, balance: 3.5 };
    expect(await refusal(own, num, asked)).toEqual(verdict);
    const enough = { ...asked, remainingCredits: 9.5 };
    expect(await begin(own, num, enough)).toMatchObject({ verdict: 'begun' });
  });

  it('if others have spent what the budget would cover at the dearest price', async () => {
    const own = await ledger();
    const { num } = await plannedBatch(own, ['a', 'b']);
    const other = await plannedBatch(own, ['c'], { id: 'other' });
    await begin(own, other.num);
    const dearest = { cpf: 5, cnpj: 5, realtime: 5 };
    const budgets = [{ of: 'day', since: 0, limit: 14 }] as const;
    expect(await refusal(own, num, { budgets, dearest })).toEqual({ verdict: 'overtaken' });
    await own.splitJob(num, 1, 1);
    expect(await begin(own, num, { budgets, dearest })).toMatchObject({ verdict: 'begun' });
  });

  it('if the budget of a day or a month does not cover it, with all that was spent in it', async () => {
    const own = await ledger();
    const first = await acceptedBatch(own, ['c', 'd', 'e']);
    await own.keepResults(resultsOf(first.num, ['c'], ['d'], { at: 10 }));
    const num = await begunLookup(own, 'x', { way: 'realtime', at: 5 });
    await own.endLookup(num, { is: 'found', record: null });
    const prices = { cpf: 2, cnpj: 9, realtime: 3 };
    // One was found and one may still be, both at 2 credits, and a real-time lookup was.
    expect(await own.spentSince(0, prices)).toBe(7);
    expect(await own.spentSince(6, prices)).toBe(0);
    const other = await plannedBatch(own, ['a', 'b'], { id: 'other' });
    const budget = { of: 'month', since: 1, limit: 10 } as const;
    const asked = { prices, budgets: [{ ...budget, limit: 100 }, budget] };
    const verdict = { verdict: 'over_budget', cost: 4, left: 3, budget };
    expect(await refusal(own, other.num, asked)).toEqual(verdict);
    const enough = { ...asked, budgets: [{ ...budget, limit: 11 }] };
    expect(await begin(own, other.num, enough)).toMatchObject({ verdict: 'begun' });
  });

  it('if the possible charges of other jobs leave too little of the balance', async () => {
    const own = await ledger();
    await acceptedBatch(own, ['c', 'd']);
    const { num } = await plannedBatch(own, ['a', 'b'], { id: 'other' });
    const asked = { allowOverage: false, remainingCredits: 3 };
    expect(await refusal(own, num, asked)).toEqual({ verdict: 'uncovered', cost: 2, balance: 1 });
    // One of the two credits is known to be charged, so it is no longer free.
    expect(await refusal(own, num, { ...asked, remainingCredits: 2, taken: 1 })).toMatchObject({
      balance: 1,
    });
    expect(await begin(own, num, { ...asked, taken: 1 })).toMatchObject({ verdict: 'begun' });
  });

  it.each([
    ['uncovered', { allowOverage: false }],
    ['stale', { polls: 9 }],
  ])('and an unconfirmed job stays unconfirmed: %s', async (verdict, asked) => {
    const own = await ledger();
    const { num } = await plannedBatch(own, ['a', 'b']);
    await doubt(own, num);
    expect(await refusal(own, num, { proved: true, ...asked })).toMatchObject({ verdict });
    expect(await own.jobsOf(num)).toMatchObject([{ state: 'unconfirmed', error: 'lost' }]);
  });
});

contractOf('two runs that submit at the same time', ({ two }) => {
  it('do not both send the same identifiers', async () => {
    const [one, other] = await two();
    const first = await plannedBatch(one, ['a', 'b']);
    const second = await plannedBatch(other, ['b', 'c'], { id: 'other' });
    const verdicts = await Promise.all([
      one.beginSubmission(submissionOf(first.num)),
      other.beginSubmission(submissionOf(second.num)),
    ]);
    expect(verdicts.map(({ verdict }) => verdict).sort()).toEqual(['begun', 'elsewhere']);
    expect(await one.claims()).toMatchObject({ outstanding: 2, live: 1 });
  });

  it('do not both send the same job', async () => {
    const [one, other] = await two();
    const { num } = await plannedBatch(one, ['a', 'b']);
    const begun = [one, other].map((each) => each.beginSubmission(submissionOf(num)));
    const outcomes = await Promise.allSettled(begun);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'locked', code: 'job_taken' },
    });
  });

  it('do not both spend the same credits', async () => {
    const [one, other] = await two();
    const first = await plannedBatch(one, ['a', 'b']);
    const second = await plannedBatch(other, ['c', 'd'], { id: 'other' });
    const asked = { allowOverage: false, remainingCredits: 3 };
    const verdicts = await Promise.all([
      one.beginSubmission({ ...submissionOf(first.num), ...asked }),
      other.beginSubmission({ ...submissionOf(second.num), ...asked }),
    ]);
    expect(verdicts.map(({ verdict }) => verdict).sort()).toEqual(['begun', 'uncovered']);
  });
});
