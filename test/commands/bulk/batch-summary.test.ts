import { expect, it } from 'vitest';
import { formatClosing, formatSummary } from '../../../src/commands/bulk/shared/summary.js';
import { chooseMarks } from '../../../src/terminal/live.js';
import { PLAIN } from '../../../src/terminal/style.js';
import { jobOf, summaryOf } from './live/views.js';

const plain = { paint: PLAIN, marks: chooseMarks({ env: {}, platform: 'linux' }), elapsed: 41_000 };

it('of credits that read the same only one is shown', () => {
  const credits = { estimated: 27, charged: 27, saved: 0, now: 26.999999 };
  const ended = { ...summaryOf([jobOf('done', 27, 27)]), credits };
  expect(formatClosing(ended, plain)).toContain('; 27 credits; 41 s');
});

it('what was abandoned and has its answer is not charged once more', () => {
  const credits = { estimated: 40, charged: 0, saved: 0, now: 0 };
  const given = { ...summaryOf([jobOf('abandoned', 40, 0, 1)]), credits };
  expect(formatSummary(given)).toContain('up to 39 more for what was abandoned');
});

it('a share is rounded as a calculator does; 100% is all of it, and 0% nothing', () => {
  const shares = [24_686, 28_292, 28_293, 1].map((found) => {
    const all = summaryOf([jobOf('done', 28_293, found, 28_293 - found)]);
    return /\(([\d.]+)%/.exec(formatSummary(all))?.[1];
  });
  expect(shares).toEqual(['87.3', '99.9', '100', '0.1']);
});
