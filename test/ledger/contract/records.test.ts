import { expect, it } from 'vitest';
import {
  addPlanned,
  acceptedBatch,
  beginLookup,
  begunLookup,
  claimed,
  figuresOf,
  keepRecord,
  plannedBatch,
  resultsOf,
  newBatch,
  itemsOf,
} from '../support.js';
import { contractOf } from './engines.js';

const [A, B, C, D] = ['10000000019', '10000000108', '10000000280', '10000000361'] as const;

contractOf('records', ({ ledger, two, sent }) => {
  it('returns the newest record that is recent enough, by kind', async () => {
    const [own, other] = await two();
    const record = { id: '1', single: false };
    await keepRecord(own, { ...record, kind: 'cpf', data: { name: 'old' }, fetchedAt: 10 });
    await keepRecord(own, { ...record, kind: 'cpf', data: { name: 'new' }, fetchedAt: 20 });
    await keepRecord(own, { ...record, kind: 'cnpj', data: { name: 'other' }, fetchedAt: 30 });
    const newest = { fetchedAt: 20, data: { name: 'new' } };
    expect(await other.newestRecord('cpf', '1', 20)).toEqual(newest);
    expect(await other.newestRecord('cpf', '1', 21)).toBeUndefined();
    expect(await other.newestRecord('cpf', '1', Infinity)).toBeUndefined();
    expect(await other.newestRecord('cpf', '2', 0)).toBeUndefined();
    expect(await own.paidAmong('cpf', ['1', '2'], 20)).toEqual(new Set(['1']));
    expect(await own.paidAmong('cnpj', ['1', '2'], 31)).toEqual(new Set());
  });

  it('say of identifiers which they answer, and which were paid for before', async () => {
    const own = await ledger();
    const cpf = (id: string, fetchedAt: number) =>
      keepRecord(own, { kind: 'cpf', id, data: {}, fetchedAt, single: false });
    for (const at of [10, 20]) await cpf(A, at);
    await cpf(B, 10);
    const none = { ids: 0, answered: 0, paid: 0 };
    expect(await own.knownAmong('cpf', [A, B, C], 20)).toEqual({ ids: 3, answered: 1, paid: 2 });
    const { num } = await acceptedBatch(own, [B, C, D]);
    expect(await own.knownInJobs(num, 'cpf', [1], 20)).toEqual({ ...none, ids: 3, paid: 1 });
    await own.keepResults(resultsOf(num, [], [B, C]));
    expect(await own.knownInJobs(num, 'cpf', [1], 20)).toEqual({ ...none, ids: 1 });
    expect(await own.knownAmong('cnpj', [A, B, C], 0)).toEqual({ ...none, ids: 3 });
    expect(await own.knownAmong('cpf', [], 0)).toEqual(none);
  });

  it('come from a sandbox once one has answered, for every process', async () => {
    const [own, other] = await two();
    expect(await other.isOfSandbox()).toBe(false);
    await own.noteSandbox();
    await own.noteSandbox();
    expect([await own.isOfSandbox(), await other.isOfSandbox()]).toEqual([true, true]);
  });

  it('are deleted if they are old and no batch uses them', async () => {
    const { own, num } = await sent([A]);
    await own.keepResults(resultsOf(num, [A], [], { end: 'done' }));
    const single = { kind: 'cpf', data: {}, single: true } as const;
    await keepRecord(own, { ...single, id: B, fetchedAt: 10 });
    await keepRecord(own, { ...single, id: C, fetchedAt: 20 });
    expect(await own.purgeRecords(20)).toBe(1);
    expect(await own.paidAmong('cpf', [A, B, C], 0)).toEqual(new Set([A, C]));
  });
});

