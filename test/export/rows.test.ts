import { describe, expect, it } from 'vitest';
import { mergedRowChunks, mergedRows, type RowSource } from '../../src/export/rows.js';
import { detectLayout } from '../../src/input/index.js';
import type { Batch, Item, Job } from '../../src/ledger/index.js';
import { waitingItems } from '../../src/ledger/job-items.js';
import { RowItems } from '../../src/ledger/job-items.js';
import { cpfs, csv } from '../batch/support.js';
import { file } from '../input/files.js';

const AT = Date.UTC(2026, 0, 5, 12);
const FETCHED = Date.UTC(2026, 0, 2);
const OPEN: Item = { job: 1, answer: null, answeredAt: null, data: null, fetchedAt: null };
const FOUND: Item = {
  ...{ job: 1, answer: 'found', answeredAt: AT, fetchedAt: FETCHED, data: { name: 'A' } },
};
const NOT_FOUND: Item = { ...OPEN, answer: 'not_found', answeredAt: AT };

interface Known {
  /** What the ledger says of the identifier of each row. */
  readonly items: readonly (Item | undefined)[];
  readonly jobs?: readonly Partial<Job>[];
  readonly source?: RowSource['source'];
  /** The number of rows of the plan. */
  readonly planned?: number;
  /** How many identifiers were left out, because single lookups of them are in doubt. */
  readonly leftOut?: number;
}

const RECORDS: Item[] = [];

/** An item whose record is found by its number. */
function rowItemOf(item: Item | undefined) {
  if (item === undefined) return undefined;
  const { data, fetchedAt: _, ...own } = item;
  return { ...own, record: data === null ? null : RECORDS.push(item) - 1 };
}

/** A file of valid identifiers, one for each item, and a ledger that knows these items and jobs. */
async function sourceOf(known: Known, content?: string): Promise<RowSource> {
  const { items, jobs = [], source = 'api', planned = items.length, leftOut = 0 } = known;
  const ids = cpfs(items.length);
  const path = file(content ?? csv(ids));
  const byId = new Map(ids.map((id, index) => [id, items[index]]));
  const ledger = {
    jobsOf: () => Promise.resolve(jobs as Job[]),
    leftOut: () => Promise.resolve(ids.slice(0, leftOut).map((id) => ({ id }))),
    rowItems: () => Promise.resolve({ get: (_: number, id: string) => rowItemOf(byId.get(id)) }),
    recordsByNumber: (nums: readonly number[]) =>
      Promise.resolve(
        new Map(
          nums.map((num) => {
            const { fetchedAt, data } = RECORDS[num] ?? OPEN;
            return [num, { fetchedAt, data }];
          }),
        ),
      ),
  } as unknown as RowSource['ledger'];
  const erased = { rows: [], paid: { cpf: 0, cnpj: 0 } };
  const batch = { num: 1, id: 'abc', file: 'in.csv', rows: planned, erased } as unknown as Batch;
  return { ledger, batch, path, layout: await detectLayout(path, {}), source };
}

async function resultsFor(known: Known, content?: string) {
  const all = [];
  for await (const { result } of mergedRows(await sourceOf(known, content))) all.push(result);
  return all;
}

const nothing = { reason: '', source: '', fetchedAt: '', data: null };

describe('the result of a row', () => {
  it.each<[what: string, item: Item, told: object]>([
    [
      'found by a job has the moment of its record',
      FOUND,
      { source: 'api', fetchedAt: '2026-01-02T00:00:00.000Z', data: { name: 'A' } },
    ],
    ['found in the ledger', { ...FOUND, job: null }, { source: 'ledger' }],
    [
      'found without a known moment',
      { ...FOUND, fetchedAt: null, answeredAt: null },
      { fetchedAt: '' },
    ],
  ])('%s', async (_, item, told) => {
    expect(await resultsFor({ items: [item] })).toMatchObject([
      { status: 'found', reason: '', ...told },
    ]);
  });

  it('of the sandbox never claims to come from the ledger', async () => {
    const items = [FOUND, { ...FOUND, job: null }];
    expect(await resultsFor({ items, source: 'sandbox' })).toMatchObject([
      { source: 'sandbox' },
      { source: 'sandbox' },
    ]);
  });

  it('not found has the moment of the answer and no record', async () => {
    expect(await resultsFor({ items: [NOT_FOUND] })).toEqual([
      { ...nothing, status: 'not_found', source: 'api', fetchedAt: '2026-01-05T12:00:00.000Z' },
    ]);
  });

  it('has its own moment, also beside rows with the same and with another one', async () => {
    const items = [FOUND, FOUND, NOT_FOUND, FOUND];
    const moments = (await resultsFor({ items })).map(({ fetchedAt }) => fetchedAt.slice(0, 10));
    expect(moments).toEqual(['2026-01-02', '2026-01-02', '2026-01-05', '2026-01-02']);
  });

  it('is invalid if the service refused the identifier', async () => {
    expect(await resultsFor({ items: [{ ...OPEN, answer: 'rejected', answeredAt: AT }] })).toEqual([
      { ...nothing, status: 'invalid', reason: 'rejected_by_service' },
    ]);
  });

  it('is invalid with the reason of its reading, whatever the ledger has', async () => {
    const [id = ''] = cpfs(1);
    const results = await resultsFor({ items: [FOUND], planned: 2 }, csv(['11111111111', id]));
    expect(results).toMatchObject([
      { ...nothing, status: 'invalid', reason: 'repeated' },
      { status: 'found' },
    ]);
  });

  it.each<
    [
      what: string,
      items: Known['items'],
      jobs: readonly Partial<Job>[],
      status: string,
      reason?: string,
    ]
  >([
    ['an identifier that the ledger does not have', [undefined], [], 'pending'],
    [
      'an identifier without a job',
      [{ ...OPEN, job: null }],
      [{ seq: 1, state: 'done' }],
      'pending',
    ],
    ['a job that is gone', [OPEN], [{ seq: 2, state: 'failed' }], 'pending'],
    ['a planned job', [OPEN], [{ seq: 1, state: 'planned' }], 'pending'],
    ['an accepted job', [OPEN], [{ seq: 1, state: 'accepted' }], 'pending'],
    ['a job that is being sent', [OPEN], [{ seq: 1, state: 'submitting' }], 'unconfirmed'],
    ['an unconfirmed job', [OPEN], [{ seq: 1, state: 'unconfirmed' }], 'unconfirmed'],
    ['a job that skipped some', [OPEN], [{ seq: 1, state: 'done', skipped: 1 }], 'skipped'],
    ['a job that skipped none', [OPEN], [{ seq: 1, state: 'done', skipped: 0 }], 'failed'],
    ['a failed job', [OPEN], [{ seq: 1, state: 'failed', error: 'broken' }], 'failed', 'broken'],
    ['a failed job without a reason', [OPEN], [{ seq: 1, state: 'failed', error: null }], 'failed'],
    ['an abandoned job', [OPEN], [{ seq: 1, state: 'abandoned' }], 'failed', 'abandoned'],
  ])('without an answer: %s', async (_, items, jobs, status, reason = '') => {
    expect(await resultsFor({ items, jobs })).toEqual([{ ...nothing, status, reason }]);
  });
});

