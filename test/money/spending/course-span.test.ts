import { expect, it } from 'vitest';
import { compareCourse } from '../../../src/money/spending/compare-course.js';
import { DEFAULT_PRICES } from '../../../src/money/price.js';
import type { BalanceReading, DatedRequest } from '../../../src/ledger/index.js';
import { readings } from '../support.js';

const ten: DatedRequest = {
  ...{ kind: 'cpf', begun: 6, ended: 9, at: 6000, found: 10, atRisk: 0 },
};

const compare = (seen: readonly BalanceReading[], requests: readonly DatedRequest[] = [ten]) =>
  compareCourse({ readings: [...seen], requests: [...requests] }, DEFAULT_PRICES);

it.each<[string, readonly BalanceReading[], ReturnType<typeof compare>['span']]>([
  ['nothing without readings', [], null],
  ['nothing with one reading', readings([5, 3]), null],
  ['all readings', readings([3, 3], [5, 3], [11, 13]), { from: 3000, to: 11_000 }],
  ['the first of our charges on, if all is ours', readings([11, 10]), { from: 6000, to: 11_000 }],
])('the compared span is %s', (_, seen, span) => {
  expect(compare(seen).span).toEqual(span);
});

it('tells no fall where the count only grew', () => {
  expect(compare(readings([3, 3], [5, 3], [11, 13])).fallen).toEqual([]);
});

it('takes no charge from a request that found nothing', () => {
  const empty = { ...ten, found: 0 };
  const { compared, sinceReading, notCompared } = compare(readings([5, 0], [11, 0]), [empty]);
  expect([...compared, ...sinceReading, ...notCompared]).toEqual([]);
});

it('compares nothing after another plan, also where all that is ours is there', () => {
  const seen = readings([5, 0], [11, 12, { plan: 'Micro' }]);
  expect(compare(seen)).toMatchObject({ compared: [], differences: [] });
});

it.each([
  ['where some credits were used before', 'Básico', 3, 12, true],
  ['on the free plan in another month', 'Grátis', 0, 12, false],
  ['on a paid plan from zero', 'Básico', 0, 10, true],
  ['on a paid plan from zero, with too little', 'Básico', 0, 9.9, false],
])('a month later, %s', (_, plan, before, after, isCompared) => {
  const seen = readings([5, before, { plan }], [11, after, { plan, at: 40 * 86_400_000 }]);
  expect(compare(seen).compared.length > 0).toBe(isCompared);
});

it('no reading overlaps a request that has ended without finding anything', () => {
  const empty = { ...ten, begun: 6, ended: 9, found: 0, atRisk: 5 };
  const { differences } = compare(readings([5, 0], [8, 4], [11, 4]), [empty]);
  expect(differences.map(({ at, unconfirmed }) => [at, unconfirmed])).toEqual([[11_000, 4]]);
});

it('a request that ended explains before one that never did', () => {
  const requests = [
    { ...ten, begun: 6, ended: null, found: 0, atRisk: 5 },
    { ...ten, begun: 7, ended: 9, found: 0, atRisk: 3 },
  ];
  const { differences } = compare(readings([5, 0], [11, 4], [15, 9]), requests);
  expect(differences.map(({ unconfirmed, others }) => [unconfirmed, others])).toEqual([
    [4, 0],
    [4, 1],
  ]);
});
