import { expect } from 'vitest';
import type { Job, Ledger, SubmissionRequest } from '../../../src/ledger/index.js';
import { accepted, costIn, resultsOf, SEEN, submissionOf, type TestLedger } from '../support.js';
import { contractOf } from './engines.js';

const FIVE = ['d', 'b', 'e', 'a', 'c'];

/** The identifiers that each job may send, as the service would get them. */
async function sentBy(ledger: TestLedger, batch: number): Promise<(readonly string[])[]> {
  const sent: (readonly string[])[] = [];
  for (const { seq } of await ledger.readJobs(batch)) {
    const verdict = await ledger.begin(batch, { job: seq });
    sent.push(verdict.verdict === 'begun' ? verdict.ids : []);
  }
  return sent;
}

contractOf('splitting a job', (it) => {
  it('a split job keeps its first identifiers in input order, and the rest becomes a new planned job', async (own) => {
    const { num } = await own.plannedBatch(FIVE);
    expect(await own.splitJob(num, 1, 2)).toBe(true);
    expect(await own.splitJob(num, 2, 1)).toBe(true);
    expect(await own.readJobs(num)).toMatchObject([
      { seq: 1, items: 2, kind: 'cpf', round: 0, state: 'planned' },
      { seq: 2, items: 1, kind: 'cpf', round: 0, state: 'planned' },
      { seq: 3, items: 2, kind: 'cpf', round: 0, state: 'planned' },
    ]);
    expect(await sentBy(own, num)).toEqual([['d', 'b'], ['e'], ['a', 'c']]);
  });

  it('a split changes nothing if the job is no larger, was sent, or does not exist', async (own) => {
    const { num } = await own.plannedBatch(FIVE);
    for (const [job, keep] of [
      [1, 5],
      [9, 1],
      [1, 2],
    ] as const) {
      if (keep === 2) await own.begin(num);
      const before = await own.everything(FIVE);
      expect(await own.splitJob(num, job, keep)).toBe(false);
      expect(await own.everything(FIVE)).toEqual(before);
    }
  });
});

contractOf('answering planned jobs from records', (it) => {
  const asked = { provedFree: [], reuseSince: 20, acceptsPayingTwice: false, at: 30 };
  const jobsOf = async (
    own: TestLedger,
    more: Partial<Parameters<Ledger['answerFromRecords']>[0]>,
  ) => {
    const { jobs } = await own.answerFromRecords({ batch: 1, ...asked, ...more });
    return jobs.map(({ seq, items }) => [seq, items]);
  };

  it('planned jobs that records answer whole are removed, and the others are returned', async (own) => {
    const { num } = await own.plannedBatch(FIVE);
    for (const job of [1, 2]) await own.splitJob(num, job, 2);
    for (const id of ['d', 'b', 'e']) await own.keepPaid(id, 20);
    await own.keepPaid('c', 19);
    const { jobs, elsewhere } = await own.answerFromRecords({ batch: num, ...asked });
    expect(jobs).toMatchObject([
      { seq: 2, items: 1 },
      { seq: 3, items: 1 },
    ]);
    expect(elsewhere).toBeNull();
    expect(await own.readJobs(num)).toEqual(jobs);
    expect(await own.figuresOf(num)).toMatchObject({ counts: { reused: 3, pending: 2 } });
    expect(await own.itemsOf(num, ['d', 'c'])).toEqual([
      { job: null, answer: 'found', data: { n: 20 } },
      { job: 3, answer: null, data: null },
    ]);
  });

  it('only the selected jobs are returned, those proved free first', async (own) => {
    const { num } = await own.plannedBatch(FIVE);
    for (const job of [1, 2, 3]) await own.splitJob(num, job, 1);
    for (const job of [2, 3]) await own.doubt(num, job);
    expect(await jobsOf(own, {})).toEqual([[1, 1], [4, 2]]); // prettier-ignore
    expect(await jobsOf(own, { provedFree: [3] })).toEqual([[3, 1], [1, 1], [4, 2]]); // prettier-ignore
    expect(await jobsOf(own, { provedFree: [3], onlyJobs: new Set([3, 4]) })).toEqual([[3, 1], [4, 2]]); // prettier-ignore
  });

  it('records answer no identifier of a job that was sent', async (own) => {
    const { num } = await own.plannedBatch(['a']);
    await own.doubt(num);
    await own.keepPaid('a', 20);
    expect(await jobsOf(own, { provedFree: [1] })).toEqual([[1, 1]]);
    expect(await own.itemsOf(num, ['a'])).toMatchObject([{ answer: null }]);
  });

  it('the first job whose identifiers another batch is looking up is named', async (own) => {
    const { num } = await own.plannedBatch(FIVE);
    await own.splitJob(num, 1, 2);
    const other = await own.plannedBatch(['a', 'c', 'x'], { id: 'other' });
    await own.accept(other.num);
    const { jobs, elsewhere } = await own.answerFromRecords({ batch: num, ...asked });
    expect(jobs).toHaveLength(2);
    expect(elsewhere).toEqual({ job: 2, batch: 'other', items: 2, state: 'running' });
    const first = { batch: num, ...asked, onlyJobs: new Set([1]) };
    expect(await own.answerFromRecords(first)).toMatchObject({ elsewhere: null });
    const meant = { batch: num, ...asked, acceptsPayingTwice: true };
    expect(await own.answerFromRecords(meant)).toMatchObject({ elsewhere: null });
  });
});

