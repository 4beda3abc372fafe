import { expect } from 'vitest';
import type { BatchSnapshot } from '../../../src/ledger/index.js';
import { makeCpf } from '../../helpers/invented.js';
import { NEW_BATCH, resultsOf } from '../support.js';
import { contractOf } from './engines.js';
import fc from 'fast-check';
import { findFlaws } from '../../../src/ledger/check.js';

async function outcomesOf(reading: BatchSnapshot | undefined) {
  const all = [];
  for await (const some of reading?.outcomes() ?? []) all.push(...some);
  return all;
}

contractOf('reading a batch', (it) => {
  it('a batch is read as of one moment, whatever is written in the meantime', async (own) => {
    const other = await own.another();
    const ids = Array.from({ length: 700 }, (_, n) => makeCpf(n));
    const { num } = await own.acceptedBatch(ids);
    await own.storeResults(resultsOf(num, ids.slice(0, 600)));
    const reading = await own.readBatch(num);
    await other.storeResults(resultsOf(num, ids.slice(0, 650)));
    const end = { end: 'done', at: 20 } as const;
    await own.storeResults(resultsOf(num, ids.slice(0, 650), ids.slice(650), end));
    const seen = await outcomesOf(reading);
    expect(seen.map(({ id }) => id)).toEqual(ids);
    expect(seen.filter(({ answer }) => answer === 'found')).toHaveLength(600);
    expect(reading).toMatchObject({
      figures: { counts: { found: 600, pending: 100 }, jobs: [{ state: 'accepted', polls: 1 }] },
    });
    const now = await own.readBatch(num);
    expect(now).toMatchObject({
      figures: { counts: { found: 650, notFound: 50, pending: 0 }, jobs: [{ state: 'done' }] },
    });
    const answered = (await outcomesOf(now)).filter(({ answer }) => answer !== null);
    expect(answered).toHaveLength(700);
  });

  it('the figures of all batches are the same as those of each', async (own) => {
    const { num } = await own.acceptedBatch(['a', 'b', 'c']);
    await own.storeResults(resultsOf(num, ['a'], ['b']));
    await own.plannedBatch(['b'], { id: 'other' });
    await own.findOrCreateBatch({ ...NEW_BATCH, id: 'x', matchKey: 'x' }, false);
    const all = await own.readFigures();
    expect(all.map(({ batch }) => batch.id)).toEqual(['x', 'other', 'abc0000000']);
    for (const figures of all) {
      expect(await own.figuresOf(figures.batch.num)).toEqual(figures);
      const reading = await own.readBatch(figures.batch.num);
      expect(reading?.figures).toEqual(figures);
    }
    expect(await own.readJobs(num)).toMatchObject([{ items: 3, waiting: 1 }]);
  });
});

contractOf('many records at once', (it, runs) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  const record = fc.dictionary(text, fc.jsonValue({ stringUnit: 'binary' }), { maxKeys: 6 });

  it('many records are stored unchanged, each with its identifier', async (own) => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 40 }), async (records) => {
        run += 1;
        const ids = records.map((_, n) => makeCpf(100 * run + n));
        const { num } = await own.plannedBatch(ids, { id: `b${run}` });
        await own.accept(num, 1, `job ${run}`);
        const json = records.map((each) => JSON.stringify(each));
        await own.storeResults(withRecords(num, ids, json));
        const items = await own.itemsOf(num, ids);
        expect(items.map((item) => JSON.stringify(item?.data))).toEqual(
          json.map((each) => JSON.stringify(JSON.parse(each))),
        );
        const reading = await own.readBatch(num);
        const read: (string | null)[] = [];
        for await (const some of reading?.outcomes() ?? [])
          read.push(...some.map(({ data }) => data));
        expect(read).toEqual(json);
      }),
      { numRuns: runs },
    );
  });

  it('more and larger records than one statement takes are stored', async (own) => {
    const ids = Array.from({ length: 1_100 }, (_, n) => makeCpf(n));
    const { num } = await own.acceptedBatch(ids);
    const json = ids.map((id, n) => JSON.stringify({ id, note: 'ção'.repeat(n) }));
    await own.storeResults(withRecords(num, ids, json));
    const items = await own.itemsOf(num, ids);
    expect(items.map((item) => JSON.stringify(item?.data))).toEqual(json);
    const last = await own.findNewestRecord('cpf', ids.at(-1) ?? '', 0);
    expect(JSON.stringify(last?.data)).toBe(json.at(-1));
  });
});

/** An answer in which the `n`th identifier has the `n`th record. */
function withRecords(batch: number, ids: readonly string[], json: readonly string[]) {
  const kept = resultsOf(batch, ids);
  const results = ids.map((id, n) => ({ id, found: true, record: Buffer.from(json[n] ?? '') }));
  return { ...kept, answer: { ...kept.answer, results } };
}

