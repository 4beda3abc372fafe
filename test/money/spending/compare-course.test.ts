import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareCourse } from '../../../src/money/spending/compare-course.js';
import { DEFAULT_PRICES } from '../../../src/money/price.js';
import type { DatedRequest } from '../../../src/ledger/index.js';
import { readings } from '../support.js';

/** A request that ended at the tick `ended`, with a second for each tick. */
function dated(begun: number, ended: number | null, given: Partial<DatedRequest>): DatedRequest {
  return { kind: 'cpf', begun, ended, at: begun * 1000, found: 0, atRisk: 0, ...given };
}

const credits = (all: readonly { readonly credits: number }[]) =>
  all.reduce((sum, one) => sum + one.credits, 0);

function compared(...given: Parameters<typeof compareCourse>) {
  const course = compareCourse(...given);
  const sum = (of: (one: (typeof course.differences)[number]) => number) =>
    course.differences.reduce((total, one) => total + of(one), 0);
  return {
    charged: credits(course.compared),
    notCompared: credits(course.notCompared),
    sinceReading: credits(course.sinceReading),
    unconfirmed: sum((one) => one.unconfirmed),
    others: sum((one) => one.others),
    fewer: sum((one) => one.fewer),
  };
}

const nothing = {
  charged: 0,
  notCompared: 0,
  sinceReading: 0,
  unconfirmed: 0,
  others: 0,
  fewer: 0,
};
const ten = dated(6, 9, { found: 10 });

it.each([
  ['nothing without readings', [], [ten], { sinceReading: 10 }],
  ['what two readings show', readings([5, 3], [11, 13]), [ten], { charged: 10 }],
  ['others', readings([5, 3], [11, 17]), [ten], { charged: 10, others: 4 }],
  ['a refund or another price', readings([5, 3], [11, 9]), [ten], { charged: 10, fewer: 4 }],
  [
    'what came before the first reading',
    readings([11, 3], [15, 4]),
    [ten],
    { notCompared: 10, others: 1 },
  ],
  ['what came after the last one', readings([3, 3], [5, 3]), [ten], { sinceReading: 10 }],
  [
    'what came before the first reading, where all that was used is ours',
    readings([11, 10], [15, 11]),
    [ten],
    { charged: 10, others: 1 },
  ],
  ['a renewal: the credits fell', readings([5, 30], [11, 10]), [ten], { notCompared: 10 }],
  [
    'a month of the free plan',
    readings([5, 3, { plan: 'Grátis', at: 0 }], [11, 10, { plan: 'Grátis', at: 32 * 86_400_000 }]),
    [ten],
    { notCompared: 10 },
  ],
  [
    'a period that may have begun unseen, where all that is ours is there',
    readings([5, 0], [11, 12, { at: 40 * 86_400_000 }]),
    [ten],
    { charged: 10, others: 2 },
  ],
  [
    'a period that has begun unseen',
    readings([5, 0], [11, 8, { at: 40 * 86_400_000 }]),
    [ten],
    { notCompared: 10 },
  ],
  [
    'no reading during a request, which may be charged before or after it',
    readings([5, 0], [8, 4], [11, 10]),
    [ten],
    { charged: 10 },
  ],
  [
    'a doubt, up to what it may have cost',
    readings([5, 0], [11, 7]),
    [dated(6, null, { atRisk: 5 })],
    { unconfirmed: 5, others: 2 },
  ],
  [
    'a doubt that is charged late, and once',
    readings([5, 0], [11, 3], [15, 6], [20, 9]),
    [dated(6, null, { atRisk: 5 })],
    { unconfirmed: 5, others: 4 },
  ],
  [
    'what was given up, only where it was under way',
    readings([5, 0], [11, 0], [15, 3]),
    [dated(6, 9, { atRisk: 5 })],
    { others: 3 },
  ],
  [
    'no reading after a job that found something and has not ended',
    readings([5, 0], [11, 3]),
    [dated(6, null, { found: 2, atRisk: 3 })],
    { sinceReading: 2 },
  ],
  [
    'kinds at their own prices',
    readings([5, 0], [11, 6.5]),
    [dated(6, 7, { found: 1, kind: 'realtime' }), dated(8, 9, { found: 5 })],
    { charged: 6.5 },
  ],
] as const)('compares %s', (_, course, requests, expected) => {
  const found = compared({ readings: course, requests }, DEFAULT_PRICES);
  expect(found).toEqual({ ...nothing, ...expected });
});

it.each([
  ['a fall that our requests explain: a renewal', [5, 30], [11, 10], {}, 'renewal'],
  ['more than our requests explain', [5, 30], [11, 21], {}, 'refund_or_renewal'],
  ['the free plan within a month', [5, 30], [11, 2], { plan: 'Grátis' }, 'refund'],
] as const)('names %s', (_, [first, before], [second, after], more, why) => {
  const course = readings([first, before, more], [second, after, more]);
  const { fallen } = compareCourse({ readings: course, requests: [ten] }, DEFAULT_PRICES);
  expect(fallen).toEqual([
    { from: first * 1000, at: second * 1000, usedBefore: before, usedAfter: after, why },
  ]);
});

it('agrees to the credit with an account that counts, whatever others spend and when it is read', () => {
  const event = fc.record({
    what: fc.constantFrom('read', 'own', 'others', 'long'),
    credits: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let [tick, used, own, others] = [0, 0, 0, 0];
      const requests: DatedRequest[] = [];
      const seen: (readonly [number, number])[] = [[(tick += 2), 0]];
      for (const { what, credits: count } of events) {
        used += what === 'read' ? 0 : count;
        if (what === 'others') others += count;
        if (what === 'own' || what === 'long') {
          own += count;
          // A long one is charged before the next two readings and ends after them.
          requests.push(
            dated((tick += 1), what === 'long' ? tick + 5 : (tick += 1), { found: count }),
          );
        }
        if (what === 'long') seen.push([(tick += 2), used], [(tick += 2), used]);
        if (what === 'long') tick += 2;
        if (what === 'read') seen.push([(tick += 2), used]);
      }
      seen.push([tick + 2, used]);
      const found = compared({ readings: readings(...seen), requests }, DEFAULT_PRICES);
      expect(found).toEqual({ ...nothing, charged: own, others });
    }),
  );
});
