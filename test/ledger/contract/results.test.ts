import { expect } from 'vitest';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { accepted, factsOf, resultsOf } from '../support.js';
import { contractOf } from './engines.js';

const IDS = ['c', 'a', 'd', 'b'];

contractOf('storing results', (it) => {
  it('each answer is stored once, with its record', async (own) => {
    const other = await own.another();
    const { num } = await own.acceptedBatch(IDS);
    expect(await own.storeResults(resultsOf(num, ['a'], ['b']))).toBe('running');
    const found = { job: 1, answer: 'found', data: { n: 1 } };
    const notFound = { job: 1, answer: 'not_found', data: null };
    expect(await other.itemsOf(num, ['a', 'b', 'c'])).toEqual([
      ...[found, notFound],
      { job: 1, answer: null, data: null },
    ]);
    expect(await other.findNewestRecord('cpf', 'a', 10)).toEqual({ fetchedAt: 10, data: { n: 1 } });
    expect(await other.readJobs(num)).toMatchObject([
      { found: 1, notFound: 1, polls: 1, polledAt: 10, endedAt: null, state: 'accepted' },
    ]);
    // A balance that is read now may lack what has just been found, too.
    expect(await other.claimed()).toBe(3);
  });

  it('results that the service lists are counted although its counters lag behind', async (own) => {
    const { num } = await own.acceptedBatch(IDS);
    const results = resultsOf(num, ['a', 'c', 'x'], ['b']);
    const answer = { ...results.answer, totalRecords: 4, found: 0, notFound: 0 };
    expect(await own.storeResults({ ...results, answer })).toBe('running');
    expect(await own.readJobs(num)).toMatchObject([{ found: 2, notFound: 1 }]);
    expect((await own.figuresOf(num))?.counts).toMatchObject({
      found: 2,
      notFound: 1,
      pending: 1,
    });
  });

  it('not-found answers become waiting again if the service counts more found identifiers than it names', async (own) => {
    const { num } = await own.acceptedBatch(IDS);
    await own.storeResults(resultsOf(num, ['a'], ['b']));
    const { answer, ...results } = resultsOf(num, ['a', 'x'], ['b', 'c'], { end: 'done' });
    const counted = (found: number) => ({ ...results, answer: { ...answer, found } });
    // One of another job is named, and one of ours has no answer: three may have been found.
    const once = { ...counted(3), mayPollAgain: true };
    expect(await own.storeResults(once)).toBe('ask_again');
    expect((await own.figuresOf(num))?.counts).toMatchObject({
      found: 1,
      notFound: 2,
      pending: 1,
    });
    expect(await own.storeResults(counted(4))).toBe('in_doubt');
    expect((await own.figuresOf(num))?.counts).toMatchObject({ found: 1, unconfirmed: 3 });
  });

  it('an answer is counted once however often it arrives, found replaces not found, and nothing replaces found', async (own) => {
    const { num } = await own.acceptedBatch(IDS);
    const told = resultsOf(num, ['a', 'c'], ['b']);
    const both = (id: string) => resultsOf(num, [id], [id]).answer.results;
    const results = [...both('a'), ...both('c').toReversed(), ...told.answer.results.slice(2)];
    for (const at of [10, 20]) {
      await own.storeResults({ ...told, answer: { ...told.answer, results }, at });
      expect(await own.figuresOf(num)).toMatchObject({ counts: { found: 2, notFound: 1 } });
    }
    expect(await own.readJobs(num)).toMatchObject([{ polls: 2, polledAt: 20 }]);
    expect(await own.findNewestRecord('cpf', 'a', 11)).toBeUndefined();
    await own.storeResults(resultsOf(num, ['b'], ['a']));
    expect(await own.figuresOf(num)).toMatchObject({ counts: { found: 3, notFound: 0 } });
  });

  it('results for identifiers that are not in the job are ignored', async (own) => {
    const { num } = await own.plannedBatch(IDS);
    await own.splitJob(num, 1, 2);
    await own.accept(num);
    await own.storeResults(resultsOf(num, ['d', 'stranger'], ['b']));
    expect(await own.figuresOf(num)).toMatchObject({ counts: { pending: 4, found: 0 } });
    for (const id of ['d', 'stranger'])
      expect(await own.findNewestRecord('cpf', id, 0)).toBeUndefined();
  });
});

