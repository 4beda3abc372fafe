import { expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/index.js';
import {
  addPlanned,
  accept,
  begunLookup,
  doubt,
  keepPaid,
  factsOf,
  newBatch,
  plannedBatch,
  resultsOf,
  spentSince,
} from '../support.js';
import { contractOf } from './engines.js';

const DAY = 86_400_000;
const [A, B, C] = ['10000000019', '10000000108', '10000000280'] as const;
const COMPANY = '12ABC34501DE35';
const OTHER = '12ABC34502DE16';

/** A batch of which paid records answer everything. */
async function answeredBatch(own: Ledger, ids: readonly string[], at: number) {
  const batch = await newBatch(own, { id: 'reused', matchKey: 'r' });
  await own.beginPlan(batch.num, 'cpf', '{}');
  const items = ids.map((id, position) => ({ id, position, job: 0 }));
  await addPlanned(own, batch.num, items, 0, at);
  await own.finishPlan(batch.num, [], factsOf(ids.length), at);
  return batch;
}

/** Without what is zero, and without the key, which is the same everywhere. */
async function spendingOf(own: Ledger) {
  const all = await own.dailySpending();
  return all
    .map(({ day, kind, source, batch, found, atRisk, givenUp, saved }) => ({
      ...{ day, kind, source },
      ...(batch === null ? {} : { batch: batch.id }),
      ...(found > 0 ? { found } : {}),
      ...(atRisk > 0 ? { atRisk } : {}),
      ...(givenUp > 0 ? { givenUp } : {}),
      ...(saved > 0 ? { saved } : {}),
    }))
    .toSorted((a, b) => a.day - b.day || a.source.localeCompare(b.source));
}

contractOf('what was spent', ({ ledger, two, planned }) => {
  it('is counted by day, kind and source, single lookups and jobs', async () => {
    const own = await ledger();
    await own.endLookup(await begunLookup(own, A, { at: 3 * DAY }), { is: 'found', record: null });
    await own.endLookup(await begunLookup(own, B, { at: 4 * DAY }), { is: 'free' });
    const realtime = await begunLookup(own, B, { way: 'realtime', at: 5 * DAY - 1 });
    await own.endLookup(realtime, { is: 'found', record: null });
    await own.endLookup(await begunLookup(own, C, { at: 5 * DAY }), { is: 'unknown' });
    const { num } = await plannedBatch(own, [COMPANY, OTHER], { kind: 'cnpj' });
    await accept(own, num);
    await own.keepResults(resultsOf(num, [COMPANY]));
    expect(await spendingOf(own)).toEqual([
      { day: 0, kind: 'cnpj', source: 'batch', batch: 'abc', found: 1, atRisk: 1 },
      { day: 3 * DAY, kind: 'cpf', source: 'lookups', found: 1 },
      { day: 4 * DAY, kind: 'realtime', source: 'lookups', found: 1 },
      { day: 5 * DAY, kind: 'cpf', source: 'lookups', atRisk: 1 },
    ]);
  });

  it('stays when a batch is deleted: its charges, its doubts and its savings', async () => {
    const own = await ledger();
    await keepPaid(own, A, DAY);
    const reused = await answeredBatch(own, [A], 2 * DAY);
    const lost = await plannedBatch(own, [B, C], { id: 'lost' });
    await doubt(own, lost.num);
    await own.abandon(lost.num, [1], 4);
    const before = await spendingOf(own);
    expect(before).toMatchObject([
      { batch: 'lost', source: 'batch', givenUp: 2 },
      { source: 'lookups', found: 1 },
      { batch: 'reused', day: 2 * DAY, source: 'batch', saved: 1 },
    ]);
    for (const { num } of [reused, lost])
      expect(await own.removeBatch(num, Infinity)).toBe('removed');
    expect(await spendingOf(own)).toEqual(
      before.map(({ batch, ...facts }) =>
        batch === undefined ? facts : { ...facts, source: 'deleted' },
      ),
    );
  });

  it('of a failed job whose counter lags behind its results is what its results say, also later', async () => {
    const { own, num } = await planned([A, B, C]);
    await accept(own, num);
    const { answer, ...results } = resultsOf(num, [A, B]);
    await own.keepResults({ ...results, answer: { ...answer, found: 1 }, end: 'failed' });
    expect(await spendingOf(own)).toMatchObject([{ found: 2 }]);
    await own.removeBatch(num, Infinity);
    expect(await spendingOf(own)).toMatchObject([{ source: 'deleted', found: 2 }]);
    expect(await spentSince(own, 0)).toBe(2);
  });

  it('was saved where records answered single lookups, written after a minute or at the end', async () => {
    const [own, other] = await two();
    const note = (at: number) =>
      own.noteReused({ kind: 'cpf', keyFingerprint: 'finger', at: DAY + at });
    await note(0);
    await note(59_999);
    expect(await spendingOf(other)).toEqual([]);
    await note(60_000);
    await own.noteReused({ kind: 'realtime', keyFingerprint: 'finger', at: 2 * DAY });
    expect(await spendingOf(other)).toEqual([
      { day: DAY, kind: 'cpf', source: 'lookups', saved: 3 },
    ]);
    await own.close();
    expect(await spendingOf(other)).toMatchObject([
      { saved: 3 },
      { day: 2 * DAY, kind: 'realtime', saved: 1 },
    ]);
  });
});

contractOf('accounts', ({ ledger }) => {
  it('are those whose balance was read, with the keys of the readings', async () => {
    const own = await ledger();
    for (const [account, keyFingerprint] of [
      ['a', 'k1'],
      ['b', 'k2'],
      ['a', 'k3'],
    ] as const) {
      const facts = { account, keyFingerprint, plan: 'Micro', used: 0, remaining: 9, at: 1 };
      await own.keepReading({ ...facts, before: await own.tick() });
    }
    expect(await own.accounts()).toEqual([
      { account: 'a', keys: ['k1', 'k3'] },
      { account: 'b', keys: ['k2'] },
    ]);
  });
});

contractOf('hit rates', ({ ledger }) => {
  it('are those of ended jobs by kind, also of deleted batches; lookups and doubts are none', async () => {
    const own = await ledger();
    await keepPaid(own, A, DAY);
    const cpf = await plannedBatch(own, [A, B, C]);
    await accept(own, cpf.num);
    await own.keepResults(resultsOf(cpf.num, [A]));
    expect((await own.hitRates()).cpf).toEqual({ answered: 0, found: 0 });
    await own.keepResults(resultsOf(cpf.num, [A], [B, C], { end: 'done' }));
    const lost = await plannedBatch(own, [COMPANY], { id: 'lost', kind: 'cnpj' });
    await doubt(own, lost.num);
    await own.abandon(lost.num, [1], 4);
    const rates = { cpf: { answered: 3, found: 1 }, cnpj: { answered: 0, found: 0 } };
    expect(await own.hitRates()).toEqual(rates);
    for (const { num } of [cpf, lost]) await own.removeBatch(num, Infinity);
    expect(await own.hitRates()).toEqual(rates);
  });
});
