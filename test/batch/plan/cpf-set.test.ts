import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CpfSet } from '../../../src/batch/plan/cpf-set.js';

const text = (number: number) => `${String(number).padStart(9, '0')}00`;

/** Adds each number and compares the result with that of a `Set`. */
function compare(numbers: Iterable<number>): void {
  const [set, own] = [new Set<number>(), new CpfSet()];
  for (const number of numbers) {
    const isNew = !set.has(number);
    set.add(number);
    if (own.add(text(number)) !== isNew) throw new Error(`${number}: ${!isNew}`);
  }
}

it('contains what was added, like a Set', () => {
  const number = fc.oneof(
    fc.nat(20),
    fc.nat(999_999_999),
    fc.constantFrom(65_535, 65_536, 999_999_999),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 300 }), (numbers) => {
      compare(numbers);
    }),
  );
});

it('contains what was added when a bucket becomes a bitmap, in any order of adding', () => {
  const all = Array.from({ length: 12_000 }, (_, n) => n);
  const scattered = all.map((n) => (n * 7_919) % 65_536);
  for (const numbers of [all, all.toReversed(), scattered]) compare([...numbers, ...numbers]);
  expect(new CpfSet().add('52998224725')).toBe(true);
});
