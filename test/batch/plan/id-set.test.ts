import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdSet, KindSets } from '../../../src/batch/plan/id-set.js';
import { idOf, makeCnpj } from '../../helpers/invented.js';
import { cpfAt } from '../support.js';

it('contains what was added, like a Set, also after growing', () => {
  const few = fc.array(fc.oneof(fc.nat(40).map(cpfAt), fc.nat(40).map(makeCnpj)));
  fc.assert(
    fc.property(few, (ids) => {
      const [set, own] = [new Set<string>(), new IdSet()];
      for (const id of ids) expect(own.add(id)).toBe(set.size < set.add(id).size);
      expect(own.size).toBe(set.size);
    }),
  );
  // The sequence of invented CNPJs repeats earlier numbers before this one.
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

it('distinguishes a CPF from the CNPJs that begin or end with its digits', () => {
  const number = fc.nat(3).map((n) => String(100_000_000 + n));
  const alike = number.chain((cpf) => fc.constantFrom(cpf, `000${cpf}`, `${cpf}000`));
  fc.assert(
    fc.property(fc.array(alike), (bodies) => {
      const [set, own] = [new Set<string>(), new KindSets()];
      for (const id of bodies.map(idOf)) {
        const kind = id.length === 11 ? 'cpf' : 'cnpj';
        expect(own.add(kind, id)).toBe(set.size < set.add(id).size);
      }
    }),
  );
});
