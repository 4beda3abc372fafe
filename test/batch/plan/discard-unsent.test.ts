import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { discardIfRefused, inputPath, type HeldBatch } from '../../../src/batch/plan/open-batch.js';
import { ConfereError, UsageError } from '../../../src/errors.js';
import type { Ledger } from '../../../src/ledger/index.js';
import { testWorld, type World } from '../support.js';

const credits = new ConfereError('over_max_credits', { of: 'batch', worstCase: 3, maxCredits: 1 });
const usage = new UsageError('no_batches', {});
const stopped = new ConfereError('interrupted', { during: 'batch' });

/** What is left of a batch. */
async function left(world: World, { batch }: HeldBatch) {
  return {
    isKnown: (await world.ledger().findBatches({ num: batch.num })).length > 0,
    hasFolder: existsSync(join(dirname(world.ledger().folderOf('incoming')), batch.id)),
    hasInput: existsSync(inputPath(world.deps(), batch)),
  };
}

const GONE = { isKnown: false, hasInput: false, hasFolder: false };
const KEPT = { isKnown: true, hasInput: true, hasFolder: true };

async function opened(): Promise<{ world: World; held: HeldBatch }> {
  const world = await testWorld();
  return { world, held: await world.open(3) };
}

it.each([
  ['new, and refused for credits', true, credits, GONE],
  ['new, and another run has it', true, new ConfereError('batch_forgotten', {}), GONE],
  ['new, and its output refused', true, usage, GONE],
  ['new, and stopped', true, stopped, GONE],
  ['known, and refused', false, credits, KEPT],
  ['new, and without trouble', true, undefined, KEPT],
])('a batch that is %s leaves what it should', async (_, isNew, error, wanted) => {
  const { world, held } = await opened();
  const isDiscarded = await discardIfRefused(world.deps(), { ...held, isNew }, error);
  expect([isDiscarded, await left(world, held)]).toEqual([wanted === GONE, wanted]);
});

it('a new batch goes also where its input is missing, and stays where something was sent', async () => {
  const { world, held } = await opened();
  await rm(inputPath(world.deps(), held.batch));
  expect(await discardIfRefused(world.deps(), held, credits)).toBe(true);
  expect(await left(world, held)).toEqual(GONE);
  const { batch } = await world.run(4);
  const sent = { ...held, batch };
  expect(await discardIfRefused(world.deps(), sent, credits)).toBe(false);
  expect(await left(world, sent)).toMatchObject({ isKnown: true, hasInput: true });
});

it('a batch whose removal was cut short runs nothing, and the next run plans it again', async () => {
  const world = await testWorld();
  const held = await world.open(60);
  const discardBatch = () => Promise.reject(new Error('killed'));
  const cut: Ledger = { ...world.ledger(), discardBatch };
  await expect(discardIfRefused(world.deps({ ledger: cut }), held, credits)).rejects.toThrow();
  await held.release();
  await world.restart();
  const [half] = await world.ledger().findBatches({ num: held.batch.num });
  expect(half).toMatchObject({ plannedAt: null });
  expect(await world.ledger().jobsOf(held.batch.num)).toEqual([]);
  const again = await world.open(60);
  expect(again).toMatchObject({ isNew: true, batch: { num: held.batch.num, rows: 60 } });
  expect(await world.ledger().jobsOf(held.batch.num)).toMatchObject([{ items: 60 }]);
  // It is refused as the first run was, and nothing is left.
  expect(await discardIfRefused(world.deps(), again, credits)).toBe(true);
  expect(await left(world, again)).toEqual(GONE);
});
