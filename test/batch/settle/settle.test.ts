import { expect, it } from 'vitest';
import {
  cpfs,
  csv,
  mostOften,
  SETTLE,
  testWorld,
  type RunOptions,
  type World,
} from '../support.js';

/** A POST that hangs until the client gives up, three settle times after it was sent. */
async function timedOut() {
  const world = await testWorld({
    submissions: ['hang'],
    onRequest: (line) => {
      if (line.startsWith('POST') && world.service.count('POST') === 1) {
        world.clock.advance(3 * SETTLE);
      }
    },
  });
  const path = await world.file(csv(cpfs(10)));
  const sent = world.clock.now();
  const first = await world.run(path);
  expect(first.kind).toBe('unconfirmed');
  expect(world.clock.now() - sent).toBe(3 * SETTLE);
  expect(world.service.count('POST')).toBe(1);
  await world.restart();
  return { world, path };
}

it('the settle time of a submission that timed out counts from the moment when the outcome became unknown, not from the submission', async () => {
  const { world, path } = await timedOut();
  const began = world.clock.now();
  let resentAt = 0;
  const onEvent: RunOptions['onEvent'] = ({ type }) => {
    if (type === 'submitting') resentAt = world.clock.now();
  };
  const { summary } = await world.run(path, { onEvent });
  expect(world.events).toContainEqual({ type: 'settling', seq: 1, ms: SETTLE });
  expect(resentAt).toBe(began + SETTLE);
  expect(summary).toMatchObject({ state: 'complete', found: 10 });
  expect(mostOften(world.service.book.submitted)).toBe(1);
});

it('a clock that was set back does not let an older charge hide a newer one', async () => {
  const world = await testWorld({ submissions: ['ok', 'drop_after'] });
  expect((await world.run(10)).summary.state).toBe('complete');
  world.clock.advance(-120 * SETTLE);
  for (const wait of [0, 0, 2 * SETTLE]) {
    world.clock.advance(wait);
    expect((await world.run(cpfs(10, 100))).kind).toBe('unconfirmed');
  }
  expect(world.service.count('POST')).toBe(2);
  expect(mostOften(world.service.book.submitted)).toBe(1);
});

/** A submission without an answer; then somebody sets the machine's clock to ten hours later. */
async function lostAndSet(then: (clock: World['clock']) => void = () => undefined) {
  const world = await testWorld({ submissions: ['drop_before'] });
  world.service.book.account.used = 50;
  const path = await world.file(csv(cpfs(10)));
  expect((await world.run(path)).kind).toBe('unconfirmed');
  then(world.clock);
  world.clock.set(10 * 3_600_000);
  await world.restart();
  return { world, path };
}

it.each([
  ['counts what the machine has been running since', SETTLE - 5_000, 5_000, () => undefined],
  ['begins to count on a restarted machine', SETTLE, SETTLE, restarted],
  ['begins to count on another machine', SETTLE, SETTLE, moved],
])('a clock that was set forward %s', async (_, passes, waits, then) => {
  const { world, path } = await lostAndSet(then);
  world.clock.advance(passes);
  const { summary } = await world.run(path);
  expect(world.events.filter(({ type }) => type === 'settling')).toEqual([
    { type: 'settling', seq: 1, ms: waits },
  ]);
  expect(summary).toMatchObject({ state: 'complete', found: 10 });
  expect(mostOften(world.service.book.submitted)).toBe(1);
});

function restarted(clock: World['clock']): void {
  clock.restart();
  clock.advance(7_000);
}

function moved(clock: World['clock']): void {
  clock.move();
}
