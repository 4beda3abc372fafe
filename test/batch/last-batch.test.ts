import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findBatch } from '../../src/batch/find-batch.js';
import { discardIfRefused } from '../../src/batch/plan/open-batch.js';
import { removeBatch } from '../../src/batch/removal.js';
import { ConfereError } from '../../src/errors.js';
import { cpfs, testWorld } from './support.js';

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

it('the batch that is meant without an id is the one last worked on', async () => {
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

it('it is the newest where the last one was removed, or nothing is known of it', async () => {
  const { world, made, first, second, meant } = await threeBatches();
  await made(1);
  const ledger = world.ledger();
  await removeBatch(ledger, await findBatch(ledger, first));
  expect(await meant()).toBe(second);
  await writeFile(join(ledger.folder, 'last-batch.json'), '{"id":');
  expect(await meant()).toBe(second);
});

it('a new batch that a guard refuses leaves it as it was', async () => {
  const { world, made, first, meant } = await threeBatches();
  await made(1);
  world.clock.advance(1000);
  const held = await world.open(9);
  const over = new ConfereError('over_max_credits', { of: 'batch', worstCase: 9, maxCredits: 1 });
  expect(await discardIfRefused(world.deps(), held, over)).toBe(true);
  expect(await meant()).toBe(first);
});
