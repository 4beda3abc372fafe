import { expect } from 'vitest';
import { factsOf, resultsOf, type TestLedger } from '../support.js';
import { contractOf } from './engines.js';
import { findFlaws } from '../../../src/ledger/check.js';
import type { ErasedRows } from '../../../src/ledger/index.js';

const [A, B, C, D] = ['10000000019', '10000000108', '10000000280', '10000000361'] as const;

contractOf('records', (it) => {
  it('the newest record of a kind that is recent enough is found', async (own) => {
    const other = await own.another();
    const record = { id: '1', single: false };
    await own.keepRecord({ ...record, kind: 'cpf', data: { name: 'old' }, fetchedAt: 10 });
    await own.keepRecord({ ...record, kind: 'cpf', data: { name: 'new' }, fetchedAt: 20 });
    await own.keepRecord({ ...record, kind: 'cnpj', data: { name: 'other' }, fetchedAt: 30 });
    const newest = { fetchedAt: 20, data: { name: 'new' } };
    expect(await other.findNewestRecord('cpf', '1', 20)).toEqual(newest);
    expect(await other.findNewestRecord('cpf', '1', 21)).toBeUndefined();
    expect(await other.findNewestRecord('cpf', '1', Infinity)).toBeUndefined();
    expect(await other.findNewestRecord('cpf', '2', 0)).toBeUndefined();
    expect(await own.findPaidIds('cpf', ['1', '2'], 20)).toEqual(new Set(['1']));
    expect(await own.findPaidIds('cnpj', ['1', '2'], 31)).toEqual(new Set());
  });

  it('stored records say which identifiers they answer, and which were paid for before', async (own) => {
    const cpf = (id: string, fetchedAt: number) =>
      own.keepRecord({ kind: 'cpf', id, data: {}, fetchedAt, single: false });
    for (const at of [10, 20]) await cpf(A, at);
    await cpf(B, 10);
    const none = { ids: 0, answered: 0, paid: 0 };
    expect(await own.countKnown('cpf', [A, B, C], 20)).toEqual({ ids: 3, answered: 1, paid: 2 });
    const { num } = await own.acceptedBatch([B, C, D]);
    expect(await own.countKnownInJobs(num, 'cpf', [1], 20)).toEqual({ ...none, ids: 3, paid: 1 });
    await own.storeResults(resultsOf(num, [], [B, C]));
    expect(await own.countKnownInJobs(num, 'cpf', [1], 20)).toEqual({ ...none, ids: 1 });
    expect(await own.countKnown('cnpj', [A, B, C], 0)).toEqual({ ...none, ids: 3 });
    expect(await own.countKnown('cpf', [], 0)).toEqual(none);
  });

  it('records of a ledger that the sandbox answered are known as invented to every process', async (own) => {
    const other = await own.another();
    expect(await other.isOfSandbox()).toBe(false);
    await own.markAsSandbox();
    await own.markAsSandbox();
    expect([await own.isOfSandbox(), await other.isOfSandbox()]).toEqual([true, true]);
  });

  it('old records that no batch uses are purged', async (own) => {
    const { num } = await own.acceptedBatch([A]);
    await own.storeResults(resultsOf(num, [A], [], { end: 'done' }));
    const single = { kind: 'cpf', data: {}, single: true } as const;
    await own.keepRecord({ ...single, id: B, fetchedAt: 10 });
    await own.keepRecord({ ...single, id: C, fetchedAt: 20 });
    expect(await own.purgeRecords(20)).toBe(1);
    expect(await own.findPaidIds('cpf', [A, B, C], 0)).toEqual(new Set([A, C]));
  });
});

