import { expect, it } from 'vitest';
import { summarize } from '../../src/batch/summary.js';
import { INTERVAL, testWorld } from './support.js';

it('the trouble of a job is what the service says, also where that looks like ours', async () => {
  const said = '{"code":"network","facts":{"mayHaveCharged":true}}';
  const world = await testWorld({ jobs: [{ failAfter: 0, says: said }] });
  const deadline = world.clock.now() + 2 * INTERVAL + 1_000;
  await world.run(3, { deadline });
  expect(await summarize(world.ledger(), 1)).toMatchObject({ jobs: [{ error: { said } }] });
});