contractOf('a refused submission', (it) => {
  it('a submission that the service refuses as invalid answers its identifiers, and its job is removed', async (own) => {
    const { num } = await own.plannedBatch(FIVE);
    await own.splitJob(num, 1, 2);
    await own.begin(num);
    await own.storeOutcome(num, 1, { is: 'rejected' }, 40);
    expect(await own.readJobs(num)).toMatchObject([{ seq: 2, state: 'planned', items: 3 }]);
    expect(await own.figuresOf(num)).toMatchObject({ counts: { rejected: 2, pending: 3 } });
    expect(await own.itemsOf(num, ['d'])).toMatchObject([{ answer: 'rejected' }]);
    const again = own.storeOutcome(num, 1, { is: 'rejected' }, 41);
    await expect(again).rejects.toMatchObject({ code: 'job_taken' });
  });
});

/** Not in sorted order. */
const IDS = ['c', 'a', 'd', 'b'];

/** Requests a submission and expects that its refusal changes nothing. */
async function refusal(own: TestLedger, batch: number, asked: Partial<SubmissionRequest>) {
  const before = await own.everything(IDS);
  const verdict = await own.begin(batch, asked);
  expect(await own.everything(IDS)).toEqual(before);
  return verdict;
}

contractOf('a submission that is begun', (it) => {
  it('a submission leaves out identifiers that were paid for since the plan', async (own) => {
    const { num } = await own.plannedBatch(IDS);
    await own.keepPaid('a', 20);
    await own.keepPaid('b', 19);
    const begun = await own.begin(num, { reuseSince: 20, at: 30 });
    expect(begun).toEqual({ verdict: 'begun', job: 1, ids: ['c', 'd', 'b'], price: 1, at: 30 });
    expect(await own.readJobs(num)).toMatchObject([{ state: 'submitting', items: 3 }]);
    expect(await own.itemsOf(num, ['a'])).toEqual([
      { job: null, answer: 'found', data: { n: 20 } },
    ]);
  });
});

contractOf('a submission of which records answer everything', (it) => {
  it('a submission, also of an unconfirmed job, is empty if records answer everything, and its job is removed', async (own) => {
    const { num } = await own.plannedBatch(['a', 'b']);
    await own.splitJob(num, 1, 1);
    await own.doubt(num, 2);
    for (const id of ['a', 'b']) await own.keepPaid(id, 20);
    expect(await own.begin(num, { reuseSince: 20, at: 30 })).toEqual({ verdict: 'empty' });
    const proved = { job: 2, sentWithProof: true, reuseSince: 20 };
    expect(await own.begin(num, proved)).toEqual({ verdict: 'empty' });
    expect(await own.readJobs(num)).toEqual([]);
    expect(await own.figuresOf(num)).toMatchObject({ counts: { reused: 2, found: 2 } });
    expect(await own.claimed()).toBe(0);
    expect(await own.begin(num)).toEqual({ verdict: 'empty' });
  });
});

