import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { holdBatch } from '../../../src/batch/plan/open-batch.js';
import { followUntilFree } from '../../../src/batch/watch.js';
import { ConfereError } from '../../../src/errors.js';
import { openLedger } from '../../../src/ledger/index.js';
import { testWorld } from '../support.js';

/** A batch that another run holds, and the dependencies of one that would watch it. */
async function heldElsewhere() {
  const world = await testWorld();
  const own = await world.open(3);
  const other = await openLedger(join(world.folder, 'ledger'), world.clock);
  onTestFinished(() => other.close());
  return { world, own, other };
}

it('a batch that another run has is looked at in every interval, until it is free', async () => {
  const { world, own, other } = await heldElsewhere();
  let looks = 0;
  const onEvent = ({ type }: { readonly type: string }) => {
    if (type === 'polled' && (looks += 1) === 3) void own.release();
  };
  const deps = world.deps({ ledger: other, onEvent });
  const held = await followUntilFree(deps, own.batch, 5000);
  if (held instanceof ConfereError) throw held;
  expect(held.batch.id).toBe(own.batch.id);
  expect(looks).toBe(3);
  expect(world.events.filter(({ type }) => type === 'following')).toHaveLength(1);
  expect(world.service.log).toEqual([]);
  await held.release();
});

it('it is left at the deadline and at a stop, as it was', async () => {
  const { world, own, other } = await heldElsewhere();
  const before = await other.figures();
  const late = world.deps({ ledger: other, deadline: world.clock.now() + 12_000 });
  expect(await followUntilFree(late, own.batch, 5000)).toMatchObject({ code: 'batch_held' });
  const controller = new AbortController();
  const stop = new ConfereError('interrupted', { during: 'batch' });
  const onEvent = () => {
    controller.abort(stop);
  };
  const stopped = world.deps({ ledger: other, stop: controller.signal, onEvent });
  await expect(followUntilFree(stopped, own.batch, 5000)).rejects.toMatchObject({
    facts: { during: 'batch', batch: own.batch.id },
  });
  expect(await other.figures()).toEqual(before);
  await expect(holdBatch(world.deps({ ledger: other }), own.batch)).rejects.toMatchObject({
    code: 'batch_held',
  });
  await own.release();
});
