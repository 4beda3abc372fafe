import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { findBatch, findPlannedBatch } from '../../src/batch/find-batch.js';
import { removeBatch } from '../../src/batch/removal.js';
import { opened, testFolder } from '../ledger/support.js';
import { cpfs, testWorld } from './support.js';

it('a batch is found by a prefix of its id that no other has', async () => {
  const folder = testFolder();
  const ledger = await opened(folder);
  for (const [createdAt, id] of ['a1c', 'a2b', 'b1c', 'b2c'].entries())
    await ledger.newBatch({ id, matchKey: id, createdAt });
  const found = (prefix?: string) =>
    findBatch(ledger, prefix).then(
      ({ id }) => id,
      (error: unknown) => (error as ConfereError).code,
    );
  const wanted = { b2: 'b2c', B1: 'b1c', a1: 'a1c', a2b: 'a2b' };
  const refused = { a: 'ambiguous_batch', '': 'empty_batch_name', '1c': 'no_such_batch' };
  const unknown = { '%': 'no_such_batch', a1c0: 'no_such_batch' };
  for (const [prefix, id] of Object.entries({ ...wanted, ...refused, ...unknown }))
    expect([prefix, await found(prefix)]).toEqual([prefix, id]);
  expect(await found()).toBe('b2c');
  await expect(findPlannedBatch(ledger, 'a1')).rejects.toMatchObject({
    kind: 'usage',
    code: 'batch_not_planned',
  });
});

it('without an id, the batch is meant that was last worked on, or else the newest that is known', async () => {
  const world = await testWorld();
  const made = async (count: number) => {
    world.clock.advance(1000);
    return (await world.run(cpfs(count))).batch.id;
  };
  const meant = async () => (await findBatch(world.ledger(), undefined)).id;
  const [first, second] = [await made(1), await made(2)];
  expect(await meant()).toBe(second);
  expect(await made(1)).toBe(first);
  // Also for the next process.
  await world.restart();
  expect(await meant()).toBe(first);
  const ledger = world.ledger();
  await removeBatch(ledger, await findBatch(ledger, first));
  expect(await meant()).toBe(second);
  await writeFile(join(ledger.folder, 'last-batch.json'), '{"id":');
  expect(await meant()).toBe(second);
});
