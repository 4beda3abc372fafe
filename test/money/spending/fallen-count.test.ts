import { describe, expect, it } from 'vitest';
import { fallenBetween } from '../../../src/money/spending/fallen-count.js';
import { JULY, pair, type Change } from '../support.js';

const DAY = 86_400_000;
/** Half of the tolerance for what adding fractions leaves over. */
const DUST = 5e-7;

describe('a count that fell', () => {
  const why = (first: Change, second: Change, own = 10) =>
    fallenBetween(...pair(first, second), own)?.why;

  it.each<[string, Change, Change, number, string | undefined]>([
    ['grew', { used: 3 }, { used: 9 }, 10, undefined],
    ['stayed', { used: 9 }, { used: 9 }, 10, undefined],
    ['differs by what fractions leave over', { used: 9 }, { used: 9 - DUST }, 10, undefined],
    ['fell with another plan', {}, { plan: 'Micro' }, 10, undefined],
    ['grew with another plan', { used: 3 }, { plan: 'Micro', used: 9 }, 10, undefined],
    ['fell to what our requests cost', {}, {}, 10, 'renewal'],
    ['fell to little more than they cost', {}, { used: 10 + DUST }, 10, 'renewal'],
    ['fell, and shows what others spent', {}, { used: 11 }, 10, 'refund_or_renewal'],
  ])('that %s', (_, first, second, own, expected) => {
    expect(why(first, second, own)).toBe(expected);
  });

  it.each<[string, number, string]>([
    ['at the same moment', 0, 'refund'],
    ['a day later', DAY, 'refund'],
    ['in another month', 3 * DAY, 'renewal'],
    ['by a clock that was set back', -DAY, 'renewal'],
  ])('on the free plan, %s', (_, later, expected) => {
    const free = { plan: 'Grátis' };
    expect(why(free, { ...free, at: JULY + later })).toBe(expected);
  });
});
