import fc from 'fast-check';
import { test } from 'vitest';
import { properties } from './properties.js';

const MINUTE = 60_000;
/** Set by `npm run fuzz`: the properties share this time, each with a new seed. */
const minutes = Number(process.env['FUZZ_MINUTES'] ?? 0);
const names = Object.keys(properties);
const share = (minutes * MINUTE) / names.length;

const bounded = { seed: 20260101, numRuns: 150 };
const open = { seed: Date.now() % 2 ** 31, numRuns: 1e9, interruptAfterTimeLimit: share };

test.each(names)(
  'hostile files: %s',
  async (name) => {
    const property = properties[name];
    if (property !== undefined) await fc.assert(property, minutes > 0 ? open : bounded);
  },
  2 * MINUTE + 2 * share,
);
