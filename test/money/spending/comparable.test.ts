import { describe, expect, it } from 'vitest';
import { incomparable } from '../../../src/money/spending/course.js';
import { JULY, pair, type Change } from '../support.js';

const DAY = 86_400_000;
const MINUTE = 60_000;

describe('two readings', () => {
  const verdict = (first: Change, second: Change) => incomparable(...pair(first, second));

  it.each<[string, Change, Change, ReturnType<typeof incomparable>]>([
    ['a corrected clock', { used: 0 }, { at: JULY - MINUTE }, undefined],
    ['a clock that was set back', { used: 0 }, { at: JULY - MINUTE - 1 }, 'period'],
    ['less than an hour from zero', { used: 0 }, { at: JULY + 60 * MINUTE }, undefined],
    ['more than an hour from zero', { used: 0 }, { at: JULY + 60 * MINUTE + 1 }, 'period'],
    ['two months of a paid plan', { used: 3 }, { at: JULY + 3 * DAY }, undefined],
  ])('of %s', (_, first, second, expected) => {
    expect(verdict(first, second)).toBe(expected);
  });

  it.each(['Grátis', 'Grátis (Free)', 'Free'])('of two months of the plan %s', (plan) => {
    expect(verdict({ plan, used: 3 }, { plan, at: JULY + 3 * DAY })).toBe('period');
    expect(verdict({ plan, used: 3 }, { plan, at: JULY + DAY })).toBeUndefined();
  });
});