contractOf('removing a batch', ({ sent }) => {
  it('deletes all its data, and records that only it uses', async () => {
    const { own, num } = await sent([A, B]);
    await own.keepResults(resultsOf(num, [A], [], { end: 'failed' }));
    await own.recordDecision(num, { job: 1, at: 1, decision: 'ask', evidence: {} });
    expect(await own.removeBatch(num, Infinity)).toBe('removed');
    expect(await own.findBatches()).toEqual([]);
    expect(await own.jobsOf(num)).toEqual([]);
    expect(await own.decisionsOf(num)).toEqual([]);
    expect(await itemsOf(own, num, [A, B])).toEqual([]);
    expect(await own.newestRecord('cpf', A, 0)).toBeUndefined();
    expect(await figuresOf(own, num)).toBeUndefined();
    expect(await own.readBatch(num)).toBeUndefined();
    expect(await own.removeBatch(num, Infinity)).toBe('removed');
  });

  it('is refused while the service may be processing a job', async () => {
    const { own, num } = await sent([A]);
    expect(await own.removeBatch(num, Infinity)).toBe('running');
    await own.keepOutcome(num, 1, { is: 'unknown', why: 'lost' }, 3);
    expect(await own.removeBatch(num, Infinity)).toBe('unconfirmed');
    expect(await own.jobsOf(num)).toHaveLength(1);
    await own.abandon(num, [1], 4);
    expect(await own.removeBatch(num, Infinity)).toBe('removed');
  });

  it('is foreseen with what its records cost, and what keeps it', async () => {
    const { own, num } = await sent([A, B]);
    const wanted = { batches: [num], before: 11, isPurge: false };
    const kept = new Map([[num, 'running']]);
    expect(await own.foreseeRemoval(wanted)).toEqual({ kept, records: [] });
    await own.keepResults(resultsOf(num, [A], [B], { end: 'done' }));
    await keepRecord(own, { kind: 'cpf', id: C, data: {}, fetchedAt: 5, single: true });
    const paid = { kind: 'cpf', price: 1, records: 1 };
    expect(await own.foreseeRemoval(wanted)).toEqual({ kept: new Map(), records: [paid] });
    const { records } = await own.foreseeRemoval({ ...wanted, isPurge: true });
    expect(records).toContainEqual({ ...paid, price: null });
    expect(records).toHaveLength(2);
    expect((await own.foreseeRemoval({ ...wanted, before: 10 })).records).toEqual([]);
    expect((await own.foreseeRemoval({ ...wanted, batches: [], isPurge: true })).records).toEqual([
      { ...paid, price: null },
    ]);
  });

  it('keeps a record that is recent, or that another batch uses', async () => {
    const { own, num } = await sent([A, B]);
    await own.keepResults(resultsOf(num, [A, B], [], { end: 'done' }));
    const other = await newBatch(own, { id: 'two', matchKey: 'two' });
    await addPlanned(own, other.num, [{ id: A, position: 1, job: 0 }], 0, 11);
    expect(await own.removeBatch(num, 11)).toBe('removed');
    expect(await own.paidAmong('cpf', [A, B], 0)).toEqual(new Set([A]));
  });
});

contractOf('the lock of a batch', ({ two }) => {
  it('has one owner at a time, per batch', async () => {
    const [one, other] = await two();
    await plannedBatch(one, [A]);
    const held = await one.holdBatch('abc');
    await expect(other.holdBatch('abc')).rejects.toMatchObject({
      ...{ kind: 'locked', code: 'batch_held' },
    });
    await (await other.holdBatch('other')).release();
    await held.release();
    await (await other.holdBatch('abc')).release();
  });
});

contractOf('a paid record that nobody has been shown', ({ two }) => {
  const ANSWER = { fetchedAt: 5, data: { n: 1 } };
  const found = { is: 'found', record: null, unshown: { asked: '', ...ANSWER } } as const;

  /** One session has paid for `a`; `other` asks for it as another one, and begins nothing. */
  async function paid() {
    const [own, other] = await two();
    const num = await begunLookup(own, 'a', { holder: 'one', at: 5 });
    await own.endLookup(num, found);
    const asks = (asked = {}) =>
      beginLookup(other, 'a', { holder: 'two', unshownSince: 0, mayAsk: false, ...asked });
    return { own, other, num, asks, answer: { ...ANSWER, unshown: num } };
  }

  it('is shown by the session that paid, and to those who waited for it', async () => {
    const { num, asks, answer } = await paid();
    const wait = { verdict: 'wait', num, way: 'simple', begunAt: answer.fetchedAt };
    expect(await asks()).toEqual(wait);
    expect(await asks({ waitedFor: num })).toEqual({ verdict: 'unshown', record: answer });
    expect(await asks({ waitedFor: num + 1 })).toEqual(wait);
  });

  it('is the answer of the next lookup once that session is gone', async () => {
    const { own, asks, answer } = await paid();
    await own.close();
    expect(await asks()).toEqual({ verdict: 'unshown', record: answer });
    for (const another of [{ unshownSince: 6 }, { asked: '01011990' }, { way: 'realtime' }])
      expect(await asks(another)).toEqual({ verdict: 'may_ask' });
  });

  it('is no answer once it was shown, but to those who waited for it', async () => {
    const { own, other, num, asks, answer } = await paid();
    await own.close();
    await other.noteShown(num, 9);
    expect(await asks()).toEqual({ verdict: 'may_ask' });
    expect(await asks({ waitedFor: num })).toEqual({ verdict: 'unshown', record: answer });
    // A minute after it was shown, nobody waits for it any more.
    await other.noteShown(num + 1, 60_009);
    expect(await asks({ waitedFor: num })).toEqual({ verdict: 'unshown', record: answer });
    await other.noteShown(num + 1, 60_010);
    expect(await asks({ waitedFor: num })).toEqual({ verdict: 'may_ask' });
  });

  it('is purged with what is as old', async () => {
    const { own, other, asks, answer } = await paid();
    await own.close();
    await other.purgeRecords(5);
    expect(await asks()).toEqual({ verdict: 'unshown', record: answer });
    await other.purgeRecords(6);
    expect(await asks()).toEqual({ verdict: 'may_ask' });
  });

  it('is told as such where its record is reused, until it was shown', async () => {
    const [own] = await two();
    const num = await begunLookup(own, 'a', { holder: 'one', at: 5 });
    await own.endLookup(num, {
      ...found,
      record: { kind: 'cpf', id: 'a', ...ANSWER, single: true },
    });
    expect(await own.newestRecord('cpf', 'a', 0)).toEqual({ ...ANSWER, unshown: num });
    await own.noteShown(num, 9);
    expect(await own.newestRecord('cpf', 'a', 0)).toEqual(ANSWER);
  });
});

