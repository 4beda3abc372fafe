import { describe, expect, it } from 'vitest';
import { computeInterval, createWatcher } from '../../src/batch/watch.js';
import { ConfereError } from '../../src/base/errors.js';
import type { ServiceClient } from '../../src/service/index.js';
import { tested } from '../ledger/support.js';
import { stories, type Story, type Teller } from './stories.js';
import { cpfs, INTERVAL, testWorld } from './support.js';

type Item = Readonly<Record<string, unknown>>;
type Told = Readonly<Record<string, unknown>>;

/** The first answers carry the id of another job. */
const ofAnother = (times: number) => (data: Told, asked: number) =>
  asked > times ? data : { ...data, id: String(data['id']).replace(/.$/, 'f') };

/** The first answers say that the job has failed. */
const failed = (times: number) => (data: Told, asked: number) =>
  asked > times ? data : { ...data, status: 'failed', error: 'Falha ao registrar validação' };

const TEN = cpfs(10);
const firstFive = new Set(TEN.slice(0, 5));
const itemsOf = (data: Told) => (data['cpfs'] ?? []) as readonly Item[];

/** The items of the first five say this, and the counters that. */
const changed = (item: Item, counters: Told) => (data: Told) => ({
  ...data,
  ...counters,
  cpfs: itemsOf(data).map((one) => (firstFive.has(String(one['cpf'])) ? { ...one, ...item } : one)),
});

const disagreeing = (how: string, item: Item, counters: Told = {}): Story => [
  `an ended job is polled once more and is then in doubt if ${how}`,
  { told: changed(item, counters) },
  async ({ run, ledger, note }) => {
    await run(TEN);
    // No other batch and no lookup asks for the identifiers that the answer does not show.
    const verdicts = TEN.map((id) =>
      tested(ledger()).lookUp(id, { mayBegin: true, reuseSince: 0 }),
    );
    note((await Promise.all(verdicts)).map(({ verdict }) => verdict).join(', '));
    await run(TEN);
  },
];

/** So many answers leave out the first three. */
const omitting = (answers: number) => (data: Told, asked: number) => {
  const cpfs = itemsOf(data).slice(3);
  return asked > answers ? data : { ...data, cpfs, total_records: 7, processed: 7, found: 7 };
};

stories('answers about jobs', [
  [
    'a status answer with the id of another job is asked for again',
    { told: ofAnother(2) },
    ({ run }) => run(10),
  ],
  [
    'a job stays accepted if every status answer has the id of another job, which is an error of the service',
    { told: ofAnother(4) },
    async ({ run }) => [await run(10), await run(10)],
  ],
  disagreeing('the list says that they were not found', { found: false, name: null }),
  disagreeing('found is a text', { found: 'true', name: null }),
  disagreeing('found is null beside a name', { found: null }),
  disagreeing('the record is missing', { found: true, name: null }),
  disagreeing(
    'the record is missing, and the counters lag',
    { name: null },
    { found: 5, not_found: 5 },
  ),
  [
    'a job is polled once more if an answer covers fewer identifiers than were accepted',
    { told: omitting(1) },
    ({ run }) => run(TEN),
  ],
  [
    'a job is in doubt if two answers cover fewer identifiers than were accepted',
    { told: omitting(Infinity) },
    async ({ run }) => [await run(TEN), await run(TEN)],
  ],
  [
    'only identifiers without an answer are in doubt if they are as many as the counters claim',
    {
      isFound: (id) => !firstFive.has(id),
      told: (data) => ({ ...data, cpfs: itemsOf(data).slice(0, -1), found: 6, not_found: 4 }),
    },
    ({ run }) => run(TEN),
  ],
  [
    'a charged result that is missing in the answer is never sent again, and is stored when the service names it',
    { told: (data, asked) => (asked > 4 ? data : { ...data, cpfs: itemsOf(data).slice(1) }) },
    async ({ run }) => [await run(10), await run(10, { resumes: true }), await run(10)],
  ],
  [
    'a job ends although its last answer omits identifiers that an earlier answer named',
    {
      told: (data, asked) =>
        asked === 1 ? { ...data, status: 'processing' } : { ...data, cpfs: itemsOf(data).slice(1) },
    },
    ({ run }) => run(3),
  ],
  [
    'a job that the service calls failed is polled again after the interval, and is not failed if it goes on',
    { pollsToEnd: 2, told: failed(1) },
    ({ run }) => run(10),
  ],
  [
    'a job has failed when a second poll shows the same numbers',
    { jobs: [{ failAfter: 3 }] },
    ({ run }) => run(10),
  ],
  [
    'a job that the service calls failed stays accepted if the deadline leaves no time for a second poll',
    { pollsToEnd: 3, told: failed(2) },
    async ({ run, clock }) => {
      await run(10, { deadline: clock.now() + INTERVAL + 1_000 });
      await run(10);
    },
  ],
  [
    'the error of a job is the text of the service, also if it looks like an error of confere',
    { jobs: [{ failAfter: 0, says: '{"code":"network","facts":{"mayHaveCharged":true}}' }] },
    ({ run, clock }) => run(3, { deadline: clock.now() + 2 * INTERVAL + 1_000 }),
  ],
  [
    'a job is unconfirmed after the second 404, and never sent again',
    { jobs: [{}, { hiddenFor: Infinity }] },
    async ({ run, clock }) => {
      await run(20, { perJob: 10 });
      clock.advance(1_000_000);
      await run(20);
    },
  ],
  [
    'a job that was not found is polled again by the next run, and its results are stored',
    { jobs: [{ hiddenFor: 2 }] },
    async ({ run, restart, open, deps, note }) => {
      await run(3);
      await restart();
      const { batch, release } = await open(3);
      note(String(await createWatcher({ ...deps(), batch }, INTERVAL).pollUntilEnded()));
      await release();
      await run(3);
    },
  ],
  [
    'a job stays accepted after one 404 if the deadline left no time for a second request',
    { jobs: [{ hiddenFor: 1 }] },
    async ({ run, clock, clientUntil }) => {
      const deadline = clock.now() + INTERVAL + 500;
      await run(3, { deadline, client: clientUntil(deadline) });
      await run(3);
    },
  ],
]);

