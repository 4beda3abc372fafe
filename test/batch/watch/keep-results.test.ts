import { expect, it } from 'vitest';
import { storeResults } from '../../../src/batch/poll.js';
import type { BatchJob, JobResult } from '../../../src/service/index.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { acceptedBatch, figuresOf, testLedger } from '../../ledger/support.js';

const found = (id: string): JobResult => ({
  id,
  found: true,
  record: Buffer.from(`{"cpf":"${id}"}`),
});
const missing = (id: string): JobResult => ({ id, found: false, record: null });

const LAST = { mayAskAgain: false, mayGoOn: false };

async function acceptedJob(ids: readonly string[]) {
  const ledger = await testLedger();
  const batch = await acceptedBatch(ledger, ids);
  const clock = createFakeClock();
  const [job] = await ledger.jobsOf(batch.num);
  if (job === undefined) throw new Error('no job');
  const keep = async (results: readonly JobResult[]) => {
    const counts = { found: 0, notFound: 0, skipped: 0, totalRecords: ids.length, processed: 0 };
    const rest = { id: 'job', status: 'processing', error: null, hasPassed: false } as const;
    const answer: BatchJob = { ...rest, ...counts, results, mark: { length: 0, crc: 0 } };
    await storeResults({ ledger, clock, batch }, job, answer, LAST);
    return (await figuresOf(ledger, batch.num))?.counts;
  };
  const paid = async () => [...(await ledger.paidAmong('cpf', [...ids, 'z'], 0))];
  return { ledger, batch, keep, paid };
}

it('of an answer that contradicts itself, the first found result is stored, as one record', async () => {
  const { keep, paid } = await acceptedJob(['a', 'b', 'c']);
  const results = [missing('a'), found('a'), found('a'), missing('a'), found('z'), missing('b')];
  expect(await keep(results)).toMatchObject({ found: 1, notFound: 1, pending: 1 });
  expect(await paid()).toEqual(['a']);
});

it('of several answers, only changes are stored', async () => {
  const { keep, paid } = await acceptedJob(['a', 'b', 'c']);
  await keep([missing('a'), found('b')]);
  expect(await keep([found('a'), missing('b'), found('b')])).toMatchObject({
    found: 2,
    notFound: 0,
  });
  expect(await paid()).toEqual(['a', 'b']);
});

it('more results than fit in one statement are all stored', async () => {
  const ids = Array.from({ length: 2_500 }, (_, n) => `id${1_000 + n}`);
  const { keep, paid } = await acceptedJob(ids);
  expect(await keep(ids.map(found))).toMatchObject({ found: 2_500, pending: 0 });
  expect(await paid()).toHaveLength(2_500);
});