it('a row whose identifier was left out is unconfirmed, unless it has an answer', async () => {
  const jobs = [{ seq: 1, state: 'planned' }] as const;
  const results = await resultsFor({ items: [OPEN, FOUND, OPEN], jobs, leftOut: 2 });
  expect(results.map(({ status }) => status)).toEqual(['unconfirmed', 'found', 'pending']);
});

describe('the rows of a batch', () => {
  it('come in chunks of at most 500, every one of them, in input order', async () => {
    const items = cpfs(1_201).map((_, n) => ({ ...FOUND, data: { n } }));
    const sizes: number[] = [];
    const seen: unknown[] = [];
    for await (const chunk of mergedRowChunks(await sourceOf({ items }))) {
      sizes.push(chunk.length);
      seen.push(...chunk.map(({ result }) => result.data?.['n']));
    }
    expect(seen).toEqual(items.map((_, n) => n));
    expect(Math.max(...sizes)).toBe(500);
  });

  it.each([2, 4])(
    'are refused after the last one if the plan had %i instead of 3',
    async (planned) => {
      const told = resultsFor({ items: [FOUND, FOUND, FOUND], planned });
      await expect(told).rejects.toMatchObject({
        ...{ kind: 'ledger', code: 'rows_differ' },
        facts: { batch: 'abc', rows: planned, found: 3 },
      });
    },
  );
});

it('a row with another identifier than was planned is refused', async () => {
  const from = await sourceOf({ items: [FOUND, FOUND] });
  const planned = new RowItems(2);
  const others = [cpfs(2)[0] ?? '', cpfs(3)[2] ?? ''];
  planned.add(1, waitingItems(others.map((id, n) => ({ id, position: n + 1 }))));
  const ledger = { ...from.ledger, rowItems: () => Promise.resolve(planned) };
  const read = async () => {
    for await (const { row } of mergedRows({ ...from, ledger })) expect(row.number).toBe(1);
  };
  await expect(read()).rejects.toMatchObject({ code: 'copy_damaged', facts: { batch: 'abc' } });
});

describe('the rows of a ledger that answers slowly', () => {
  it('are asked for one chunk ahead, and stay in order', async () => {
    const from = await sourceOf({ items: Array.from({ length: 1_200 }, () => FOUND) });
    const asked: number[] = [];
    const ledger: RowSource['ledger'] = {
      ...from.ledger,
      recordsByNumber: (nums) => {
        asked.push(nums.length);
        return from.ledger.recordsByNumber(nums);
      },
    };
    const seen: [rows: number, asked: number][] = [];
    const numbers: number[] = [];
    for await (const rows of mergedRowChunks({ ...from, ledger })) {
      seen.push([rows.length, asked.length]);
      numbers.push(...rows.map(({ row }) => row.number));
    }
    expect(seen).toEqual([
      [500, 2],
      [500, 3],
      // The last record comes with the end of the file.
      [199, 4],
      [1, 4],
    ]);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('that fails for the next ones still gives those before it', async () => {
    const from = await sourceOf({ items: Array.from({ length: 600 }, () => FOUND) });
    let times = 0;
    const ledger: RowSource['ledger'] = {
      ...from.ledger,
      recordsByNumber: (nums) => {
        times += 1;
        if (times === 2) return Promise.reject(new Error('away'));
        return from.ledger.recordsByNumber(nums);
      },
    };
    const chunks: number[] = [];
    const read = async () => {
      for await (const rows of mergedRowChunks({ ...from, ledger })) chunks.push(rows.length);
    };
    await expect(read()).rejects.toThrow('away');
    expect(chunks).toEqual([500]);
  });
});
