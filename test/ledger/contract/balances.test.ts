import { expect } from 'vitest';
import { systemClock } from '../../../src/system.js';
import { accepted, factsOf, resultsOf, type TestLedger } from '../support.js';
import { contractOf } from './engines.js';

const [A, B, C] = ['10000000019', '10000000108', '10000000280'] as const;

/** The uptime of the machine that runs the tests. */
const MARK = { ms: expect.any(Number) as number, boot: systemClock.uptime().boot };

interface Given {
  readonly used: number;
  readonly account?: string;
  readonly keyFingerprint?: string;
  readonly at?: number;
}

async function read(ledger: TestLedger, given: Given) {
  const facts = { account: 'a', keyFingerprint: 'finger', at: 5, plan: 'Micro', remaining: 10.5 };
  await ledger.keepReading({ ...facts, before: await ledger.tick(), ...given });
}

async function book(ledger: TestLedger, account = 'a') {
  return ledger.balanceBook(account);
}

contractOf('the balance book', (it) => {
  it('keeps every reading of an account in the order of ticks', async ({ own, other }) => {
    await read(own, { used: 1.5 });
    await read(other, { used: 1, account: 'b', keyFingerprint: 'of b' });
    await read(other, { used: 3 });
    const { readings } = await book(own);
    expect(readings).toMatchObject([
      { at: 5, plan: 'Micro', used: 1.5, remaining: 10.5 },
      { used: 3, remaining: 10.5 },
    ]);
    const [first, second] = readings;
    expect(first?.after).toBeGreaterThan(first?.before ?? Infinity);
    expect(second?.before).toBeGreaterThan(first?.after ?? Infinity);
    expect(await own.accountOf('of b')).toBe('b');
    expect(await own.accountOf('of nobody')).toBeUndefined();
  });

  it('has a job between the tick of its beginning and that of its end', async ({ own }) => {
    await read(own, { used: 0 });
    const { num } = await own.acceptedBatch([A, B, C]);
    await read(own, { used: 1 });
    const open = (await book(own)).requests;
    expect(open).toMatchObject([{ kind: 'cpf', ended: null, items: 3, isDoubtful: false }]);
    await own.keepResults(resultsOf(num, [A], [B, C], { end: 'done' }));
    await read(own, { used: 1 });
    const { readings, requests } = await book(own);
    const [before, during, after] = readings;
    const [job] = requests;
    expect(job).toMatchObject({ found: 1, items: 3, isDoubtful: false });
    expect(job?.begun).toBeGreaterThan(before?.after ?? Infinity);
    expect(job?.begun).toBeLessThan(during?.before ?? 0);
    expect(job?.ended).toBeGreaterThan(during?.after ?? Infinity);
    expect(job?.ended).toBeLessThan(after?.before ?? 0);
  });

  it('has a doubtful job as open, an abandoned one as ended, both as doubtful', async ({ own }) => {
    await read(own, { used: 0 });
    const { num } = await own.plannedBatch([A]);
    await own.begin(num);
    await own.doubtCutShort(num, 'why');
    expect((await book(own)).requests).toMatchObject([{ ended: null, isDoubtful: true, found: 0 }]);
    await own.abandon(num, [1], 4);
    const [job] = (await book(own)).requests;
    expect(job).toMatchObject({ isDoubtful: true });
    expect(job?.ended).toBeGreaterThan(job?.begun ?? Infinity);
  });

  it('knows what a user has adopted', async ({ own }) => {
    await read(own, { used: 0 });
    const { num: batch } = await own.plannedBatch([A]);
    await own.begin(batch);
    await own.doubtCutShort(batch, 'why');
    const adoption = {
      batch,
      jobs: [1],
      jobId: 'x',
      items: 1,
      named: [A],
      isRunning: false,
      at: 9,
    };
    await own.adopt(adoption);
    expect((await book(own)).requests).toMatchObject([{ isDoubtful: false, isAdopted: true }]);
  });

  it('has single lookups by their kind, their way and their outcome', async ({ own }) => {
    await read(own, { used: 0 });
    const [first, second, third] = [
      await own.begunLookup(A, { way: 'realtime' }),
      await own.begunLookup(B, { way: 'realtime' }),
      await own.begunLookup(C),
    ];
    await own.endLookup(first, { is: 'found', record: null });
    await own.endLookup(second, { is: 'free' });
    await own.endLookup(third, { is: 'unknown' });
    expect((await book(own)).requests).toMatchObject([
      { kind: 'realtime', found: 1, items: 1, isDoubtful: false },
      { kind: 'realtime', found: 0, isDoubtful: false },
      { kind: 'cpf', found: 0, ended: null, isDoubtful: true },
    ]);
  });

  it('has a lookup of a session that died as doubtful, others as open', async ({ own, other }) => {
    await read(own, { used: 0 });
    const wanted = { way: 'simple', holder: 'of the other' } as const;
    await other.lookUp(A, wanted);
    await read(own, { used: 0 });
    expect((await book(own)).requests).toMatchObject([{ ended: null, isDoubtful: false }]);
    await other.close();
    await read(own, { used: 0 });
    expect((await book(own)).requests).toMatchObject([{ ended: null, isDoubtful: true }]);
  });

  it('has the requests of every key of the account, and of no other account', async ({ own }) => {
    const batch = await own.plannedBatch([A]);
    await own.accept(batch.num);
    await read(own, { used: 0, account: 'b', keyFingerprint: 'of b' });
    expect((await book(own, 'b')).requests).toEqual([]);
    await read(own, { used: 0, account: 'b', keyFingerprint: 'finger' });
    expect((await book(own, 'b')).requests).toHaveLength(1);
  });

  it('has nothing that ended before the first reading', async ({ own }) => {
    const { num } = await own.acceptedBatch([A]);
    await own.keepResults(resultsOf(num, [A], [], { end: 'done' }));
    expect(await book(own)).toMatchObject({ readings: [], requests: [] });
    await read(own, { used: 1 });
    expect((await book(own)).requests).toEqual([]);
  });

  it('names running batches, the oldest submission first, and the last end', async ({ own }) => {
    await read(own, { used: 0 });
    expect(await book(own)).toMatchObject({ liveBatches: [], lastEnd: null });
    const [late, early, done] = [
      await own.plannedBatch([A], { id: 'late' }),
      await own.plannedBatch([B], { id: 'early' }),
      await own.plannedBatch([C], { id: 'done' }),
    ];
    await own.begin(early.num, { at: 10 });
    await own.begin(late.num, { at: 20 });
    await own.begin(done.num, { at: 30 });
    await own.keepOutcome(done.num, 1, accepted('job'), 31);
    await own.keepResults(resultsOf(done.num, [C], [], { end: 'done', at: 40 }));
    expect(await book(own)).toMatchObject({
      liveBatches: ['early', 'late'],
      lastEnd: { tick: expect.any(Number) as number, mark: MARK },
    });
    await read(own, { used: 0, account: 'b', keyFingerprint: 'of b' });
    expect(await book(own, 'b')).toMatchObject({ liveBatches: [], lastEnd: null });
  });

  it('notes the uptime of the machine when an outcome became unknown', async ({ own }) => {
    const { num } = await own.plannedBatch([A]);
    await own.begin(num);
    expect(await own.jobsOf(num)).toMatchObject([{ unknownSince: null }]);
    await own.doubtCutShort(num, 'why');
    expect(await own.jobsOf(num)).toMatchObject([{ unknownSince: MARK }]);
    const lookup = await own.begunLookup(B);
    await own.endLookup(lookup, { is: 'unknown' });
    expect(await own.lookUp(B)).toMatchObject({ doubt: { unknownSince: MARK } });
  });

  it('remembers the verdict of a doubt until the job is submitted anew', async ({ own }) => {
    const { num } = await own.plannedBatch([A]);
    await own.begin(num);
    await own.doubtCutShort(num, 'why');
    expect(await own.jobsOf(num)).toMatchObject([{ verdict: null }]);
    const decision = { job: 1, at: 4, decision: 'ask', evidence: { why: 'moved' } };
    await own.recordDecision(num, decision);
    expect(await own.jobsOf(num)).toMatchObject([{ verdict: 'moved' }]);
    await own.begin(num, { proved: true });
    expect(await own.jobsOf(num)).toMatchObject([{ state: 'submitting', verdict: null }]);
  });
});

