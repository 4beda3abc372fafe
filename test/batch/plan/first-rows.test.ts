import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FirstRows } from '../../../src/batch/plan/first-rows.js';
import { kindOf } from '../../../src/identifiers/index.js';
import { idOf, makeCnpj } from '../../helpers/invented.js';
import { cpfAt } from '../support.js';

/** What a `Map` says. */
function expectLikeMap(ids: readonly string[]): void {
  const [map, own] = [new Map<string, number>(), new FirstRows()];
  const rows = ids.map((id, n) => own.add(kindOf(id), id, n + 1));
  ids.forEach((id, n) => {
    if (!map.has(id)) map.set(id, n + 1);
  });
  expect(rows).toEqual(ids.map((id) => map.get(id)));
}

it('knows the first row of each identifier, like a Map, also after growing', () => {
  const few = fc.array(fc.oneof(fc.nat(40).map(cpfAt), fc.nat(40).map(makeCnpj)));
  fc.assert(fc.property(few, expectLikeMap));
  // The sequence of invented CNPJs repeats earlier numbers before this one.
  const cnpjAt = (n: number): string => makeCnpj(n + 92_312);
  const many = [cpfAt, cnpjAt].flatMap((make) => Array.from({ length: 60_000 }, (_, n) => make(n)));
  expectLikeMap([...many, ...many.toReversed()]);
});

it('distinguishes a CPF from the CNPJs that begin or end with its digits', () => {
  const number = fc.nat(3).map((n) => String(100_000_000 + n));
  const alike = number.chain((cpf) => fc.constantFrom(cpf, `000${cpf}`, `${cpf}000`));
  fc.assert(
    fc.property(fc.array(alike), (bodies) => {
      expectLikeMap(bodies.map(idOf));
    }),
  );
});
