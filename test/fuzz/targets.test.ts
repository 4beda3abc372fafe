import { expect, test } from 'vitest';
import { createRandom } from './engine/random.js';
import { explore } from './engine/explore.js';
import { targets } from './targets/index.js';

// A bounded part of what `npm run fuzz` does, always the same; coverage is not measured here.
const SEED = 20260101;
const INPUTS = 60;

test.each(targets)('changed inputs: $name', async (target) => {
  const random = createRandom(`${SEED} ${target.name}`);
  const { findings } = await explore(target, random, (inputs) => inputs >= INPUTS);
  expect(findings.map(({ what, input }) => ({ what, input: input.toString('latin1') }))).toEqual(
    [],
  );
});
