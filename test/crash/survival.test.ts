import { describe, expect, it } from 'vitest';
import { survive } from './survive.js';

/** `npm run chaos` kills at every change of state, and within transactions, too. */
const isWhole = process.env['CONFERE_CHAOS'] !== undefined;
const STRIDE = isWhole ? 1 : 12;
const PATIENCE = { timeout: isWhole ? 0 : 180_000 };
const SIDES = ['before', 'after'];
const RENAMES = ['incoming', 'typed.json', 'accepted-1.json', 'accepted-2.json', 'out.csv'];

describe.concurrent('a batch survives, paid once and nothing lost', PATIENCE, () => {
  it.each([
    ['failing', 1],
    ['failing', 5],
    ['failing', 9],
    ['mixed', 2],
  ])('a kill at changes of state: %s, from number %i', async (base, from) => {
    for (const every of isWhole ? [false, true] : [false])
      for (let [n, isKilled] = [from, true]; isKilled; n += STRIDE) {
        const sides = isWhole ? SIDES : [SIDES[Math.floor(n / STRIDE) % 2]];
        for (const side of sides)
          ({ wasKilled: isKilled } = await survive(`${base} ${n}:${side}`, every));
        expect(isKilled || n > STRIDE).toBe(true);
      }
  });

  it.each(RENAMES.flatMap((path) => SIDES.map((side) => `failing ${path}:${side}`)))(
    'a kill at the rename of its input, a job id or its result: %s',
    async (name) => {
      expect(await survive(name)).toMatchObject({ wasKilled: true });
    },
  );
});