contractOf('a refused submission that changes nothing', (it) => {
  it.for([
    ['submitting', 'begin', 'running'],
    ['accepted', 'accept', 'running'],
    ['unconfirmed', 'doubt', 'unconfirmed'],
  ] as const)(
    'a submission is refused while another batch has some of its identifiers in a job that is %s',
    async ([, send, state], own) => {
      const [mine, other] = [
        await own.plannedBatch(['a', 'b', 'c']),
        await own.plannedBatch(['d', 'c', 'b'], { id: 'other' }),
      ];
      await own[send](other.num);
      await own.keepPaid('a', 20);
      expect(await refusal(own, mine.num, { reuseSince: 20 })).toEqual({
        verdict: 'elsewhere',
        elsewhere: { job: 1, batch: 'other', items: 2, state },
      });
      const meant = await own.begin(mine.num, { acceptsPayingTwice: true });
      expect(meant).toMatchObject({ verdict: 'begun', job: 1, ids: ['a', 'b', 'c'] });
    },
  );

  it('a submission is not refused for identifiers that another batch has answered, planned or abandoned', async (own) => {
    const mine = await own.plannedBatch(['a', 'b', 'c']);
    await own.plannedBatch(['a'], { id: 'planned' });
    const answered = await own.plannedBatch(['b', 'd'], { id: 'answered' });
    const given = await own.plannedBatch(['c'], { id: 'given up' });
    await own.accept(answered.num);
    await own.storeResults(resultsOf(answered.num, ['b']));
    await own.doubt(given.num);
    await own.abandon(given.num, [1], 4);
    expect(await own.begin(mine.num)).toMatchObject({ verdict: 'begun' });
  });

  it('a submission is refused if a limit does not cover its cost, and a begun one keeps its price', async (own) => {
    const { num } = await own.plannedBatch(['a', 'b', 'c']);
    const day = { of: 'day', since: 0, limit: 4.4 } as const;
    const asked = (price: number) => ({ cost: costIn([day], { price }) });
    const verdict = { verdict: 'over_limit', limit: day, left: 4.4 };
    expect(await refusal(own, num, asked(1.5))).toEqual(verdict);
    expect(await own.begin(num, asked(1.1))).toMatchObject({ verdict: 'begun' });
    expect(await own.readJobs(num)).toMatchObject([{ price: 1.1 }]);
  });

  it('a submission is refused while only a smaller one, or none, is permitted', async (own) => {
    const { num } = await own.plannedBatch(['a', 'b']);
    await own.read();
    const cost = costIn([{ of: 'day', since: 0, limit: 9 }], { terms: {} });
    expect(await refusal(own, num, { cost })).toMatchObject({ verdict: 'too_many', most: 1 });
    const lookup = await own.begunLookup('x');
    expect(await refusal(own, num, { cost })).toEqual({ verdict: 'not_alone', batches: [] });
    await own.endLookup(lookup, { is: 'free' });
    // What replaces a doubt goes whole.
    const whole = { ...cost, isRepeat: true };
    expect(await own.begin(num, { cost: whole })).toMatchObject({ verdict: 'begun' });
  });

  it('a limit that refuses a submission leaves an unconfirmed job unconfirmed', async (own) => {
    const { num } = await own.plannedBatch(['a', 'b']);
    await own.doubt(num);
    const limit = await own.balanceOf(1);
    // Proved to be free, it no longer counts as spent itself.
    const asked = { sentWithProof: true, cost: costIn([limit]) };
    expect(await refusal(own, num, asked)).toEqual({ verdict: 'over_limit', limit, left: 1 });
    expect(await own.readJobs(num)).toMatchObject([{ state: 'unconfirmed', error: 'lost' }]);
    const enough = { sentWithProof: true, cost: costIn([await own.balanceOf(2)]) };
    expect(await own.begin(num, enough)).toMatchObject({ verdict: 'begun', ids: ['a', 'b'] });
  });
});

contractOf('two runs that submit at the same time', (it) => {
  it('two runs do not both send the same identifiers', async (one) => {
    const other = await one.another();
    const first = await one.plannedBatch(['a', 'b']);
    const second = await other.plannedBatch(['b', 'c'], { id: 'other' });
    const verdicts = await Promise.all([
      one.beginSubmission(submissionOf(first.num)),
      other.beginSubmission(submissionOf(second.num)),
    ]);
    expect(verdicts.map(({ verdict }) => verdict).sort()).toEqual(['begun', 'elsewhere']);
    expect(await one.claimed()).toBe(2);
  });
});

/** Nothing was found, because the balance had run out. */
const NOTHING = { totalRecords: 3, found: 0, notFound: 0, skipped: 3, error: null, results: [] };

