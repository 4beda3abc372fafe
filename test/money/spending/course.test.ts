import { describe, expect, it } from 'vitest';
import { courseOf } from '../../../src/money/spending/course.js';
import { paceText } from '../../../src/output/account/quota.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 9, 5, 12);

/** A reading of each day, by what was used until then. */
function readings(...used: number[]) {
  return used.map((credits, day) => ({
    ...{ before: 2 * day + 1, after: 2 * day + 2, at: START + day * DAY, plan: 'Micro' },
    ...{ used: credits, remaining: 1000 - credits },
  }));
}

describe('the course of a billing period', () => {
  it('says how long the rest lasts at the rate of the period', () => {
    expect(courseOf(readings(100, 200, 500))).toMatchObject({ perDay: 200, lasts: 2.5 });
  });

  it('begins where the used credits fell', () => {
    const { days, perDay } = courseOf(readings(900, 950, 10, 20, 30));
    expect(days.map(({ used }) => used)).toEqual([10, 20, 30]);
    expect(perDay).toBe(10);
  });

  it.each([
    ['nothing was used', readings(5, 5, 5)],
    ['less than a day has passed', readings(5, 90).map((reading) => ({ ...reading, at: START }))],
    ['there is no reading', []],
  ])('says no duration when %s', (_, given) => {
    expect(courseOf(given).lasts).toBeUndefined();
  });
});

describe('the pace for people', () => {
  it.each([
    [readings(10, 20, 30), 'At this rate (10 per day), the credits last about 97 days.\n'],
    [readings(100, 900), 'At this rate (800 per day), the credits last less than a day.\n'],
    [readings(1, 2, 3), 'At this rate (1 per day), the credits last more than a year.\n'],
    [readings(10), ''],
  ])('is one line, or none where nothing shows it', (of, line) => {
    expect(paceText(courseOf(of))).toBe(line);
  });
});
