import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LedgerSpending, spendingReport, sumOf } from '../../src/money/spending.js';
import { runs } from '../helpers/runs.js';

const DAY = 86_400_000;
const EVER = { since: -Infinity, until: Infinity };
const PRICES = { cpf: 1, cnpj: 0.1, realtime: 1.5 };
const count = fc.nat(1000);
const SUMMED = ['found', 'charged', 'assumed', 'saved', 'atRisk', 'possiblyCharged'] as const;

const piece = fc
  .record({
    day: fc.nat(800).map((days) => days * DAY),
    kind: fc.constantFrom('cpf', 'cnpj', 'realtime'),
    keyFingerprint: fc.constant('finger'),
    from: fc.constantFrom('deleted', 'lookups', 'b1', 'b2'),
    ...{ found: count, atRisk: count, givenUp: count, saved: count, isAssumed: fc.boolean() },
  })
  .map(({ from, ...facts }) => ({
    ...facts,
    price: PRICES[facts.kind],
    ...(from === 'deleted' || from === 'lookups'
      ? { source: from, batch: null }
      : { source: 'batch' as const, batch: { id: from, file: 'in.csv', createdAt: from.length } }),
  }));

const ledgers: fc.Arbitrary<LedgerSpending[]> = fc.array(
  fc.record({
    owner: fc.record({ profile: fc.constantFrom('default', 'work'), baseUrl: fc.constant('u') }),
    spending: fc.array(piece),
  }),
  { maxLength: 3 },
);

it('the sums are the same however they are grouped', () => {
  fc.assert(
    fc.property(ledgers, (all) => {
      const { total } = spendingReport(all, 'month', EVER);
      for (const by of ['month', 'day', 'batch', 'kind', 'profile'] as const) {
        const report = spendingReport(all, by, EVER);
        expect(report.total).toEqual(total);
        for (const name of SUMMED)
          expect(sumOf(report.groups, (group) => group[name])).toBe(total[name]);
      }
    }),
    { numRuns: runs(100) },
  );
});

it('names what has no batch any more last, and batches by their age', () => {
  const one = {
    ...({ day: 0, kind: 'cpf', keyFingerprint: 'k', found: 1, atRisk: 0, givenUp: 0 } as const),
    ...{ saved: 0, price: 1, isAssumed: false },
  };
  const batch = (id: string, createdAt: number) =>
    ({ ...one, source: 'batch', batch: { id, file: 'f', createdAt } }) as const;
  const spending = [
    { ...one, source: 'deleted', batch: null },
    batch('young', 5),
    { ...one, source: 'lookups', batch: null },
    batch('old', 1),
  ] as const;
  const owner = { profile: 'default', baseUrl: null };
  const { groups } = spendingReport([{ owner, spending }], 'batch', EVER);
  expect(groups.map(({ key }) => (key.of === 'batch' ? key.batch.id : key.of))).toEqual([
    ...['old', 'young', 'deleted', 'lookups'],
  ]);
});
