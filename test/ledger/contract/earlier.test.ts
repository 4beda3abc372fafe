import { expect } from 'vitest';
import { costIn, resultsOf, type TestLedger } from '../support.js';
import { contractOf } from './engines.js';

/** Takes back what the third version of the schema added; a lookup kept its identifier until its record was delivered. */
const SECOND_VERSION = [
  'DROP TABLE uses',
  ...['batches', 'lookups'].flatMap((table) =>
    ['by_user', 'machine', 'purpose'].map((column) => `ALTER TABLE ${table} DROP COLUMN ${column}`),
  ),
  "UPDATE lookups SET id = '' WHERE state NOT IN ('asking', 'doubtful') AND data IS NULL",
];

/** Takes back what the second version of the schema added; a request had no price until the balance showed one. */
const FIRST_VERSION = [
  ...SECOND_VERSION,
  'DROP TABLE meters',
  'DROP TABLE agreements',
  ...['asked_at', 'is_quiet', 'owed', 'extra', 'unagreed'].map(
    (column) => `ALTER TABLE readings DROP COLUMN ${column}`,
  ),
  "CREATE INDEX lookups_unpriced ON lookups (begun_tick) WHERE price IS NULL AND state <> 'free'",
  ...['jobs', 'past_jobs', 'lookups'].map((table) => `UPDATE ${table} SET price = NULL`),
  "UPDATE jobs SET price = 2 WHERE state = 'failed'",
];

const STATES = ['done', 'failed', 'abandoned', 'unconfirmed', 'submitting', 'accepted', 'planned'];

/** A batch with a job of two identifiers in every state, a batch that was removed, and a lookup of each outcome. */
async function everyState(own: TestLedger) {
  await own.read({ used: 7, remaining: 90, at: 5 });
  const { num: past } = await own.plannedBatch(['y', 'z'], { id: 'removed000' });
  await own.accept(past, 1, 'past');
  await own.storeResults(resultsOf(past, ['y'], ['z'], { end: 'done' }));
  await own.removeBatch(past, Infinity);
  const ids = STATES.flatMap((_, n) => [String(10 + 2 * n), String(11 + 2 * n)]);
  const { num } = await own.plannedBatch(ids);
  for (const [at] of STATES.slice(1).entries()) await own.splitJob(num, at + 1, 2);
  const sent = { job: 1, end: 'done' as const };
  for (const job of [1, 2, 6]) await own.accept(num, job, `job ${job}`);
  await own.storeResults(resultsOf(num, ['10'], ['11'], sent));
  await own.storeResults(resultsOf(num, ['12'], [], { job: 2, end: 'failed' }));
  for (const job of [3, 4]) await own.doubt(num, job);
  await own.abandon(num, [3], 9);
  await own.begin(num, { job: 5 });
  const lookups = ['a', 'b', 'c', 'd'];
  const [found, , free, lost] = [
    await own.begunLookup('a'),
    await own.begunLookup('b', { mode: 'realtime', cost: costIn([], { price: 1.5 }) }),
    await own.begunLookup('c'),
    await own.begunLookup('d'),
  ];
  await own.endLookup(found, { is: 'found', record: null });
  await own.endLookup(free, { is: 'free' });
  await own.endLookup(lost, { is: 'unknown' });
  expect((await own.readJobs(num)).slice(0, 7).map(({ state }) => state)).toEqual(STATES);
  return { num, ids: [...ids, ...lookups] };
}

contractOf('a ledger of the first version', (it) => {
  it('a ledger of the first version is upgraded with requests in every state, each at its price or the default', async (own) => {
    const { num, ids } = await everyState(own);
    const before = {
      all: JSON.stringify(await own.everything(ids)),
      spent: await own.readDailySpending(),
      evidence: await own.collectEvidence('a', 0),
    };
    await own.close();
    await own.tamper([...FIRST_VERSION, own.toVersion(1)].join(';'));
    const now = await own.another();
    const jobs = await now.readJobs(num);
    expect(jobs.map(({ state, price }) => [state, price])).toEqual(
      [...STATES, 'planned']
        .slice(0, jobs.length)
        .map((state) => [state, state === 'planned' ? null : state === 'failed' ? 2 : 1]),
    );
    const total = (all: typeof before.spent) =>
      all.reduce((sum, { price, found, atRisk, givenUp }) => {
        return sum + (price ?? 0) * (found + atRisk + givenUp);
      }, 0);
    // The failed job found one, which now counts 2.
    expect(total(await now.readDailySpending())).toBe(total(before.spent) + 1);
    expect(await now.collectEvidence('a', 0)).toMatchObject({ found: before.evidence.found });
    expect(await now.newestReading('finger')).toMatchObject({ used: 7, askedAt: 5, owed: 0 });
    const again = JSON.stringify(await now.everything(ids)).replaceAll('"price":2', '"price":1');
    expect(again.slice(again.indexOf('{'))).toBe(before.all.slice(before.all.indexOf('{')));
    // No reading has agreed with a price yet, and requests are open.
    const cost = costIn([], { terms: {} });
    expect(await now.begin(num, { job: 7, cost })).toMatchObject({ verdict: 'not_alone' });
    expect(await now.begin(num, { job: 4, sentWithProof: true })).toMatchObject({
      verdict: 'begun',
    });
  });

  it('a ledger of the second version is upgraded, and the log has its requests without user, purpose and identifier', async (own) => {
    const { num, ids } = await everyState(own);
    const before = JSON.stringify(await own.everything(ids));
    await own.close();
    await own.tamper([...SECOND_VERSION, own.toVersion(2)].join(';'));
    const now = await own.another();
    expect(JSON.stringify(await now.everything(ids))).toBe(before);
    const log = await now.readLog(0);
    const described = log.map(({ request, id, identifiers, found, unconfirmed, credits }) => {
      return [request, id, identifiers, found, unconfirmed, credits].join(' ');
    });
    expect(described.toSorted()).toEqual([
      'batch  14 2 4 2',
      'deleted_batch  2 1 0 1',
      'lookup  1 0 0 0',
      'lookup  1 1 0 1',
      'lookup d 1 0 1 0',
      'realtime b 1 0 1 0',
    ]);
    expect(log.find(({ user, machine, purpose }) => user ?? machine ?? purpose)).toBe(undefined);
    const who = { user: 'ana', machine: 'pc', purpose: 'audit' };
    await now.recordBatchUse(num, who, 20);
    await now.recordBatchUse(num, who, 21);
    const use = { request: 'batch_use', at: 20, batch: 'abc0000000', file: 'in.csv' };
    expect(await now.readLog(20)).toMatchObject([{ ...use, ...who }]);
  });
});
