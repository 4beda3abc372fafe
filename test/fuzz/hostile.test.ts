import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../crash/random.js';
import { explore } from './engine/explore.js';
import { properties } from './properties.js';
import { targets } from './targets/index.js';

// A bounded part of what `npm run fuzz` does, always the same; coverage is not measured here.
const SEED = 20260101;
const INPUTS = 30;

test.each(Object.keys(properties))('generated files: %s', async (name) => {
  const property = properties[name];
  if (property !== undefined) await fc.assert(property, { seed: SEED, numRuns: 60 });
});

test.each(targets)('changed inputs: $name', async (target) => {
  const random = createRandom(`${SEED} ${target.name}`);
  const { findings } = await explore(target, random, (inputs) => inputs >= INPUTS);
  expect(findings.map(({ what, input }) => ({ what, input: input.toString('latin1') }))).toEqual(
    [],
  );
});