contractOf('the end of a job', (it) => {
  it('identifiers that a failed job never named count as failed', async (own) => {
    const { num } = await own.acceptedBatch(IDS);
    const end = { end: 'failed', at: 20 } as const;
    expect(await own.storeResults(resultsOf(num, ['a'], ['b'], end))).toBe('ended');
    expect(await own.readJobs(num)).toMatchObject([{ state: 'failed', endedAt: 20 }]);
    expect(await own.figuresOf(num)).toMatchObject({
      counts: { found: 1, notFound: 1, failed: 2, skipped: 0, rejected: 0 },
    });
    expect(await own.claimed()).toBe(0);
  });

  it('skipped identifiers are counted apart from failed ones', async (own) => {
    const { num } = await own.acceptedBatch(IDS);
    const { answer } = resultsOf(num, ['a']);
    const skipped = { ...answer, totalRecords: 4, skipped: 3, error: 'credits' };
    await own.storeResults(resultsOf(num, [], [], { answer: skipped, end: 'done' }));
    expect(await own.figuresOf(num)).toMatchObject({ counts: { skipped: 3, failed: 0 } });
    expect(await own.readJobs(num)).toMatchObject([{ skipped: 3, error: 'credits' }]);
  });

  it.for([
    [2, { rejected: 2, unconfirmed: 0 }],
    [1, { rejected: 0, unconfirmed: 2 }],
  ] as const)(
    'two unnamed identifiers of a job with %i rejected ones',
    async ([rejected, counts], own) => {
      const { num } = await own.plannedBatch(IDS);
      await own.begin(num);
      await own.storeOutcome(num, 1, accepted('job', rejected), 2);
      await own.storeResults(resultsOf(num, ['a', 'b'], [], { end: 'done' }));
      expect(await own.figuresOf(num)).toMatchObject({ counts });
    },
  );

  it('a done job with omitted results is unconfirmed only while some of them are missing', async (own) => {
    const { num } = await own.acceptedBatch(IDS);
    const end = { end: 'done', doubt: 'left out', at: 20 } as const;
    const short = resultsOf(num, ['a', 'b'], ['c'], end);
    const counted = { ...short, answer: { ...short.answer, found: 3, totalRecords: 4 } };
    const before = { ...counted, mayPollAgain: true };
    expect(await own.storeResults(before)).toBe('ask_again');
    expect(await own.readJobs(num)).toMatchObject([{ state: 'accepted', found: 3 }]);
    expect(await own.storeResults(counted)).toBe('in_doubt');
    expect(await own.readJobs(num)).toMatchObject([
      { state: 'unconfirmed', error: 'left out', endedAt: null, jobId: 'job' },
    ]);
    expect(await own.figuresOf(num)).toMatchObject({ counts: { found: 2, unconfirmed: 1 } });
    await own.resumePolling(num);
    expect(await own.storeResults(resultsOf(num, IDS, [], end))).toBe('ended');
    expect(await own.readJobs(num)).toMatchObject([{ state: 'done', endedAt: 20 }]);
  });
});

contractOf('an end that does not account for all identifiers', (it) => {
  const cases: Record<string, [object, readonly string[], readonly string[]]> = {
    'names an identifier that was not sent': [{}, ['a', 'b', 'stranger'], ['c']],
    'names fewer not found than it counts': [{ notFound: 2, totalRecords: 4 }, ['a', 'b'], ['c']],
    'is about fewer than were accepted': [{}, ['a', 'b'], ['c']],
    'counts fewer than its total': [{ totalRecords: 4 }, ['a', 'b'], ['c']],
    'counts more than its total': [{ found: 9, totalRecords: 4 }, ['a', 'b', 'c'], []],
  };

  it.for(Object.keys(cases))(
    'an end that %s leaves the job in doubt, and nothing of it is planned again',
    async (name, own) => {
      const { num } = await own.acceptedBatch(IDS);
      const [numbers, found, notFound] = cases[name] ?? [{}, [], []];
      const { answer, ...rest } = resultsOf(num, found, notFound, { end: 'done' });
      const given = { ...rest, answer: { ...answer, ...numbers } };
      expect(await own.storeResults(given)).toBe('in_doubt');
      const [job] = await own.readJobs(num);
      expect((job?.found ?? 0) + (job?.notFound ?? 0)).toBeLessThanOrEqual(IDS.length);
      const { planned } = await own.planAgain({
        batch: num,
        states: ['done', 'failed'],
        perJob: 9,
      });
      expect(planned).toEqual([]);
    },
  );

  it('a failed job stays in doubt while fewer records are named than the service has ever counted as found', async (own) => {
    const { num } = await own.acceptedBatch(IDS);
    const early = resultsOf(num, ['a']);
    await own.storeResults({ ...early, answer: { ...early.answer, found: 3 } });
    expect(await own.storeResults(resultsOf(num, ['a'], [], { end: 'failed' }))).toBe('in_doubt');
    await own.resumePolling(num);
    const all = resultsOf(num, ['a', 'b', 'c'], [], { end: 'failed' });
    expect(await own.storeResults(all)).toBe('ended');
  });

  it('a failed job that may go on does not end before all identifiers are answered', async (own) => {
    const { num } = await own.acceptedBatch(IDS);
    const look = { end: 'failed', mayStillRun: true } as const;
    expect(await own.storeResults(resultsOf(num, ['a'], [], look))).toBe('running');
    expect(await own.readJobs(num)).toMatchObject([{ state: 'accepted' }]);
    expect(await own.storeResults(resultsOf(num, IDS, [], look))).toBe('ended');
  });
});

