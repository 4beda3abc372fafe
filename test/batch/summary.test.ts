import { expect, it } from 'vitest';
import { summarize } from '../../src/batch/summary.js';
import { NEW_BATCH, testLedger } from '../ledger/support.js';
import { cpfs, sumsOf } from './support.js';

it('a batch whose planning was interrupted has no counts and is incomplete', async () => {
  const ledger = await testLedger();
  const { batch } = await ledger.claimBatch(NEW_BATCH, false);
  await ledger.beginPlan(batch.num, 'cpf', '{}');
  const items = cpfs(10).map((id, n) => ({ id, position: n + 1 }));
  await ledger.addPlanned(batch.num, 'cpf', items, [{ job: 1, room: 10 }], Infinity, 1);
  const seen = [await summarize(ledger, batch.num)];
  const none = { reused: 0, found: 0, notFound: 0, skipped: 0, failed: 0, pending: 0 };
  expect(seen).toMatchObject([
    {
      ...{ batch: batch.id, state: 'incomplete', rows: 0, invalid: 0, duplicates: 0, unique: 0 },
      ...{ ...none, unconfirmed: 0, jobs: [] },
      credits: { estimated: 0, charged: 0, saved: 0 },
    },
  ]);
  expect(seen.map(sumsOf)).toEqual([{ rows: 0, unique: 0 }]);
});