contractOf('removing a batch', (it) => {
  it('removing a batch deletes all its data, and the records that only it uses', async (own) => {
    const { num } = await own.acceptedBatch([A, B]);
    await own.storeResults(resultsOf(num, [A], [], { end: 'failed' }));
    await own.recordDecision(num, { job: 1, at: 1, decision: 'ask', evidence: {} });
    expect(await own.removeBatch(num, Infinity)).toBe('removed');
    expect(await own.findBatches()).toEqual([]);
    expect(await own.readJobs(num)).toEqual([]);
    expect(await own.readDecisions(num)).toEqual([]);
    expect(await own.itemsOf(num, [A, B])).toEqual([]);
    expect(await own.findNewestRecord('cpf', A, 0)).toBeUndefined();
    expect(await own.figuresOf(num)).toBeUndefined();
    expect(await own.readBatch(num)).toBeUndefined();
    expect(await own.removeBatch(num, Infinity)).toBe('removed');
  });

  it('removing a batch is refused while the service may be processing one of its jobs', async (own) => {
    const { num } = await own.acceptedBatch([A]);
    expect(await own.removeBatch(num, Infinity)).toBe('running');
    await own.storeOutcome(num, 1, { is: 'unknown', why: 'lost' }, 3);
    expect(await own.removeBatch(num, Infinity)).toBe('unconfirmed');
    expect(await own.readJobs(num)).toHaveLength(1);
    await own.abandon(num, [1], 4);
    expect(await own.removeBatch(num, Infinity)).toBe('removed');
  });

  it('the preview of a removal has the cost of the records, and why a batch would stay', async (own) => {
    const { num } = await own.acceptedBatch([A, B]);
    const wanted = { batches: [num], before: 11, includesUnused: false };
    const keptStates = new Map([[num, 'running']]);
    expect(await own.foreseeRemoval(wanted)).toEqual({ keptStates, records: [], requests: 0 });
    await own.storeResults(resultsOf(num, [A], [B], { end: 'done' }));
    await own.keepRecord({ kind: 'cpf', id: C, data: {}, fetchedAt: 5, single: true });
    const paid = { kind: 'cpf', price: 1, records: 1 };
    expect(await own.foreseeRemoval(wanted)).toMatchObject({
      keptStates: new Map(),
      records: [paid],
    });
    const { records } = await own.foreseeRemoval({ ...wanted, includesUnused: true });
    expect(records).toContainEqual({ ...paid, price: null });
    expect(records).toHaveLength(2);
    expect((await own.foreseeRemoval({ ...wanted, before: 10 })).records).toEqual([]);
    expect(
      (await own.foreseeRemoval({ ...wanted, batches: [], includesUnused: true })).records,
    ).toEqual([{ ...paid, price: null }]);
  });

  it('the preview of a removal counts a real-time record at its price', async (own) => {
    const found = async (id: string, mode: 'simple' | 'realtime', fetchedAt: number) => {
      const num = await own.begunLookup(id, { mode });
      const data = { name: 'x' };
      const record = { kind: 'cpf', id, data, fetchedAt, single: mode === 'simple' } as const;
      const unshown = { asked: '01011980', data, fetchedAt };
      await own.endLookup(num, { is: 'found', record, unshown });
      await own.markDelivered(num, fetchedAt);
      return num;
    };
    const at = Date.now();
    await found(A, 'realtime', at);
    // Long after it was shown, nothing but the moment tells whose record it is.
    await own.markDelivered(await found(B, 'simple', at + 1), at + 3_600_000);
    const claims = [
      { kind: 'realtime', price: 1, records: 1 },
      { kind: 'cpf', price: null, records: 1 },
    ];
    const wanted = { batches: [], before: Infinity, includesUnused: true };
    expect((await own.foreseeRemoval(wanted)).records).toEqual(claims);
    expect((await own.findStoredAbout([A])).records).toEqual(claims.slice(0, 1));
    expect((await own.findStoredAbout([A, B])).records).toEqual(claims);
  });

  it('removing a batch keeps a record that is recent, or that another batch uses', async (own) => {
    const { num } = await own.acceptedBatch([A, B]);
    await own.storeResults(resultsOf(num, [A, B], [], { end: 'done' }));
    const other = await own.newBatch({ id: 'two', matchKey: 'two' });
    await own.addTo(other.num, [{ id: A, position: 1 }], 0, 11);
    expect(await own.removeBatch(num, 11)).toBe('removed');
    expect(await own.findPaidIds('cpf', [A, B], 0)).toEqual(new Set([A]));
  });
});

contractOf('the lock of a batch', (it) => {
  it('the lock of a batch has one holder at a time, and every process knows which are held', async (one) => {
    const other = await one.another();
    const { id } = await one.plannedBatch([A]);
    const held = await one.holdBatch(id);
    expect(await other.findHeldBatches()).toEqual([id]);
    const refused = { kind: 'locked', code: 'batch_held' };
    await expect(other.holdBatch(id)).rejects.toMatchObject(refused);
    await (await other.holdBatch('other00000')).release();
    await held.release();
    expect(await other.findHeldBatches()).toEqual([]);
    await (await other.holdBatch(id)).release();
  });
});

function without(batch: number, ids: readonly string[], more: Partial<ErasedRows> = {}) {
  const copy = { layout: '{"without":1}', hash: 'new', size: 5 };
  return { batch, ids, rows: ids.map((_, n) => n + 1), repaired: 0, ...copy, ...more };
}

async function batchOf(ledger: TestLedger, num: number) {
  const [batch] = await ledger.findBatches({ num });
  return batch;
}

