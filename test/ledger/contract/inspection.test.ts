import { expect, it } from 'vitest';
import { flawsOf } from '../../../src/batch/check-ledger.js';
import {
  acceptedBatch,
  begunLookup,
  doubt,
  figuresOf,
  keepPaid,
  plannedBatch,
  resultsOf,
} from '../support.js';
import { contractOf } from './engines.js';

contractOf('what a ledger says of itself', ({ ledger, two, tampered }) => {
  it('counts records, what is under way and what has no outcome', async () => {
    const book = await ledger();
    expect(await book.ledgerFacts()).toMatchObject({ records: 0, underWay: 0, unsettled: 0 });
    await keepPaid(book, '11', 5);
    const batch = await plannedBatch(book, ['a', 'b']);
    await doubt(book, batch.num);
    await begunLookup(book, '22', {});
    const facts = await book.ledgerFacts();
    expect(facts).toMatchObject({ records: 1, underWay: 1, unsettled: 1 });
    expect(facts.bytes).toBeGreaterThan(1000);
    expect(facts.place).not.toBe('');
  });

  it('names who is at work, and nobody else', async () => {
    const [a, b] = await two();
    const batch = await plannedBatch(a, ['a']);
    expect((await b.ledgerFacts()).workers).toEqual([]);
    const { release } = await a.holdBatch(batch.id);
    const { workers, engine } = await b.ledgerFacts();
    expect(workers).toMatchObject([{ of: 'batch', batch: batch.id }]);
    const [since] = workers.map((worker) => worker.since);
    expect(typeof since).toBe(engine === 'sqlite' ? 'object' : 'number');
    // To look takes nothing away.
    await expect(b.holdBatch(batch.id)).rejects.toMatchObject({ code: 'batch_held' });
    await release();
    expect((await b.ledgerFacts()).workers).toEqual([]);
  });

  it('finds nothing wrong with a batch in any state', async () => {
    const book = await ledger();
    const batch = await acceptedBatch(book, ['a', 'b', 'c']);
    expect(await flawsOf(book)).toEqual([]);
    await book.keepResults(resultsOf(batch.num, ['a'], ['b']));
    expect(await flawsOf(book)).toEqual([]);
    expect((await figuresOf(book, batch.num))?.counts).toMatchObject({ found: 1, notFound: 1 });
  });

  it.each([
    ["UPDATE batches SET row_count = 5 WHERE id = 'abc'", { of: 'rows', told: 5, counted: 3 }],
    ['UPDATE jobs SET items = 2', { of: 'job', job: 1, told: 2, counted: 3 }],
    [
      "INSERT INTO jobs (batch, seq, kind, state, items) VALUES (1, 2, 'cpf', 'planned', 1)",
      { of: 'job', job: 2, told: 1, counted: 0 },
    ],
    ['UPDATE items SET seq = 7', { of: 'jobless', counted: 1 }],
    ['UPDATE items SET waiting = 2', { of: 'values', batch: 'abc', job: 1 }],
    ["UPDATE items SET ids = 'ab'", { of: 'values', batch: 'abc', job: 1 }],
    ["UPDATE items SET ids = 'aba'", { of: 'twice', batch: 'abc', counted: 1 }],
    ['DELETE FROM records', { of: 'records', batch: 'abc', counted: 1 }],
    ['UPDATE ticks SET tick = 0', { of: 'ticks', told: 0 }],
    ['UPDATE ticks SET record = 0', { of: 'ticks', told: 0, counted: 1 }],
  ])('after %s it says so', async (sql, flaw) => {
    const { ledger: book, tamper } = await tampered();
    const batch = await acceptedBatch(book, ['a', 'b', 'c']);
    await book.keepResults(resultsOf(batch.num, ['a'], ['b']));
    await tamper(sql);
    expect(await flawsOf(book)).toContainEqual(expect.objectContaining(flaw));
  });
});
