import { describe, expect, it } from 'vitest';
import { courseOf } from '../../../src/money/spending/course.js';
import { courseText } from '../../../src/output/account/course-text.js';
import { look } from '../../output/lookups/looks.js';

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

describe('the course for people', () => {
  it('has the last seven days, and the days that are left', () => {
    const course = courseOf(readings(10, 20, 30, 40, 50, 60, 70, 80, 100));
    expect(courseText(course, look(80)).split('\n')).toEqual([
      '',
      'day (UTC)   used since  used in all  left',
      '2026-10-07          10           30   970',
      '2026-10-08          10           40   960',
      '2026-10-09          10           50   950',
      '2026-10-10          10           60   940',
      '2026-10-11          10           70   930',
      '2026-10-12          10           80   920',
      '2026-10-13          20          100   900',
      'At this pace (11.3 a day) the rest lasts about 80 days.',
      '',
    ]);
  });

  it('is empty after one reading', () => {
    expect(courseText(courseOf(readings(10)), look(80))).toBe('');
  });

  it('says less than a day in words', () => {
    expect(courseText(courseOf(readings(100, 900)), look(80))).toContain('less than a day');
    expect(courseText(courseOf(readings(1, 2, 3)), look(80))).toContain('more than a year');
  });
});
