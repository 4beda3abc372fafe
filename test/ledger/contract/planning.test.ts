import { expect } from 'vitest';
import { accepted, NEW_BATCH, resultsOf, SEEN, submissionOf, type TestLedger } from '../support.js';
import type { WantedBatch } from '../../../src/ledger/index.js';
import { contractOf } from './engines.js';

const FACTS = { rows: 3, invalid: 0, duplicates: 0, repaired: 0, reasons: { empty: 1 } };
const CPFS = ['10000000019', '10000000108', '10000000280'];

contractOf('finding or creating a batch', (it) => {
  it('callers that ask for the same batch at the same time get one batch', async (one) => {
    const other = await one.another();
    const claims = [one, other, one].map((each, n) =>
      each.findOrCreateBatch({ ...NEW_BATCH, id: `b${n}` }, false),
    );
    const claimed = await Promise.all(claims);
    expect(new Set(claimed.map(({ batch }) => batch.id)).size).toBe(1);
    expect(claimed.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('a batch that is still being planned, or has a planned job, is continued', async (own) => {
    const { batch } = await own.findOrCreateBatch(NEW_BATCH, false);
    const again = () => own.findOrCreateBatch({ ...NEW_BATCH, id: 'def0000000' }, true);
    expect(await again()).toEqual({ batch, isNew: false });
    await own.beginPlan(batch.num, 'cpf', '{}');
    await own.addTo(batch.num, [{ id: 'a', position: 1 }]);
    await own.finishPlan(batch.num, FACTS, 5);
    expect(await again()).toMatchObject({ isNew: false, batch: { id: 'abc0000000' } });
    expect(await own.findBatchToContinue(NEW_BATCH, true)).toMatchObject({ id: 'abc0000000' });
  });

  it('an interrupted plan of another key does not keep a new batch from being made', async (own) => {
    await own.findOrCreateBatch(NEW_BATCH, false);
    const wanted = { ...NEW_BATCH, id: 'def0000000', keyFingerprint: 'other' };
    expect(await own.findBatchToContinue(wanted, false)).toMatchObject({ id: 'abc0000000' });
    expect(await own.findBatchToContinue(wanted, true)).toBeUndefined();
    expect(await own.findOrCreateBatch(wanted, true)).toMatchObject({
      isNew: true,
      batch: { id: 'def0000000' },
    });
  });

  it('a batch with a job that the service may be processing is continued with any key', async (own) => {
    const { num } = await own.plannedBatch(CPFS);
    const wanted = {
      ...NEW_BATCH,
      id: 'def0000000',
      matchKey: 'key of abc0000000',
      keyFingerprint: 'other',
    };
    const again = async () => (await own.findBatchToContinue(wanted, true))?.id;
    // A planned job of another key stops nobody: this key could never send it.
    expect(await again()).toBeUndefined();
    expect((await own.findBatchToContinue(wanted, false))?.id).toBe('abc0000000');
    await own.accept(num);
    expect(await again()).toBe('abc0000000');
    await own.storeOutcome(num, 1, { is: 'unknown', why: 'gone' }, 3);
    expect(await again()).toBe('abc0000000');
    await own.abandon(num, [1], 4);
    expect(await again()).toBeUndefined();
  });

  it('the plan of a batch is discarded only if none of its jobs was ever sent', async (own) => {
    const { num } = await own.plannedBatch(CPFS);
    await own.begin(num);
    expect(await own.discardPlan(num)).toBe(false);
    await own.storeOutcome(num, 1, { is: 'refused' }, 3);
    expect(await own.discardPlan(num)).toBe(false);
    expect(await own.readJobs(num)).toMatchObject([{ state: 'planned', items: CPFS.length }]);
    const other = await own.plannedBatch(CPFS, { id: 'other' });
    expect(await own.discardPlan(other.num)).toBe(true);
    expect(await own.findBatches({ num: other.num })).toMatchObject([{ plannedAt: null }]);
    expect(await own.readJobs(other.num)).toEqual([]);
    // Only a batch without a plan is discarded.
    for (const each of [num, other.num]) await own.discardBatch(each);
    expect(await own.findBatches()).toMatchObject([{ id: 'abc0000000' }]);
    expect(await own.discardPlan(other.num)).toBe(false);
  });
});

contractOf('a plan', (it) => {
  it('a plan starts over after an interruption, and never after it was finished', async (own) => {
    const { num } = await own.newBatch();
    expect(await own.beginPlan(num, 'both', '{"a":1}')).toBe('begun');
    await own.addTo(num, [{ id: 'cut', position: 1 }]);
    expect(await own.beginPlan(num, 'cpf', '{"a":2}')).toBe('begun');
    expect(await own.itemsOf(num, ['cut'])).toEqual([]);
    await own.addTo(num, [{ id: 'a', position: 1 }]);
    await own.finishPlan(num, FACTS, 5);
    expect(await own.beginPlan(num, 'both', '{}')).toBe('planned');
    expect(await own.findBatches()).toMatchObject([
      { kind: 'cpf', layout: '{"a":2}', rows: 3, reasons: { empty: 1 }, plannedAt: 5 },
    ]);
    expect(await own.readJobs(num)).toMatchObject([
      { seq: 1, state: 'planned', items: 1, round: 0 },
    ]);
  });

  it('a plan has no counts before it is finished', async (own) => {
    const { num } = await own.newBatch();
    await own.beginPlan(num, 'cpf', '{}');
    await own.addTo(num, [{ id: 'a', position: 1 }]);
    expect(await own.figuresOf(num)).toMatchObject({ counts: { pending: 0, found: 0 } });
    expect(await own.readFigures()).toMatchObject([{ counts: { pending: 0, found: 0 } }]);
  });

  it('a job of a plan has its identifiers in input order, also if some were added later', async (own) => {
    const { num } = await own.newBatch();
    await own.beginPlan(num, 'cpf', '{}');
    const [first = '', second = '', third = ''] = CPFS;
    const add = async (...rows: [id: string, position: number][]) => {
      await own.addTo(
        num,
        rows.map(([id, position]) => ({ id, position })),
      );
    };
    await add([first, 1], [third, 4]);
    await add([second, 3]);
    await own.addRepeats(num, [
      [2, 1],
      [5, 3],
    ]);
    const facts = { ...FACTS, rows: 5, duplicates: 2, reasons: {} };
    await own.finishPlan(num, facts, 5);
    expect(await own.begin(num)).toMatchObject({ ids: [first, second, third] });
    const rows = await own.readRowItems(num);
    const ids = [first, first, second, third, second];
    expect(ids.map((id, n) => rows.get(n + 1, id))).toMatchObject(ids.map(() => ({ job: 1 })));
    expect(rows.get(2, third)).toBe('other');
    expect(rows.get(6, first)).toBeUndefined();
  });

  it('recent records answer identifiers of a plan, and the others fill its jobs in order', async (own) => {
    const { num } = await own.newBatch();
    const [young = '', old = '', none = ''] = CPFS;
    const record = { kind: 'cpf', single: false } as const;
    await own.keepRecord({ ...record, id: young, data: { n: 1 }, fetchedAt: 20 });
    await own.keepRecord({ ...record, id: old, data: { n: 2 }, fetchedAt: 10 });
    const items = [old, young, none].map((id, position) => ({ id, position }));
    await own.addPlanned(num, 'cpf', items, 1, 20, 30);
    const unanswered = { answer: null, data: null };
    expect(await own.itemsOf(num, [young, old, none])).toEqual([
      { job: null, answer: 'found', data: { n: 1 } },
      { job: 1, ...unanswered },
      { job: 2, ...unanswered },
    ]);
  });
});

/** The id of the batch that a run of the same input continues. */
const continued =
  (own: TestLedger) =>
  async (other: Partial<WantedBatch> = {}) =>
    (await own.findBatchToContinue({ ...NEW_BATCH, matchKey: 'key of abc0000000', ...other }, true))
      ?.id;

contractOf('finding batches', (it) => {
  it('batches are found by a literal prefix and by number, the newest first', async (own) => {
    await own.findOrCreateBatch(NEW_BATCH, false);
    await own.findOrCreateBatch(
      { ...NEW_BATCH, id: 'abd0000000', matchKey: 'other', createdAt: 2 },
      false,
    );
    const ids = async (query: Parameters<typeof own.findBatches>[0]) =>
      (await own.findBatches(query)).map(({ id }) => id);
    expect(await ids({ idPrefix: 'ab' })).toEqual(['abd0000000', 'abc0000000']);
    expect(await ids({ idPrefix: 'abc0000000' })).toEqual(['abc0000000']);
    expect(await ids({ idPrefix: 'AB' })).toEqual(['abd0000000', 'abc0000000']);
    for (const idPrefix of ['%', 'a_', 'bc']) expect(await ids({ idPrefix })).toEqual([]);
    expect(await ids({ num: 1 })).toEqual(['abc0000000']);
    expect(await ids({ limit: 1 })).toEqual(['abd0000000']);
    expect(await ids({})).toEqual(['abd0000000', 'abc0000000']);
  });

  it('batches are found by their last change: creation, submission or poll', async (own) => {
    const { num } = await own.plannedBatch(['a']);
    const untouched = async (untouchedSince: number) =>
      (await own.findBatches({ untouchedSince })).length;
    expect([await untouched(1), await untouched(2)]).toEqual([0, 1]);
    await own.beginSubmission({ ...submissionOf(num), at: 10 });
    expect([await untouched(10), await untouched(11)]).toEqual([0, 1]);
    await own.storeOutcome(num, 1, accepted('job'), 11);
    const answer = { totalRecords: 0, found: 0, notFound: 0, skipped: 0, error: null, results: [] };
    await own.storeResults({ batch: num, job: 1, answer, end: null, ...SEEN, at: 20 });
    expect([await untouched(20), await untouched(21)]).toEqual([0, 1]);
  });

  it('a batch remembers its files, and may replace its last result and the tables beside that', async (own) => {
    const { num } = await own.plannedBatch(['a']);
    const outputs = async () => Object.entries((await own.findBatches({ num }))[0]?.outputs ?? {});
    await own.storeOutput(num, '/a.csv', '1:1');
    await own.storeOutput(num, '/__proto__', '2:2');
    await own.storeOutput(num, '/a.csv', '3:3');
    const earlier = ['/__proto__', ''];
    expect(await outputs()).toEqual([['/a.csv', '3:3'], earlier]);
    for (const table of ['/p.csv', '/c.csv']) await own.storeOutput(num, table, 'x', true);
    await own.storeOutput(num, '/a.csv', '4:4');
    const tables = ['/p.csv', '/c.csv'].map((table) => [table, 'x']);
    expect(await outputs()).toEqual([['/a.csv', '4:4'], earlier, ...tables]);
    expect(await own.findBatches({ num })).toMatchObject([{ output: '/a.csv' }]);
  });

  it('a batch is continued, although a new one was asked for, until its records are delivered', async (own) => {
    const { num } = await own.acceptedBatch(['a', 'b']);
    await own.storeResults(resultsOf(num, ['a'], ['b'], { end: 'done' }));
    const again = continued(own);
    const keyFingerprint = 'another key';
    expect(await again()).toBe('abc0000000');
    // With another key, too, unless the ledger answers with what it found.
    expect(await again({ keyFingerprint })).toBe('abc0000000');
    expect(await again({ keyFingerprint, reuseSince: 0 })).toBeUndefined();
    await own.storeDelivery(num, 'all');
    expect(await again()).toBeUndefined();
    expect(await again({ keyFingerprint })).toBeUndefined();
    await own.storeDelivery(num, 'nothing');
    expect(await again()).toBe('abc0000000');
  });

  it('a batch that was delivered in part is continued with another key only once more results have come in', async (own) => {
    const { num } = await own.acceptedBatch(['a', 'b']);
    await own.storeResults(resultsOf(num, ['a'], []));
    await own.storeDelivery(num, 'part');
    await own.storeResults(resultsOf(num, ['a'], [], { end: 'failed' }));
    const again = continued(own);
    const keyFingerprint = 'another key';
    expect(await again({ keyFingerprint })).toBeUndefined();
    expect(await again()).toBe('abc0000000');
    const { planned } = await own.planAgain({ batch: num, states: ['failed'], perJob: 10 });
    const [{ seq: job } = { seq: 0 }] = planned;
    await own.accept(num, job, 'later');
    await own.storeResults(resultsOf(num, ['b'], [], { job, end: 'done' }));
    expect(await again({ keyFingerprint })).toBe('abc0000000');
  });

  it('a batch that found nothing is not continued', async (own) => {
    const { num } = await own.acceptedBatch(['a']);
    await own.storeResults(resultsOf(num, [], ['a'], { end: 'done' }));
    expect(await continued(own)()).toBeUndefined();
  });
});
