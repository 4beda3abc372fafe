import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdSet } from '../../../src/batch/plan/id-set.js';
import { makeCnpj } from '../../helpers/invented.js';
import { cpfAt } from '../support.js';

it('tells what it has seen as a Set does, also after it has grown', () => {
  const few = fc.array(fc.oneof(fc.nat(40).map(cpfAt), fc.nat(40).map(makeCnpj)));
  fc.assert(
    fc.property(few, (ids) => {
      const [set, own] = [new Set<string>(), new IdSet()];
      for (const id of ids) expect(own.add(id)).toBe(set.size < set.add(id).size);
      expect(own.size).toBe(set.size);
    }),
  );
  // The row of invented CNPJs repeats itself before this one.
  const cnpjAt = (n: number): string => makeCnpj(n + 92_312);
  const many = new IdSet();
  for (const make of [cpfAt, cnpjAt]) {
    for (let n = 0; n < 60_000; n += 1) if (!many.add(make(n))) throw new Error(`lost ${n}`);
  }
  for (const make of [cpfAt, cnpjAt]) {
    for (let n = 0; n < 60_000; n += 1) if (many.add(make(n))) throw new Error(`forgot ${n}`);
  }
  expect(many.size).toBe(120_000);
});
