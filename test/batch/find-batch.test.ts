import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEW_BATCH, opened, testFolder, testLedger } from '../ledger/support.js';
import { cpfs, testWorld } from './support.js';
import { findBatch, findPlannedBatch } from '../../src/batch/find-batch.js';
import type { Ledger } from '../../src/ledger/index.js';
import { peekBatches } from '../../src/ledger/sqlite/peek.js';
import { discardIfRefused } from '../../src/batch/plan/open-batch.js';
import { removeBatch } from '../../src/batch/removal.js';
import { ConfereError } from '../../src/base/errors.js';

async function keep(ledger: Ledger, ...ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    await ledger.findOrCreateBatch({ ...NEW_BATCH, id, matchKey: id, createdAt: at }, false);
  }
}

describe('findBatch', () => {
  it.each([
    [undefined, 'b1c'],
    ['b', 'b1c'],
    ['B1', 'b1c'],
    ['a1', 'a1c'],
    ['a2b', 'a2b'],
  ])('findBatch finds one batch by the prefix %s', async (prefix, id) => {
    const ledger = await testLedger();
    await keep(ledger, 'a1c', 'a2b', 'b1c');
    expect((await findBatch(ledger, prefix)).id).toBe(id);
  });

  it.each([
    ['a', 'ambiguous_batch'],
    ['', 'empty_batch_name'],
    ['1c', 'no_such_batch'],
    ['%', 'no_such_batch'],
    ['a1c0', 'no_such_batch'],
  ])('findBatch refuses the prefix %s', async (prefix, code) => {
    const ledger = await testLedger();
    await keep(ledger, 'a1c', 'a2b', 'b1c');
    await expect(findBatch(ledger, prefix)).rejects.toMatchObject({ kind: 'usage', code });
  });
});

it('findPlannedBatch refuses a batch whose input was not read to its end', async () => {
  const ledger = await testLedger();
  await keep(ledger, 'a1c');
  const found = findPlannedBatch(ledger, 'a');
  await expect(found).rejects.toMatchObject({ kind: 'usage', code: 'batch_not_planned' });
});

it('peekBatches finds batches by the same prefixes, also older ones', async () => {
  const folder = await testFolder();
  await keep(await opened(folder), 'a1c', 'a2b', 'b1c', 'b2c');
  const ids = async (idPrefix: string, most = 2) =>
    (await peekBatches(folder, { idPrefix, most })).map(({ id }) => id);
  expect(await ids('')).toEqual(['b2c', 'b1c']);
  expect(await ids('A')).toEqual(['a2b', 'a1c']);
  expect(await ids('b', 1)).toEqual(['b2c']);
});

async function threeBatches() {
  const world = await testWorld();
  const made = async (count: number) => {
    world.clock.advance(1000);
    return (await world.run(cpfs(count))).batch.id;
  };
  const [first, second] = [await made(1), await made(2)];
  const meant = async () => (await findBatch(world.ledger(), undefined)).id;
  return { world, made, first, second, meant };
}

it('without an id, findBatch returns the batch that was last worked on', async () => {
  const { world, made, first, second, meant } = await threeBatches();
  expect(await meant()).toBe(second);
  expect(await made(1)).toBe(first);
  expect(await meant()).toBe(first);
  const third = await made(3);
  expect(await meant()).toBe(third);
  await made(2);
  expect(await meant()).toBe(second);
  // Also for the next process.
  await world.restart();
  expect(await meant()).toBe(second);
});

it('without an id, findBatch returns the newest batch if the last one was removed or is not known', async () => {
  const { world, made, first, second, meant } = await threeBatches();
  await made(1);
  const ledger = world.ledger();
  await removeBatch(ledger, await findBatch(ledger, first));
  expect(await meant()).toBe(second);
  await writeFile(join(ledger.folder, 'last-batch.json'), '{"id":');
  expect(await meant()).toBe(second);
});

it('a new batch that is refused does not become the one last worked on', async () => {
  const { world, made, first, meant } = await threeBatches();
  await made(1);
  world.clock.advance(1000);
  const held = await world.open(9);
  const over = new ConfereError('over_max_credits', { of: 'batch', worstCase: 9, maxCredits: 1 });
  expect(await discardIfRefused(world.deps(), held, over)).toBe(true);
  expect(await meant()).toBe(first);
});