contractOf('erasing identifiers', (it) => {
  it('erased identifiers leave a batch, whose sums and charges stay right', async (own) => {
    const { num } = await own.acceptedBatch([A, B, C]);
    await own.storeResults(resultsOf(num, [A, B], [C], { end: 'done' }));
    // A counter that lags behind the list, as an earlier version left it.
    await own.tamper('UPDATE jobs SET found = 0');
    const charged = await own.spentSince(0);
    const daily = await own.readDailySpending();
    const paid = [{ kind: 'cpf', price: 1, records: 1 }];
    const holding = [{ num, id: 'abc0000000', state: 'ended' }];
    expect(await own.findStoredAbout([A])).toEqual({
      batches: holding,
      records: paid,
      openIdentifiers: [],
      requests: 0,
    });

    expect(await own.eraseRecords([A])).toBe('in_use');
    expect(await own.eraseFromBatch(without(num, [A], { rows: [1, 7] }))).toBe('erased');
    expect(await own.eraseRecords([A])).toBe(1);

    expect(await own.findStoredAbout([A])).toMatchObject({
      batches: [],
      records: [],
      openIdentifiers: [],
    });
    expect(await own.itemsOf(num, [A, B])).toMatchObject([undefined, { answer: 'found' }]);
    expect((await own.figuresOf(num))?.counts).toMatchObject({ found: 1, notFound: 1 });
    expect(await batchOf(own, num)).toMatchObject({
      invalid: 2,
      duplicates: -1,
      reasons: { erased: 2 },
      layout: '{"without":1}',
      inputHash: 'new',
      inputSize: 5,
      erased: { rows: [1, 7], paid: { cpf: 1, cnpj: 0 } },
    });
    expect(await own.spentSince(0)).toBe(charged);
    expect(await own.readDailySpending()).toEqual(daily);
    expect(await findFlaws(own)).toEqual([]);
    expect((await own.newBatch({ id: 'new', matchKey: 'key of abc0000000' })).id).toBe('new');
  });

  it('the rest of a job that was given up can be adopted after an erasure', async (own) => {
    const { num } = await own.plannedBatch([A, B, C]);
    await own.doubt(num);
    await own.abandon(num, [1], 4);
    await own.eraseFromBatch(without(num, [A]));
    const job = { batch: num, jobs: [1], jobId: 'job', items: 3, isRunning: false, at: 9 };
    for (const named of [[A], [A, 'x', B]])
      expect(await own.adopt({ ...job, named })).toBeUndefined();
    expect(await own.adopt({ ...job, named: [A, B, C] })).toMatchObject({ seq: 1 });
    expect(await findFlaws(own)).toEqual([]);
    expect(await own.storeResults(resultsOf(num, [A, B, C], [], { end: 'done' }))).toBe('ended');
    expect(await own.itemsOf(num, [A, B])).toMatchObject([undefined, { answer: 'found' }]);
    expect(await own.spentSince(0)).toBe(3);
  });

  it('two erasures of a batch add up', async (own) => {
    const { num } = await own.acceptedBatch([A, B, C]);
    await own.storeResults(resultsOf(num, [A, B], [C], { end: 'done' }));
    await own.eraseFromBatch(without(num, [A]));
    await own.eraseFromBatch(without(num, [A], { rows: [] }));
    await own.eraseFromBatch(without(num, [B, C], { rows: [2, 3] }));
    const erased = { rows: [1, 2, 3], paid: { cpf: 2, cnpj: 0 } };
    expect(await batchOf(own, num)).toMatchObject({ invalid: 3, duplicates: 0, erased });
    expect(await own.spentSince(0)).toBe(2);
    expect(await findFlaws(own)).toEqual([]);
  });

  it('an erasure keeps the savings of a reused record, and forgets an identifier that was never sent', async (own) => {
    await own.keepRecord({ kind: 'cpf', id: A, data: {}, fetchedAt: 5, single: true });
    const batch = await own.newBatch();
    await own.beginPlan(batch.num, 'cpf', '{}');
    const items = [
      { id: A, position: 1 },
      { id: B, position: 2 },
    ];
    await own.addTo(batch.num, items, 0, 6);
    await own.finishPlan(batch.num, factsOf(2), 7);
    const saved = async () =>
      (await own.readDailySpending()).reduce((sum, one) => sum + one.saved, 0);
    expect(await saved()).toBe(1);
    expect(await own.eraseFromBatch(without(batch.num, [A, B]))).toBe('erased');
    expect(await saved()).toBe(1);
    expect(await own.readJobs(batch.num)).toEqual([]);
    expect(await findFlaws(own)).toEqual([]);
  });

  it.for(['running', 'unconfirmed'] as const)(
    'an erasure is refused while a job of an identifier is %s, and changes nothing',
    async (state, own) => {
      const { num } = await own.plannedBatch([A, B]);
      await own[state === 'running' ? 'accept' : 'doubt'](num);
      const before = await own.everything([A, B]);
      expect((await own.findStoredAbout([A])).batches).toEqual([{ num, id: 'abc0000000', state }]);
      expect(await own.eraseFromBatch(without(num, [A]))).toBe(state);
      expect(await own.eraseRecords([A])).toBe('in_use');
      expect(await own.everything([A, B])).toEqual(before);
    },
  );

  it('an erasure is refused while a lookup is open, or its record is about to be delivered', async (own) => {
    const other = await own.another();
    const num = await own.begunLookup(A, { holder: 'one', at: 5 });
    const open = { kind: 'cpf', id: A };
    expect((await other.findStoredAbout([A, B])).openIdentifiers).toMatchObject([open]);
    expect(await other.eraseRecords([A, B])).toMatchObject(open);
    const unshown = { asked: '', fetchedAt: 5, data: { n: 1 } };
    await own.endLookup(num, { is: 'found', record: null, unshown });
    expect((await other.findStoredAbout([A, B])).openIdentifiers).toEqual([]);
    expect(await other.eraseRecords([A, B])).toMatchObject(open);
    await own.close();
    const before = await other.spentSince(0);
    expect(await other.eraseRecords([A, B])).toBe(0);
    expect(await other.spentSince(0)).toBe(before);
  });
});