contractOf('the inspection of a ledger', (it) => {
  it('a ledger counts its records, the requests under way and those in doubt', async (book) => {
    expect(await book.ledgerFacts()).toMatchObject({ records: 0, underWay: 0, unsettled: 0 });
    await book.keepPaid('11', 5);
    const batch = await book.plannedBatch(['a', 'b']);
    await book.doubt(batch.num);
    await book.begunLookup('22', {});
    const facts = await book.ledgerFacts();
    expect(facts).toMatchObject({ records: 1, underWay: 1, unsettled: 1 });
    expect(facts.bytes).toBeGreaterThan(1000);
    expect(facts.place).not.toBe('');
  });

  it.for([
    [
      "UPDATE batches SET row_count = 5 WHERE id = 'abc0000000'",
      { of: 'rows', told: 5, counted: 3 },
    ],
    ['UPDATE jobs SET items = 2', { of: 'job', job: 1, told: 2, counted: 3 }],
    [
      "INSERT INTO jobs (batch, seq, kind, state, items) VALUES (1, 2, 'cpf', 'planned', 1)",
      { of: 'job', job: 2, told: 1, counted: 0 },
    ],
    ['UPDATE items SET seq = 7', { of: 'jobless', counted: 1 }],
    ['UPDATE items SET waiting = 2', { of: 'values', batch: 'abc0000000', job: 1 }],
    ["UPDATE items SET ids = 'ab'", { of: 'values', batch: 'abc0000000', job: 1 }],
    ["UPDATE items SET ids = 'aba'", { of: 'twice', batch: 'abc0000000', counted: 1 }],
    ['DELETE FROM records', { of: 'records', batch: 'abc0000000', counted: 1 }],
    ['UPDATE ticks SET tick = 0', { of: 'ticks', told: 0 }],
    ['UPDATE ticks SET record = 0', { of: 'ticks', told: 0, counted: 1 }],
  ] as const)('the inspection finds the flaw after %s', async ([sql, flaw], book) => {
    const batch = await book.acceptedBatch(['a', 'b', 'c']);
    await book.storeResults(resultsOf(batch.num, ['a'], ['b']));
    await book.tamper(sql);
    expect(await findFlaws(book)).toContainEqual(expect.objectContaining(flaw));
  });
});

contractOf('a value that confere did not write', (it) => {
  it('a value that confere did not write is refused with the name of its table', async (own) => {
    const { num } = await own.acceptedBatch(['a', 'b', 'c']);
    await own.storeResults(resultsOf(num, ['a'], ['b']));
    await own.recordDecision(num, { job: 1, at: 4, decision: 'ask', evidence: {} });
    const data = { name: 'Ana' };
    const record = { kind: 'cpf', id: 'd', data, fetchedAt: 1, single: true } as const;
    const unshown = { asked: '', fetchedAt: 1, data };
    await own.endLookup(await own.begunLookup('d'), { is: 'found', record, unshown });
    const mark = { records: 1, expected: 1, charged: 9, kinds: ['cpf'], at: 1, terms: {} } as const;
    await own.setMark('a', 'Micro', mark);
    const reading = {
      lookups: () => own.lookUp('d', { undeliveredSince: 0 }),
      decisions: () => own.readDecisions(num),
      items: () => own.readRowItems(num),
      records: () => own.readRecords([1, 2]),
      meters: () => own.read(),
      readings: () => own.read(),
      batches: () => own.findBatches(),
    };
    for (const read of Object.values(reading)) await read();
    // A change takes back the one before it, where that is read, too.
    for (const [table, changes] of [
      ['lookups', "data = ''"],
      ['decisions', "evidence = '[]'"],
      ['items', 'first_rows = substr(first_rows, 1, 3)'],
      ['records', 'data = \'{"name":"Ana\''],
      ['records', "data = '7'"],
      ['meters', 'mark = \'{"at":1}\''],
      ['meters', 'mark = NULL'],
      ['readings', 'unagreed = \'{"cpf 1":"x"}\''],
      ['batches', "reasons = '{'"],
      ['batches', "reasons = '{}', outputs = 'null'"],
      ['batches', "outputs = '{}', erased = '{\"rows\":7}'"],
    ] as const) {
      await own.tamper(`UPDATE ${table} SET ${changes}`);
      if (changes === 'mark = NULL') continue;
      await expect(reading[table]()).rejects.toMatchObject({
        code: 'state_unusable',
        kind: 'ledger',
        facts: { of: 'value', table },
      });
    }
    await expect(own.findNewestRecord('cpf', 'd', 0)).rejects.toMatchObject({ kind: 'ledger' });
  });
});
