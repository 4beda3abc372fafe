import { describe, expect, it } from 'vitest';
import { chargesBetween, isExact, isFreePlan, kindsOf } from '../../src/money/book.js';
import { readings, request } from './support.js';

/** Asked for between the ticks 4 and 5, and 19 and 20. */
const [from, to] = readings([5, 100], [20, 120]) as [never, never];
const ZERO = { cpf: 0, cnpj: 0, realtime: 0 };

describe('what was charged between two readings', () => {
  it.each([
    ['a request that ended before the first', { begun: 1, ended: 4 }, 0, 0],
    ['one that overlaps the first', { begun: 1, ended: 5 }, 0, 3],
    ['one between them', { begun: 5, ended: 19 }, 3, 3],
    ['one that overlaps the second', { begun: 6, ended: 20 }, 0, 3],
    ['one that began before the first and runs', { begun: 1 }, 0, 10],
    ['one that runs', { begun: 6 }, 0, 10],
    ['one in doubt', { begun: 6, isDoubtful: true }, 3, 3],
    ['one that began after the second', { begun: 20 }, 0, 0],
  ])('of %s', (_, facts, least, most) => {
    const charges = chargesBetween([request({ found: 3, items: 10, ...facts })], from, to);
    expect(charges).toEqual({ least: { ...ZERO, cpf: least }, most: { ...ZERO, cpf: most } });
    expect(isExact(charges)).toBe(least === most);
    expect(kindsOf(charges)).toEqual(most === 0 ? [] : ['cpf']);
  });

  it('adds requests up, each kind by itself', () => {
    const done = { begun: 6, ended: 9, found: 3 };
    const all = [request(done), request(done), request({ ...done, kind: 'realtime', found: 1 })];
    const sums = { ...ZERO, cpf: 6, realtime: 1 };
    const charges = chargesBetween(all, from, to);
    expect(charges).toEqual({ least: sums, most: sums });
    expect(kindsOf(charges)).toEqual(['cpf', 'realtime']);
  });
});

it.each([
  ['Grátis', true],
  ['Grátis'.normalize('NFD'), true],
  ['Micro', false],
])('the plan %s is the one without overage: %s', (plan, isFree) => {
  expect(isFreePlan(plan)).toBe(isFree);
});
