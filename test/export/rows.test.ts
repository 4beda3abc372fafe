import { describe, expect, it } from 'vitest';
import { mergeRows, type RowSource } from '../../src/export/rows.js';
import { detectLayout } from '../../src/input/index.js';
import type { Batch, Job, RowItem, StoredRecord } from '../../src/ledger/index.js';
import { RowItems, createItems } from '../../src/ledger/job-items.js';
import { cpfs, csv } from '../batch/support.js';
import { file } from '../input/files.js';

const AT = Date.UTC(2026, 0, 5, 12);
const FETCHED = Date.UTC(2026, 0, 2);
/** What became of an identifier, with its record. */
type Item = Omit<RowItem, 'record'> &
  ({ readonly data: null; readonly fetchedAt: null } | StoredRecord);

const OPEN: Item = { job: 1, answer: null, answeredAt: null, data: null, fetchedAt: null };
const FOUND: Item = {
  job: 1,
  answer: 'found',
  answeredAt: AT,
  fetchedAt: FETCHED,
  data: { name: 'A' },
};

interface Known {
  /** What the ledger says of the identifier of each row. */
  readonly items: readonly (Item | undefined)[];
  readonly jobs?: readonly Partial<Job>[];
  readonly source?: RowSource['source'];
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
async function sourceOf(known: Known): Promise<RowSource> {
  const { items, jobs = [], source = 'api', leftOut = 0 } = known;
  const ids = cpfs(items.length);
  const path = file(csv(ids));
  const byId = new Map(ids.map((id, index) => [id, items[index]]));
  const ledger = {
    readJobs: () => Promise.resolve(jobs as Job[]),
    findDoubtsAboutPlanned: () => Promise.resolve(ids.slice(0, leftOut).map((id) => ({ id }))),
    readRowItems: () =>
      Promise.resolve({ get: (_: number, id: string) => rowItemOf(byId.get(id)) }),
    readRecords: (nums: readonly number[]) =>
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
  const batch = { num: 1, id: 'abc', file: 'in.csv', rows: ids.length, erased } as unknown as Batch;
  return { ledger, batch, path, layout: await detectLayout(path, {}), source };
}

async function resultsFor(known: Known) {
  const all = [];
  for await (const { result } of mergeRows(await sourceOf(known))) all.push(result);
  return all;
}

const nothing = { reason: '', source: '', fetchedAt: '', data: null };

describe('the result of a row', () => {
  it('of the sandbox never claims to come from the ledger', async () => {
    const items = [FOUND, { ...FOUND, job: null }];
    expect(await resultsFor({ items, source: 'sandbox' })).toMatchObject([
      { source: 'sandbox' },
      { source: 'sandbox' },
    ]);
  });

  it('is invalid if the service refused the identifier', async () => {
    expect(await resultsFor({ items: [{ ...OPEN, answer: 'rejected', answeredAt: AT }] })).toEqual([
      { ...nothing, status: 'invalid', reason: 'rejected_by_service' },
    ]);
  });

  it('without an answer is what its job says', async () => {
    const jobs: readonly (readonly [Partial<Job>, told: string])[] = [
      [{ state: 'planned' }, 'pending'],
      [{ state: 'accepted' }, 'pending'],
      [{ state: 'submitting' }, 'unconfirmed'],
      [{ state: 'unconfirmed' }, 'unconfirmed'],
      [{ state: 'done', skipped: 1 }, 'skipped'],
      [{ state: 'done', skipped: 0 }, 'failed'],
      [{ state: 'failed', error: '{"said":"broken"}' }, 'failed broken'],
      ...['broken', '123', 'null', '{'].map(
        (error) => [{ state: 'failed', error }, `failed ${error}`] as const,
      ),
      [{ state: 'failed', error: null }, 'failed'],
      [{ state: 'abandoned' }, 'failed abandoned'],
    ];
    const known = jobs.map(([job], seq) => ({ seq, ...job }));
    // An identifier that the ledger does not have, one without a job, and one whose job is gone.
    const others = [undefined, { ...OPEN, job: null }, { ...OPEN, job: 99 }];
    const items = [...others, ...known.map(({ seq }) => ({ ...OPEN, job: seq }))];
    const results = await resultsFor({ items, jobs: known });
    expect(results.map(({ status, reason }) => `${status} ${reason}`.trim())).toEqual([
      ...others.map(() => 'pending'),
      ...jobs.map(([, told]) => told),
    ]);
  });
});

it('a row whose identifier was left out is unconfirmed, unless it has an answer', async () => {
  const jobs = [{ seq: 1, state: 'planned' }] as const;
  const results = await resultsFor({ items: [OPEN, FOUND, OPEN], jobs, leftOut: 2 });
  expect(results.map(({ status }) => status)).toEqual(['unconfirmed', 'found', 'pending']);
});

it('a row with another identifier than was planned is refused', async () => {
  const from = await sourceOf({ items: [FOUND, FOUND] });
  const planned = new RowItems(2);
  const others = [cpfs(2)[0] ?? '', cpfs(3)[2] ?? ''];
  planned.add(1, createItems(others.map((id, n) => ({ id, position: n + 1 }))));
  const ledger = { ...from.ledger, readRowItems: () => Promise.resolve(planned) };
  const read = async () => {
    for await (const { row } of mergeRows({ ...from, ledger })) expect(row.number).toBe(1);
  };
  await expect(read()).rejects.toMatchObject({ code: 'copy_damaged', facts: { batch: 'abc' } });
});