async function submit(ledger: TestLedger, batch: number): Promise<void> {
  const [job] = await ledger.readJobs(batch);
  const sentWithProof = job?.state === 'unconfirmed';
  await ledger.beginSubmission({ ...submissionOf(batch), sentWithProof });
}

async function end(ledger: TestLedger, batch: number, how: 'done' | 'failed'): Promise<void> {
  await ledger.storeResults({ batch, job: 1, answer: NOTHING, end: how, ...SEEN, at: 12 });
}

/** Every operation that moves a job, by the state it leads to. */
const moves = {
  begin: ['submitting', submit],
  accept: ['accepted', (own, batch) => own.storeOutcome(batch, 1, accepted(`job ${batch}`), 11)],
  release: ['planned', (own, batch) => own.storeOutcome(batch, 1, { is: 'refused' }, 11)],
  doubt: [
    'unconfirmed',
    (own, batch) => own.storeOutcome(batch, 1, { is: 'unknown', why: 'lost' }, 12),
  ],
  done: ['done', (own, batch) => end(own, batch, 'done')],
  failed: ['failed', (own, batch) => end(own, batch, 'failed')],
  abandon: ['abandoned', (own, batch) => own.abandon(batch, [1], 13)],
} satisfies Record<string, [Job['state'], (ledger: TestLedger, batch: number) => Promise<void>]>;

type Move = keyof typeof moves;

/** For each state: the operations that lead to it, and the operations allowed in it. */
const states: readonly (readonly [Job['state'], readonly Move[], readonly Move[]])[] = [
  ['planned', [], ['begin']],
  ['submitting', ['begin'], ['accept', 'release', 'doubt']],
  ['accepted', ['begin', 'accept'], ['done', 'failed', 'doubt', 'abandon']],
  ['unconfirmed', ['begin', 'doubt'], ['begin', 'release', 'accept', 'abandon']],
  ['done', ['begin', 'accept', 'done'], []],
  ['failed', ['begin', 'accept', 'failed'], []],
  ['abandoned', ['begin', 'doubt', 'abandon'], ['accept']],
];

const cases = states.flatMap(([state, path, allowed]) =>
  (Object.keys(moves) as Move[]).map((move) => ({ state, path, move, allowed })),
);

contractOf('the states of a job', (it) => {
  it('a job that a killed run left in submitting becomes unconfirmed', async (own) => {
    const { num } = await own.plannedBatch(['a', 'b', 'c']);
    expect(await own.splitJob(num, 1, 1)).toBe(true);
    expect(await own.splitJob(num, 2, 1)).toBe(true);
    await own.beginSubmission(submissionOf(num, 1));
    await own.storeOutcome(num, 1, accepted('job'), 2);
    await own.beginSubmission(submissionOf(num, 2));
    await own.markInterruptedJobs(num, 'cut short');
    expect(await own.readJobs(num)).toMatchObject([
      { state: 'accepted' },
      { state: 'unconfirmed', error: 'cut short' },
      { state: 'planned' },
    ]);
    await own.resumePolling(num);
    expect((await own.readJobs(num)).map(({ state }) => state)).toEqual([
      ...['accepted', 'unconfirmed', 'planned'],
    ]);
  });

  it('each move of a job is made in the states that allow it, and changes nothing in others', async (own) => {
    for (const [n, { state, path, move, allowed }] of cases.entries()) {
      const { num } = await own.plannedBatch(
        ['a', 'b', 'c'].map((id) => `${id}${n}`),
        { id: `b${n}` },
      );
      for (const step of path) await moves[step][1](own, num);
      const before = await own.readJobs(num);
      expect(before).toMatchObject([{ state, items: 3 }]);
      const [to, work] = moves[move];
      const made = work(own, num).then(
        () => 'made',
        (error: unknown) => error,
      );
      const isAllowed = allowed.includes(move);
      const refused = { kind: 'locked', code: 'job_taken' };
      expect([state, move, await made]).toMatchObject([state, move, isAllowed ? 'made' : refused]);
      const after = await own.readJobs(num);
      if (isAllowed) expect(after).toMatchObject([{ state: to }]);
      else expect(after).toEqual(before);
      const decisions = path.includes('abandon') || (isAllowed && move === 'abandon') ? 1 : 0;
      expect(await own.readDecisions(num)).toHaveLength(decisions);
    }
  });
});