/** Each answer about a job takes so long. */
const slowAnswers = ({ client, clientWith, clock }: Teller, ms: number) =>
  clientWith({
    batchJob: async (...values) => {
      const answer = await client.batchJob(...values);
      clock.advance(ms);
      return answer;
    },
  });

stories('the times of polls', [
  [
    'a job is polled at once if the clock was set back between two runs',
    { pollsToEnd: 3 },
    async ({ run, clock }) => {
      await run(3, { deadline: clock.now() + INTERVAL + 1_000 });
      clock.advance(-7_200_000);
      await run(3, { deadline: clock.now() + 60_000 });
    },
  ],
  [
    'a run polls at its deadline, however short, and the next run polls at once',
    { pollsToEnd: 2 },
    async ({ run, clock }) => [await run(3, { deadline: clock.now() + 100 }), await run(3)],
  ],
  [
    'jobs that are due are polled between two submissions, and a failed poll stops no submission',
    { submissions: ['ok', 429] },
    async ({ run, agree, client, clientWith, service, note }) => {
      await agree();
      let polls = 0;
      const batchJob: ServiceClient['batchJob'] = async (...values) => {
        if ((polls += 1) === 1) throw new ConfereError('state_busy', { path: 'ledger.db' });
        return client.batchJob(...values);
      };
      await run(40, { perJob: 10, client: clientWith({ batchJob }) });
      // The second submission waits for 7 s, in which the first job is due.
      const lines = service.log.filter((line) => line !== 'GET /quota');
      note(lines.map((line) => line.split(' ')[0]).join(' '));
    },
  ],
  [
    'jobs that are always due do not keep the next submission waiting',
    { pollsToEnd: 12 },
    async (world) => {
      await world.agree();
      await world.run(40, {
        perJob: 10,
        client: slowAnswers(world, 20_000),
        onEvent: ({ type }) => {
          if (type === 'accepted') world.clock.advance(10_000);
        },
      });
      const asked = world.service.log.map((line) => line.slice(0, line.indexOf(' ')));
      const before = asked.slice(0, asked.lastIndexOf('POST')).filter((one) => one === 'GET');
      world.note(`${before.length} GET before the last POST`);
    },
  ],
  [
    'after a stop the received answer is stored, and no further request is sent',
    {},
    async ({ run, agree, client, clientWith }) => {
      const stop = new AbortController();
      await agree();
      const batchJob: ServiceClient['batchJob'] = (...values) => {
        stop.abort();
        return client.batchJob(...values);
      };
      await run(20, { perJob: 10, stop: stop.signal, client: clientWith({ batchJob }) });
      await run(20);
    },
  ],
  [
    'polling ends at the deadline, even if a job is always due',
    { pollsToEnd: 30 },
    async (world) => {
      await world.agree();
      const deadline = world.clock.now() + 90_000;
      await world.run(30, { perJob: 10, deadline, client: slowAnswers(world, 20_000) });
    },
  ],
]);

describe('polling', () => {
  it.each([
    ['a small job is polled after 1, 2 and 4 s', 200, [1_000, 2_000, 4_000, 5_000, 7_500, 11_250]],
    ['a large job is polled after 5 s', 201, [5_000, 7_500, 11_250, 16_875, 25_312.5, 30_000]],
  ])('%s, and then less often', async (_, items, waits) => {
    const world = await testWorld({ pollsToEnd: 6 });
    expect((await world.run(items, { interval: 5_000 })).summary.state).toBe('complete');
    expect(world.clock.sleeps).toEqual(waits);
  });

  it('polling keeps a longer interval that the user requested', () => {
    const after = (interval: number) => [0, 1, 9].map((polls) => computeInterval(polls, interval));
    expect(after(45_000)).toEqual([45_000, 45_000, 45_000]);
    expect(after(1_000)).toEqual([1_000, 1_500, 30_000]);
  });
});
