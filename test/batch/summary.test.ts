import { expect, it } from 'vitest';
import { summarize, type Summary } from '../../src/batch/summary.js';
import { cpfs, csv, sumsOf, testWorld } from './support.js';

it('a batch whose planning was interrupted has no counts and is incomplete', async () => {
  const world = await testWorld();
  const path = await world.file(csv(cpfs(10)));
  const looks: Promise<Summary>[] = [];
  const look = async (): Promise<Summary> => {
    const ledger = world.ledger();
    const [[cut], written, summary] = await Promise.all([
      ledger.findBatches(),
      ledger.findItems(1, cpfs(10)),
      summarize(ledger, 1),
    ]);
    expect(cut?.plannedAt).toBeNull();
    expect(written.filter((item) => item?.job === 1)).toHaveLength(10);
    return summary;
  };
  const { batch, release } = await world.open(path, {
    onEvent: (event) => {
      if (event.type !== 'progress' || event.done !== 10) return;
      // A kill would leave the ledger in this state: items stored, the plan not complete.
      looks.push(look());
    },
  });
  await release();
  const seen = await Promise.all(looks);
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
