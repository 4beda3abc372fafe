import { expect, it } from 'vitest';
import { sentence } from '../../../src/output/batches/event-lines.js';
import { nextSteps, noRun } from '../../../src/output/next-step.js';
import { cpfs, testWorld, type RunOptions } from '../support.js';

/** A batch of ten was given up, and a file that shares `shared` of them is run; returns what the plan says. */
async function planAfter(shared: number, how: RunOptions) {
  const world = await testWorld({ submissions: ['drop_after'] });
  const { batch } = await world.run(10);
  await world.decide(batch, { kind: 'abandon' });
  const before = world.events.length;
  const { summary } = await world.run([...cpfs(shared), ...cpfs(5, 11)], how);
  expect(summary).toMatchObject({ state: 'complete', found: shared + 5 });
  const events = world.events.slice(before);
  const plan = events.find(({ type }) => type === 'plan');
  if (plan?.type !== 'plan') throw new Error('No plan was told.');
  expect(events.indexOf(plan)).toBeLessThan(events.findIndex(({ type }) => type === 'submitting'));
  return {
    numbers: plan.numbers,
    told: sentence(
      plan,
      nextSteps(() => noRun),
      0,
    ),
  };
}

it.each([
  [5, '5 identifiers', 'they are'],
  [1, '1 identifier', 'it is'],
])('what was given up (%i) is sent again, and said so before', async (shared, begin, end) => {
  const { numbers, told } = await planAfter(shared, { limits: { reuseSince: 0 } });
  expect(numbers).toMatchObject({ toSend: shared + 5, givenUp: shared });
  const tail = `abandoned earlier may have been charged already; ${end} sent again.`;
  expect(told).toMatch(new RegExp(` ${begin} ${tail}$`));
});

it('nothing is said to who asks for all records anew', async () => {
  const { numbers, told } = await planAfter(5, { reuseSince: Infinity, limits: { reuseSince: 0 } });
  expect(numbers).toMatchObject({ toSend: 10, givenUp: 0 });
  expect(told).not.toContain('--abandon');
});
