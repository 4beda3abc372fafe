import { describe, expect, it } from 'vitest';
import { tested } from '../../ledger/support.js';
import { cpfs, INTERVAL, mostOften, testWorld } from '../support.js';

type Item = Readonly<Record<string, unknown>>;
type Told = Readonly<Record<string, unknown>>;

/** The first answers carry the id of another job. */
const ofAnother = (times: number) => (data: Told, asked: number) =>
  asked > times ? data : { ...data, id: String(data['id']).replace(/.$/, 'f') };

/** The first answers say that the job has failed. */
const failed = (times: number) => (data: Told, asked: number) =>
  asked > times ? data : { ...data, status: 'failed', error: 'Falha ao registrar validação' };

describe('status answers of another job', () => {
  it('a status answer with the id of another job is asked for again', async () => {
    const world = await testWorld({ told: ofAnother(2) });
    const { summary } = await world.run(10);
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.service.count('POST')).toBe(1);
  });

  it('a job stays accepted if every status answer has the id of another job, which is an error of the service', async () => {
    const world = await testWorld({ told: ofAnother(4) });
    const { summary, error } = await world.run(10);
    expect(error).toMatchObject({ kind: 'service', code: 'unreadable_answer' });
    expect(summary).toMatchObject({ state: 'running', pending: 10 });
    expect((await world.run(10)).summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.service.count('POST')).toBe(1);
  });
});

const IDS = cpfs(10);
const first5 = new Set(IDS.slice(0, 5));

/** An answer about the batch of `IDS` whose items of the first five are changed. */
const changed =
  (change: (item: Item) => Item, counters: Told = {}) =>
  (data: Told): object => {
    const list = (key: string) =>
      (data[key] as readonly Item[] | undefined)?.map((item) =>
        first5.has(String(item['cpf'])) ? change(item) : item,
      );
    return { ...data, ...counters, cpfs: list('cpfs') };
  };

describe('status answers whose counters and items disagree', () => {
  it.each([
    ['the list says that they were not found', { found: false, name: null }, {}, 5],
    ['found is a text', { found: 'true', name: null }, {}, 5],
    ['found is null beside a name', { found: null }, {}, 5],
    ['the record is missing', { found: true, name: null }, {}, 5],
    ['the record is missing, and the counters lag', { name: null }, { found: 5, not_found: 5 }, 5],
  ] as const)(
    'an ended job is polled once more and is then in doubt if %s',
    async (_, item, counters, found) => {
      const world = await testWorld({
        told: changed((one) => ({ ...one, ...item }), counters),
      });
      const { summary } = await world.run(IDS);
      expect(summary.state).toBe('unconfirmed');
      const unproved = summary.notFound + summary.unconfirmed;
      expect([summary.found, unproved, summary.unconfirmed > 0]).toEqual([found, 5, true]);
      expect(world.service.count('GET /cpf/bulk/')).toBe(2);
      // No other batch and no lookup asks for the identifiers that the answer does not show.
      for (const id of first5)
        expect((await tested(world.ledger()).lookUp(id)).verdict).toBe('in_batch');
      expect((await world.run(IDS)).summary.state).toBe('unconfirmed');
      expect(world.service.count('POST')).toBe(1);
    },
  );

  it.each([
    [1, { state: 'complete', found: 10, unconfirmed: 0 }],
    [Infinity, { state: 'unconfirmed', found: 7, unconfirmed: 3, failed: 0 }],
  ])(
    'a job is polled once more and is then in doubt if %d answers cover fewer identifiers than were accepted',
    async (...of) => {
      const [times, expected] = of;
      const world = await testWorld({
        told: (data, asked) => {
          const cpfs = (data['cpfs'] as Item[]).slice(3);
          return asked > times ? data : { ...data, cpfs, total_records: 7, processed: 7, found: 7 };
        },
      });
      expect((await world.run(IDS)).summary).toMatchObject(expected);
      expect(world.service.count('GET /cpf/bulk/')).toBe(2);
      await world.run(IDS);
      expect(world.service.count('POST')).toBe(1);
      expect(mostOften(world.service.book.charges)).toBe(1);
    },
  );

  it('only identifiers without an answer are in doubt if they are as many as the counters claim', async () => {
    const world = await testWorld({
      isFound: (id) => !first5.has(id),
      told: (data) => {
        const cpfs = (data['cpfs'] as Item[]).slice(0, -1);
        return { ...data, cpfs, found: 6, not_found: 4 };
      },
    });
    const { summary } = await world.run(IDS);
    expect(summary).toMatchObject({ found: 5, notFound: 4, unconfirmed: 1 });
  });
});

describe('failed jobs', () => {
  it('a job that the service calls failed is polled again after the interval, and is not failed if it goes on', async () => {
    const world = await testWorld({ pollsToEnd: 2, told: failed(1) });
    const began = world.clock.now();
    const { summary } = await world.run(10);
    expect(summary).toMatchObject({ state: 'complete', found: 10, failed: 0 });
    expect(summary.jobs).toMatchObject([{ status: 'done', found: 10 }]);
    expect(world.service.count('POST')).toBe(1);
    expect(mostOften(world.service.book.charges)).toBe(1);
    expect(world.clock.now() - began).toBeGreaterThanOrEqual(2 * INTERVAL);
  });

  it('a job has failed when a second poll shows the same numbers', async () => {
    const world = await testWorld({ jobs: [{ failAfter: 3 }] });
    const { summary } = await world.run(10);
    expect(summary.jobs).toMatchObject([{ status: 'failed', found: 3 }, { status: 'done' }]);
    const first = world.service.book.jobs[0]?.id ?? '';
    expect(world.service.count(`GET /cpf/bulk/${first}`)).toBeGreaterThanOrEqual(2);
    expect(mostOften(world.service.book.charges)).toBe(1);
  });

  it('a job that the service calls failed stays accepted if the deadline leaves no time for a second poll', async () => {
    const world = await testWorld({ pollsToEnd: 3, told: failed(2) });
    const first = await world.run(10, { deadline: world.clock.now() + INTERVAL + 1_000 });
    expect(world.service.count('GET /cpf/bulk/')).toBe(2);
    expect(first.summary).toMatchObject({ state: 'running', found: 5, pending: 5 });
    expect((await world.run(10)).summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.service.count('POST')).toBe(1);
  });
});
