import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ANSWER,
  applyAnswers,
  divideItems,
  idAt,
  selectIds,
  belongsToJob,
  isSound,
  isWaiting,
  readAnswer,
  mergeItems,
  findPlace,
  replaceAnswer,
  applyReuse,
  countAnswers,
  createItems,
  type JobItems,
} from '../../src/ledger/job-items.js';

/** An identifier as a ledger of one row for each would have it. */
interface Row {
  readonly id: string;
  readonly position: number;
  answer: number;
  record: number;
  at: number;
}

const digits = fc.nat(99_999).map((n) => String(n).padStart(5, '0'));

const rows = fc
  .uniqueArray(
    fc.record({
      id: digits,
      position: fc.nat(1_000),
      answer: fc.nat(5),
      record: fc.integer({ min: 1 }),
      at: fc.integer({ min: 1, max: 2 ** 42 }),
    }),
    { selector: ({ id }) => id },
  )
  .map((all) =>
    all.map(({ id, answer, record, at }, n): Row => {
      const isFound = answer === ANSWER.found || answer === ANSWER.reused;
      return {
        id,
        position: 2 * n + 1,
        answer,
        record: isFound ? record : 0,
        at: answer === ANSWER.waiting ? 0 : at,
      };
    }),
  );

function itemsOf(all: readonly Row[]): JobItems {
  return {
    ...createItems(all),
    answers: Uint8Array.from(all, ({ answer }) => answer),
    records: Uint32Array.from(all, ({ record }) => record),
    times: Float64Array.from(all, ({ at }) => at),
  };
}

function rowsOf(items: JobItems): Row[] {
  return Array.from(items.rows, (position, at) => ({
    id: idAt(items, at),
    position,
    answer: items.answers[at] ?? -1,
    record: items.records[at] ?? -1,
    at: items.times[at] ?? -1,
  }));
}

it('packed items give each identifier the values of a row of its own', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const items = itemsOf(all);
      expect(rowsOf(items)).toEqual(all);
      expect(isSound(items)).toBe(true);
      all.forEach(({ id, answer }, n) => {
        expect(findPlace(items, id)).toBe(n);
        const told = ['found', 'not_found', 'rejected', 'found', 'rejected'][answer - 1] ?? null;
        const job = answer < ANSWER.reused ? 7 : null;
        expect(readAnswer(7, answer)).toEqual({ job, answer: told });
      });
      const tally = countAnswers(items);
      for (const [name, answer] of Object.entries(ANSWER))
        expect(tally).toHaveProperty(name, all.filter((row) => row.answer === answer).length);
      for (const test of [isWaiting, belongsToJob])
        expect(selectIds(items, test)).toEqual(
          all.filter(({ answer }) => test(answer)).map(({ id }) => id),
        );
    }),
  );
});

it('items are the same after they were divided and merged, in whatever order', () => {
  fc.assert(
    fc.property(rows, fc.array(fc.nat(2)), (all, shares) => {
      const items = itemsOf(all);
      const share = (n: number) => divideItems(items, (at) => (shares[at] ?? 0) === n)[0];
      const parts = [share(2), share(0), share(1)];
      expect(rowsOf(mergeItems(parts))).toEqual(all);
      const [taken, others] = divideItems(items, (_, answer) => isWaiting(answer));
      expect(rowsOf(taken)).toEqual(all.filter(({ answer }) => answer === ANSWER.waiting));
      expect(rowsOf(mergeItems([others, taken]))).toEqual(all);
    }),
  );
});

it('new answers replace only answers that may change, and the given items stay as they were', () => {
  const told = fc.dictionary(digits, fc.option(fc.integer({ min: 1, max: 2 ** 32 - 1 })));
  fc.assert(
    fc.property(rows, told, fc.nat(50), (all, more, known) => {
      const items = itemsOf(all);
      const answers = new Map(Object.entries(more));
      for (const { id } of all.slice(0, known)) answers.set(id, known + 1);
      const after = rowsOf(applyAnswers(items, answers, 5));
      const paid = new Map([...answers].map(([id, record]) => [id, record ?? 1]));
      const again = rowsOf(applyReuse(items, paid, 5));
      all.forEach((row, n) => {
        const record = answers.get(row.id);
        const isOpen = row.answer === ANSWER.waiting || row.answer === ANSWER.not_found;
        const answer = record === null ? ANSWER.not_found : ANSWER.found;
        const expected =
          record === undefined || !isOpen ? row : { ...row, answer, record: record ?? 0, at: 5 };
        expect(after[n]).toEqual(expected);
        const isPaid = row.answer === ANSWER.waiting && paid.has(row.id);
        const reusedRow = { ...row, answer: ANSWER.reused, record: paid.get(row.id), at: 5 };
        expect(again[n]).toEqual(isPaid ? reusedRow : row);
      });
      const back = rowsOf(replaceAnswer(items, ANSWER.not_found, ANSWER.waiting, 5));
      expect(back).toEqual(
        all.map((row) =>
          row.answer === ANSWER.not_found ? { ...row, answer: ANSWER.waiting, at: 0 } : row,
        ),
      );
      expect(rowsOf(items)).toEqual(all);
    }),
  );
});
