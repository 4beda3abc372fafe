import { expect, it } from 'vitest';
import { keepResults } from '../../../src/batch/watch/keep-results.js';
import type { BatchJob, JobResult } from '../../../src/service/index.js';
import { createFakeClock } from '../../helpers/fake-clock.js';
import { NEW_BATCH, testLedger } from '../../ledger/support.js';

const found = (id: string): JobResult => ({
  id,
  found: true,
  record: Buffer.from(`{"cpf":"${id}"}`),
});
const missing = (id: string): JobResult => ({ id, found: false, record: null });

async function acceptedJob(ids: readonly string[]) {
  const ledger = await testLedger();
  const { batch } = ledger.batches.claim(NEW_BATCH, false);
  const items = ids.map((id, position) => ({ id, position, job: 1, record: null }));
  ledger.items.addAll(batch.num, items, 1);
  ledger.jobs.plan(batch.num, { seq: 1, kind: 'cpf', items: ids.length });
  ledger.jobs.submitting(batch.num, 1, 0, 0, 1);
  ledger.jobs.accepted(batch.num, 1, 'job', 0, 2);
  const clock = createFakeClock();
  const job = ledger.jobs.of(batch.num)[0];
  if (job === undefined) throw new Error('no job');
  const keep = (results: readonly JobResult[]) => {
    const counts = { found: 0, notFound: 0, skipped: 0, totalRecords: ids.length, processed: 0 };
    const rest = { id: 'job', status: 'processing', error: null, hasPassed: false } as const;
    const answer: BatchJob = { ...rest, ...counts, results, mark: { length: 0, crc: 0 } };
    keepResults({ ledger, clock }, batch, job, answer);
    return ledger.items.counts(batch.num);
  };
  const paid = () => [...ledger.records.newestAmong('cpf', [...ids, 'z'], 0)];
  return { keep, paid };
}

it('of one answer that contradicts itself the first found stands, and is one record', async () => {
  const { keep, paid } = await acceptedJob(['a', 'b', 'c']);
  const results = [missing('a'), found('a'), found('a'), missing('a'), found('z'), missing('b')];
  expect(keep(results)).toMatchObject({ found: 1, notFound: 1, pending: 1 });
  expect(paid()).toEqual([['a', 1]]);
});

it('of several answers only what is news is written', async () => {
  const { keep, paid } = await acceptedJob(['a', 'b', 'c']);
  keep([missing('a'), found('b')]);
  expect(keep([found('a'), missing('b'), found('b')])).toMatchObject({ found: 2, notFound: 0 });
  expect(paid()).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

it('more results than are written at once are all written', async () => {
  const ids = Array.from({ length: 2_500 }, (_, n) => `id${n}`);
  const { keep, paid } = await acceptedJob(ids);
  expect(keep(ids.map(found))).toMatchObject({ found: 2_500, pending: 0 });
  expect(paid()).toHaveLength(2_500);
});
