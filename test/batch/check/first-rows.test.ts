import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FirstRows } from '../../../src/batch/check/first-rows.js';
import { makeCnpj } from '../../helpers/invented.js';
import { cpfAt } from '../support.js';

function filled(ids: readonly string[], capacity?: number): FirstRows {
  const rows = new FirstRows(capacity);
  ids.forEach((id, index) => {
    rows.add(id, index * 3 + 1);
  });
  return rows;
}

/** Numbers 1, 2, 3 … */
function counter(): () => number {
  let next = 0;
  return () => (next += 1);
}

it('returns each identifier with its row and its job, approximately sorted', async () => {
  const distinct = fc.uniqueArray(fc.nat(60_000), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      distinct,
      fc.constantFrom(cpfAt, makeCnpj, (n: number) => (n % 2 === 0 ? cpfAt(n) : makeCnpj(n))),
      fc.integer({ min: 1, max: 7 }),
      async (numbers, make, count) => {
        const ids = [...new Set(numbers.map(make))];
        const rows = filled(ids, 60);
        await rows.assign(counter(), { count, among: () => Promise.resolve(new Set()) });
        const drained = [...rows.drain(count)];
        expect(drained.every((part) => part.length <= count)).toBe(true);
        const flat = drained.flat();
        const prefixes = flat.map(({ id }) => id.slice(0, 6));
        expect(prefixes).toEqual(prefixes.toSorted());
        const inOrder = flat.toSorted((a, b) => a.position - b.position);
        expect(inOrder).toEqual(ids.map((id, i) => ({ id, position: i * 3 + 1, job: i + 1 })));
        expect([...rows.drain(count)]).toEqual([]);
      },
    ),
  );
});

it('assigns no job to paid identifiers and does not count them', async () => {
  const ids = [5, 3, 9, 1].map(cpfAt);
  const rows = filled(ids);
  const asked: string[][] = [];
  const among = (some: readonly string[]) => {
    asked.push([...some]);
    return Promise.resolve(new Set([cpfAt(3)]));
  };
  await rows.assign(counter(), { count: 3, among });
  expect(asked).toEqual([ids.slice(0, 3), ids.slice(3)]);
  const jobs = [...rows.drain(10)].flat().map(({ position, job }) => [position, job]);
  expect(jobs.toSorted()).toEqual([
    [1, 1],
    [10, 3],
    [4, 0],
    [7, 2],
  ]);
});

it('is full at its capacity, and empty after draining', () => {
  const rows = filled([1, 2].map(cpfAt), 2);
  expect(rows.isFull).toBe(true);
  expect([...rows.drain(1)]).toHaveLength(2);
  expect(rows.isFull).toBe(false);
});