contractOf('planning again', (it) => {
  const ask = { states: ['done', 'failed'], perJob: 2 } as const;

  it('identifiers that ended jobs left unanswered move into new jobs, in input order', async (own) => {
    const { num } = await own.acceptedBatch(['e', 'c', 'a', 'd', 'b']);
    await own.storeResults(resultsOf(num, ['c'], ['d'], { end: 'failed' }));
    const { planned, exhausted } = await own.planAgain({ batch: num, ...ask });
    expect(planned).toEqual([{ seq: 2, items: 2 }, { seq: 3, items: 1 }]); // prettier-ignore
    expect(exhausted).toEqual([]);
    expect(await own.readJobs(num)).toMatchObject([
      { seq: 1, state: 'failed', items: 5 },
      { seq: 2, state: 'planned', items: 2, round: 1, kind: 'cpf' },
      { seq: 3, state: 'planned', items: 1, round: 1, kind: 'cpf' },
    ]);
    expect(await own.begin(num, { job: 2 })).toMatchObject({ ids: ['e', 'a'] });
    expect(await own.begin(num, { job: 3 })).toMatchObject({ ids: ['b'] });
    expect(await own.figuresOf(num)).toMatchObject({ counts: { found: 1, notFound: 1 } });
    expect(await own.planAgain({ batch: num, ...ask })).toEqual({ planned: [], exhausted: [] });
  });

  it('only jobs in the given states and below the given round are planned again', async (own) => {
    const { num } = await own.acceptedBatch(['a', 'b']);
    await own.storeResults(resultsOf(num, ['a'], [], { end: 'failed' }));
    const request = { batch: num, perJob: 9 };
    const done = await own.planAgain({ ...request, states: ['done'] });
    expect(done).toEqual({ planned: [], exhausted: [] });
    const refused = await own.planAgain({ ...request, states: ['failed'], maxResends: 0 });
    expect(refused).toMatchObject({ planned: [], exhausted: [{ seq: 1, state: 'failed' }] });
    const again = await own.planAgain({ ...request, states: ['failed'], maxResends: 1 });
    expect(again).toEqual({ planned: [{ seq: 2, items: 1 }], exhausted: [] });
  });

  it('identifiers of two kinds are planned again in a job for each kind', async (own) => {
    const [cpf, cnpj] = [makeCpf(1), makeCnpj(1)];
    const batch = await own.newBatch();
    await own.beginPlan(batch.num, 'both', '{}');
    const items = [cnpj, cpf].map((id, position) => ({ id, position }));
    await own.addTo(batch.num, items);
    await own.finishPlan(batch.num, factsOf(2), 1);
    for (const job of [1, 2]) {
      await own.accept(batch.num, job, `job ${job}`);
      await own.storeResults(resultsOf(batch.num, [], [], { job, end: 'failed' }));
    }
    await own.planAgain({ batch: batch.num, states: ['failed'], perJob: 9 });
    expect((await own.readJobs(batch.num)).slice(2)).toMatchObject([
      { seq: 3, kind: 'cnpj', items: 1, round: 1 },
      { seq: 4, kind: 'cpf', items: 1, round: 1 },
    ]);
    expect(await own.figuresOf(batch.num)).toMatchObject({
      countsByKind: { cpf: { pending: 1 }, cnpj: { pending: 1 } },
    });
  });
});
