import { expect, it } from 'vitest';
import { createSettlementPause, waitForSettling } from '../../src/batch/settle.js';
import type { Deps } from '../../src/batch/dependencies.js';
import type { ConfereError } from '../../src/base/errors.js';
import type { Batch, LeaseHolder } from '../../src/ledger/index.js';
import { CHECK_OTHERS_EVERY } from '../../src/money/book.js';
import { testWorld } from './support.js';

const OTHER: LeaseHolder = { host: 'two', since: 1 };
type Work = Deps & { readonly batch: Batch };

/** A batch in a world whose other machine settles until somebody has looked so often. */
async function besideSettling(looks: number) {
  const world = await testWorld();
  const { batch, release } = await world.open(1);
  await release();
  world.events.length = 0;
  let left = looks;
  const ledger = {
    ...world.ledger(),
    findAccount: () => Promise.resolve('one'),
    pauseOthers: () => Promise.resolve(left > 0 ? undefined : { release: () => undefined }),
    findPause: () => Promise.resolve((left -= 1) >= 0 ? OTHER : undefined),
  } as unknown as Deps['ledger'];
  const deadline = world.clock.now() + 2 * CHECK_OTHERS_EVERY;
  return { ...world, work: { ...world.deps({ ledger, deadline }), batch } };
}

it.each<[string, number, (work: Work) => Promise<ConfereError | undefined>, number]>([
  ['settling waits, and says so once', 2, (work) => createSettlementPause(work).begin(), 2],
  ['settling waits only until its deadline', 3, (work) => createSettlementPause(work).begin(), 2],
  ['a submission waits, and says so once', 2, (work) => waitForSettling(work, false), 2],
  [
    'a submission that was proved free does not wait, because the proof does not last',
    1,
    (work) => waitForSettling(work, true),
    0,
  ],
])('while another machine settles, %s', async (_, looks, wait, waits) => {
  const { work, clock, events } = await besideSettling(looks);
  const refused = await wait(work);
  if (looks === waits) expect(refused).toBeUndefined();
  else
    expect(refused).toMatchObject({
      code: 'others_settling',
      facts: { batch: work.batch.id, by: OTHER },
    });
  expect(clock.sleeps).toEqual(Array(waits).fill(CHECK_OTHERS_EVERY));
  const told = events.filter(({ type }) => type !== 'waiting');
  if (waits > 0) expect(told).toEqual([{ type: 'others_settling', host: 'two' }]);
});

it('the results of running jobs are fetched while another machine settles', async () => {
  const { work } = await besideSettling(2);
  let collected = 0;
  await waitForSettling(work, false, () => Promise.resolve((collected += 1)));
  expect(collected).toBe(2);
});