const DAY = 86_400_000;
const COMPANY = '12ABC34501DE35';
const OTHER = '12ABC34502DE16';

/** A batch of which paid records answer everything. */
async function answeredBatch(own: TestLedger, ids: readonly string[], at: number) {
  const batch = await own.newBatch({ id: 'reused', matchKey: 'r' });
  await own.beginPlan(batch.num, 'cpf', '{}');
  const items = ids.map((id, position) => ({ id, position }));
  await own.addTo(batch.num, items, 0, at);
  await own.finishPlan(batch.num, factsOf(ids.length), at);
  return batch;
}

/** Without what is zero, and without the key, which is the same everywhere. */
async function spendingOf(own: TestLedger) {
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

contractOf('what was spent', (it) => {
  it('is counted by day, kind and source, single lookups and jobs', async ({ own }) => {
    await own.endLookup(await own.begunLookup(A, { at: 3 * DAY }), { is: 'found', record: null });
    await own.endLookup(await own.begunLookup(B, { at: 4 * DAY }), { is: 'free' });
    const realtime = await own.begunLookup(B, { way: 'realtime', at: 5 * DAY - 1 });
    await own.endLookup(realtime, { is: 'found', record: null });
    await own.endLookup(await own.begunLookup(C, { at: 5 * DAY }), { is: 'unknown' });
    const { num } = await own.plannedBatch([COMPANY, OTHER], { kind: 'cnpj' });
    await own.accept(num);
    await own.keepResults(resultsOf(num, [COMPANY]));
    expect(await spendingOf(own)).toEqual([
      { day: 0, kind: 'cnpj', source: 'batch', batch: 'abc0000000', found: 1, atRisk: 1 },
      { day: 3 * DAY, kind: 'cpf', source: 'lookups', found: 1 },
      { day: 4 * DAY, kind: 'realtime', source: 'lookups', found: 1 },
      { day: 5 * DAY, kind: 'cpf', source: 'lookups', atRisk: 1 },
    ]);
  });

  it('stays when a batch is deleted: its charges, its doubts and its savings', async ({ own }) => {
    await own.keepPaid(A, DAY);
    const reused = await answeredBatch(own, [A], 2 * DAY);
    const lost = await own.plannedBatch([B, C], { id: 'lost' });
    await own.doubt(lost.num);
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

  it('is what the results of a failed job say whose counter lags behind them', async ({ own }) => {
    const { num } = await own.plannedBatch([A, B, C]);
    await own.accept(num);
    const { answer, ...results } = resultsOf(num, [A, B]);
    await own.keepResults({ ...results, answer: { ...answer, found: 1 }, end: 'failed' });
    expect(await spendingOf(own)).toMatchObject([{ found: 2 }]);
    await own.removeBatch(num, Infinity);
    expect(await spendingOf(own)).toMatchObject([{ source: 'deleted', found: 2 }]);
    expect(await own.spentSince(0)).toBe(2);
  });

  it('was saved where records answered, written at times and at last', async ({ own, other }) => {
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

contractOf('accounts', (it) => {
  it('are those whose balance was read, with the keys of the readings', async ({ own }) => {
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

contractOf('hit rates', (it) => {
  it('are those of ended jobs by kind, also of deleted batches', async ({ own }) => {
    await own.keepPaid(A, DAY);
    const cpf = await own.plannedBatch([A, B, C]);
    await own.accept(cpf.num);
    await own.keepResults(resultsOf(cpf.num, [A]));
    expect((await own.hitRates()).cpf).toEqual({ answered: 0, found: 0 });
    await own.keepResults(resultsOf(cpf.num, [A], [B, C], { end: 'done' }));
    const lost = await own.plannedBatch([COMPANY], { id: 'lost', kind: 'cnpj' });
    await own.doubt(lost.num);
    await own.abandon(lost.num, [1], 4);
    const rates = { cpf: { answered: 3, found: 1 }, cnpj: { answered: 0, found: 0 } };
    expect(await own.hitRates()).toEqual(rates);
    for (const { num } of [cpf, lost]) await own.removeBatch(num, Infinity);
    expect(await own.hitRates()).toEqual(rates);
  });
});
