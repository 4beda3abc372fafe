import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checked, discardIfRefused } from '../../../src/batch/plan/open-batch.js';
import { inputPath, type HeldBatch } from '../../../src/batch/plan/open-batch.js';
import { ConfereError, UsageError } from '../../../src/errors.js';
import type { Ledger } from '../../../src/ledger/index.js';
import { cpfs, csv, testWorld, type World } from '../support.js';

const credits = new ConfereError('over_max_credits', { of: 'batch', worstCase: 3, maxCredits: 1 });
const locked = new ConfereError('batch_forgotten', {});
const usage = new UsageError('no_batches', {});
const stopped = new ConfereError('interrupted', { during: 'batch' });

/** What is left of a batch. */
async function left(world: World, { batch }: HeldBatch) {
  return {
    isKnown: (await world.ledger().findBatches({ num: batch.num })).length > 0,
    hasFolder: existsSync(join(dirname(world.ledger().folderOf('incoming')), batch.id)),
    hasInput: existsSync(inputPath(world.deps(), batch)),
    isTold: world.events.some(({ type }) => type === 'discarded'),
  };
}

const GONE = { isKnown: false, hasInput: false, hasFolder: false, isTold: true };
const KEPT = { isKnown: true, hasInput: true, hasFolder: true, isTold: false };

async function opened(): Promise<{ world: World; held: HeldBatch }> {
  const world = await testWorld();
  const held = await world.open(await world.file(csv(cpfs(3))));
  return { world, held };
}

describe('a new batch that was refused', () => {
  it.each([
    ['the credits', credits],
    ['another batch', locked],
    ['the output', usage],
    ['a stop', stopped],
  ])('because of %s leaves nothing behind', async (_, error) => {
    const { world, held } = await opened();
    expect(await discardIfRefused(world.deps(), held, error)).toBe(true);
    expect(await left(world, held)).toEqual(GONE);
  });

  it('goes also where its input is missing', async () => {
    const { world, held } = await opened();
    await rm(inputPath(world.deps(), held.batch));
    expect(await discardIfRefused(world.deps(), held, credits)).toBe(true);
    expect(await left(world, held)).toEqual(GONE);
  });
});

describe('a batch whose removal was cut short', () => {
  it('runs nothing, and the next run makes its plan anew', async () => {
    const world = await testWorld();
    const path = await world.file(csv(cpfs(60)));
    const held = await world.open(path);
    const cut: Ledger = {
      ...world.ledger(),
      discardBatch: () => Promise.reject(new Error('killed')),
    };
    await expect(discardIfRefused(world.deps({ ledger: cut }), held, credits)).rejects.toThrow();
    await held.release();
    await world.restart();
    const [half] = await world.ledger().findBatches({ num: held.batch.num });
    expect(half).toMatchObject({ plannedAt: null });
    expect(await world.ledger().jobsOf(held.batch.num)).toEqual([]);
    const again = await world.open(path);
    expect(again).toMatchObject({ isNew: true, batch: { num: held.batch.num, rows: 60 } });
    expect(await world.ledger().jobsOf(held.batch.num)).toMatchObject([{ items: 60 }]);
    // It is refused as the first run was, and nothing is left.
    expect(await discardIfRefused(world.deps(), again, credits)).toBe(true);
    expect(await left(world, again)).toEqual(GONE);
  });
});

describe('a batch stays', () => {
  it.each([
    ['that is not new', { isNew: false }, credits],
    ['without trouble', {}, undefined],
  ])('%s', async (_, change, error) => {
    const { world, held } = await opened();
    expect(await discardIfRefused(world.deps(), { ...held, ...change }, error)).toBe(false);
    expect(await left(world, held)).toEqual(KEPT);
  });

  it('of which something was sent', async () => {
    const world = await testWorld();
    const { batch } = await world.run(await world.file(csv(cpfs(3))));
    const held = { batch, isNew: true, release: () => Promise.resolve() };
    expect(await discardIfRefused(world.deps(), held, credits)).toBe(false);
    expect(await left(world, held)).toEqual(KEPT);
  });
});

describe('a check of a held batch', () => {
  it('that refuses discards the new batch, and throws its own error', async () => {
    const { world, held } = await opened();
    await expect(checked(world.deps(), held, () => Promise.reject(usage))).rejects.toBe(usage);
    expect(await left(world, held)).toEqual(GONE);
  });

  it.each([
    ['new', true, { during: 'input' }, GONE],
    ['known', false, { during: 'batch' }, KEPT],
  ])('that is stopped says what is kept of a %s one', async (_, isNew, facts, kept) => {
    const { world, held } = await opened();
    const controller = new AbortController();
    const deps = world.deps({ stop: controller.signal });
    const check = () => {
      controller.abort(stopped);
      return Promise.reject(usage);
    };
    const error = checked(deps, { ...held, isNew }, check);
    await expect(error).rejects.toMatchObject({ code: 'interrupted', facts });
    expect(await left(world, held)).toEqual(kept);
  });
});