const lateRecord = { kind: 'cpf', id: 'a', data: { n: 1 }, fetchedAt: 8, single: true } as const;
const unshown = { asked: '', data: { n: 1 }, fetchedAt: 8 };
const found = { is: 'found', record: lateRecord, unshown } as const;
const known = { verdict: 'known', record: { fetchedAt: 8, data: { n: 1 } } };

contractOf('an outcome that comes late', ({ ledger, two }) => {
  it('ends a doubt, once, and is the answer', async () => {
    const own = await ledger();
    const num = await begunLookup(own, 'a', { holder: 'one' });
    await own.endLookup(num, { is: 'unknown' });
    const late = { num, holder: 'one', outcome: found };
    for (const again of [late, late]) await own.deliverLookup(again);
    expect(await beginLookup(own, 'a', { holder: 'two', reuseSince: 0 })).toMatchObject(known);
    expect(await claimed(own)).toBe(0);
    expect((await own.ledgerFacts()).records).toBe(1);
  });

  it('of a real-time lookup answers the same lookup until it has been shown', async () => {
    const [dead, own] = await two();
    const asked = { holder: 'two', way: 'realtime', asked: '01021980', unshownSince: 0 } as const;
    const num = await begunLookup(dead, 'a', { ...asked, holder: 'one' });
    await dead.close();
    const only = { is: 'found', record: null, unshown: { ...unshown, asked: '01021980' } } as const;
    const late = { num, holder: 'one', outcome: only };
    await own.deliverLookup(late);
    expect(await beginLookup(own, 'a', asked)).toMatchObject({ verdict: 'unshown' });
    await own.deliverLookup({ ...late, shownAt: 10 });
    expect(await beginLookup(own, 'a', asked)).toMatchObject({ verdict: 'ask' });
  });

  it('leaves what the user has decided, and keeps the record', async () => {
    const own = await ledger();
    const num = await begunLookup(own, 'a', { holder: 'one' });
    await own.endLookup(num, { is: 'unknown' });
    const other = await begunLookup(own, 'a', { holder: 'two', word: 1e9 });
    const late = { num, holder: 'one', outcome: found };
    for (const again of [late, late, { ...late, num: 99 }]) await own.deliverLookup(again);
    expect(await beginLookup(own, 'a', { holder: 'three', reuseSince: 0 })).toMatchObject(known);
    expect((await own.ledgerFacts()).records).toBe(1);
    await own.endLookup(other, { is: 'unknown' });
    expect(await claimed(own)).toBe(1);
  });

  it('ends no lookup of another session that has its number', async () => {
    const own = await ledger();
    const num = await begunLookup(own, 'b', { holder: 'one' });
    await own.deliverLookup({ num, holder: 'earlier', outcome: { is: 'free' } });
    await own.deliverLookup({ num, holder: 'earlier', outcome: found });
    expect(await claimed(own)).toBe(1);
    expect(await beginLookup(own, 'a', { holder: 'two', reuseSince: 0 })).toMatchObject(known);
  });
});
