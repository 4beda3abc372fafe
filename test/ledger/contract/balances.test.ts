import { expect } from 'vitest';
import { systemClock } from '../../../src/base/system.js';
import type { Mark, MeterFacts } from '../../../src/ledger/index.js';
import { accepted, factsOf, resultsOf, SHOWS_NOTHING, type TestLedger } from '../support.js';
import { contractOf } from './engines.js';

const [A, B, C] = ['10000000019', '10000000108', '10000000280'] as const;

/** The uptime of the machine that runs the tests. */
const UPTIME = { ms: expect.any(Number) as number, boot: systemClock.uptime().boot };

/** What a reading of now is measured by. */
async function factsNow(own: TestLedger, settle?: number, before?: number): Promise<MeterFacts> {
  const key = { account: 'a', keyFingerprint: 'finger', plan: 'Micro' };
  const reading = {
    ...key,
    before: before ?? (await own.tick()),
    askedAt: 200_000,
    at: 200_001,
    used: 0,
    remaining: 0,
  };
  let facts: MeterFacts | undefined;
  await own.storeReading(reading, { settle }, (given) => {
    facts = given;
    return { ...SHOWS_NOTHING, isQuiet: false };
  });
  if (facts === undefined) throw new Error('The reading was left out.');
  return facts;
}

contractOf('the balance book', (it) => {
  it('the newest reading of a key is that of the account to which the key belonged last', async (own) => {
    const other = await own.another();
    await own.read({ used: 1.5, askedAt: 4, at: 5 }, { owed: 2 });
    await other.read({ used: 1, account: 'b', keyFingerprint: 'of b' });
    const newest = { account: 'a', askedAt: 4, at: 5, plan: 'Micro', used: 1.5, owed: 2 };
    expect(await other.newestReading('finger')).toMatchObject(newest);
    await other.read({ used: 3, keyFingerprint: 'second' });
    expect(await own.newestReading('finger')).toMatchObject({ used: 3 });
    expect(await own.findAccount('of b')).toBe('b');
    expect(await own.findAccount('of nobody')).toBeUndefined();
  });

  it('of two overlapping readings, one that shows fewer used credits than the stored one is not stored', async (own) => {
    const other = await own.another();
    const before = await own.tick();
    await other.read({ used: 3 });
    await own.read({ used: 2, before });
    expect(await own.newestReading('finger')).toMatchObject({ used: 3 });
    await own.read({ used: 4, before });
    expect(await own.newestReading('finger')).toMatchObject({ used: 4 });
    await own.read({ used: 2 });
    expect(await own.newestReading('finger')).toMatchObject({ used: 2 });
  });
});

contractOf('the facts by which a reading is measured', (it) => {
  it('a reading is measured from the last quiet reading of its account and plan, with the readings since then', async (own) => {
    expect(await factsNow(own)).toMatchObject({ base: undefined, laterReadings: [] });
    await own.read({ used: 1 }, { beginsAnew: true });
    await own.read({ used: 2 }, { owed: 3, unagreed: { 'cpf 1': 4 } });
    await own.read({ used: 5 }, { isQuiet: false, extra: 1 });
    await own.read({ used: 9, account: 'b', keyFingerprint: 'of b' });
    await own.read({ used: 9, plan: 'Pro' });
    expect(await factsNow(own)).toMatchObject({
      base: { used: 2, owed: 3, unagreed: { 'cpf 1': 4 } },
      laterReadings: [{ used: 5, extra: 1 }],
    });
    await own.read({ used: 6 }, { beginsAnew: true });
    expect(await factsNow(own)).toMatchObject({ base: { used: 6 }, laterReadings: [] });
    await own.beginMetersAnew();
    expect(await factsNow(own)).toMatchObject({ base: undefined, laterReadings: [] });
  });

  it('a reading is measured with the requests, of every key of the account, that were open at the base or began since', async (own) => {
    const other = await own.another();
    const past = await own.begunLookup(A, { at: 5 });
    await own.endLookup(past, { is: 'found', at: 80_000, record: null });
    const { num } = await own.acceptedBatch([A, B, C]);
    await other.begunLookup(B, { holder: 'gone', at: 50_000, acceptsDoubtsUntil: Infinity });
    await own.read({ account: 'b', keyFingerprint: 'of b' });
    await own.read({ keyFingerprint: 'second' });
    await own.read();
    await own.begunLookup(C, { keyFingerprint: 'second', acceptsDoubtsUntil: Infinity });
    await own.begunLookup(A, { keyFingerprint: 'of b', acceptsDoubtsUntil: Infinity });
    await own.storeResults(resultsOf(num, [A], [B, C], { end: 'done', at: 79_999 }));
    const free = await own.begunLookup('x');
    await own.endLookup(free, { is: 'free', at: 79_999 });
    await other.close();
    const { requests, hasEndedLately } = await factsNow(own);
    const job = { kind: 'cpf', price: 1, found: 1, most: 1, endedAt: 79_999, openUntil: null };
    const doubt = { kind: 'cpf', found: 0, most: 1, ended: null, openUntil: 50_000 + 120_000 };
    const open = { kind: 'cpf', found: 0, most: 1, ended: null, openUntil: null };
    expect(requests.toSorted((a, b) => a.begun - b.begun)).toMatchObject([job, doubt, open]);
    // Two minutes have passed since the last one ended.
    expect(hasEndedLately).toBe(false);
    expect((await factsNow(own, 60_000)).hasEndedLately).toBe(false);
  });

  it('a request that ended by a clock that was days ahead has ended lately, until a reading is two minutes old', async (own) => {
    await own.endLookup(await own.begunLookup(A), { is: 'found', at: 9e8, record: null });
    const lately = { requests: [{ found: 1 }], hasEndedLately: true };
    expect(await factsNow(own)).toMatchObject(lately);
    await own.read({ at: 80_001 }, { isQuiet: false });
    expect(await factsNow(own)).toMatchObject(lately);
    await own.read({ at: 80_000 }, { isQuiet: false });
    await own.read({ at: 199_999 }, { isQuiet: false });
    expect(await factsNow(own)).toMatchObject({ requests: [], hasEndedLately: false });
  });

  it('extra is shown while it may be followed by late charges of ours, until a reading agrees', async (own) => {
    const shown = async () => (await factsNow(own)).hasShownExtra;
    expect(await shown()).toBe(false);
    await own.read({ at: 80_000 }, { extra: 1 });
    expect(await shown()).toBe(false);
    await own.read({ at: 80_001 }, { extra: 1 });
    expect(await shown()).toBe(true);
    await own.read({}, { agreed: ['cpf 1'] });
    expect(await shown()).toBe(false);
  });

  it('a reading is measured with requests that ended after it was asked for, also if another reading was stored in between', async (own) => {
    const lookup = await own.begunLookup(A);
    const before = await own.tick();
    await own.endLookup(lookup, { is: 'found', at: 80_000, record: null });
    await own.read();
    expect(await factsNow(own, undefined, before)).toMatchObject({ requests: [{ found: 1 }] });
    expect(await factsNow(own)).toMatchObject({ requests: [] });
  });

  it('a first reading is measured with the records that were found in the last two minutes', async (own) => {
    for (const [id, at] of [
      [A, 80_000],
      [B, 80_001],
    ] as const)
      await own.endLookup(await own.begunLookup(id), { is: 'found', at, record: null });
    expect(await factsNow(own)).toMatchObject({
      requests: [{ found: 1, endedAt: 80_001 }],
      hasEndedLately: true,
    });
  });

  it.for([
    ['in doubt', false],
    ['given up', true],
  ] as const)(
    'a reading is measured with a job %s until 11 minutes, and a fifth of a second for each identifier, have passed',
    async ([, isGivenUp], own) => {
      const { num } = await own.plannedBatch([A, B, C]);
      await own.read();
      await own.begin(num, { at: 7 });
      await own.markInterruptedJobs(num, 'why');
      if (isGivenUp) await own.abandon(num, [1], 150_000);
      const [job] = (await factsNow(own)).requests;
      expect(job?.openUntil).toBeCloseTo(7 + 660_000 + 600, -1);
    },
  );
});

/** A lookup that was found, and a reading of the account that shows so much extra. */
async function moved(own: TestLedger, extra: number, records = 1) {
  for (let n = 0; n < records; n += 1) await own.keepPaid(A, 1);
  return own.read({}, { extra });
}

contractOf('the stop of an account for unexpected charges', (it) => {
  it.for<[string, number[], object | undefined]>([
    ['at most five credits of extra', [5], undefined],
    [
      'more than five credits of extra in several readings',
      [3, 3],
      { records: 2, expected: 2, charged: 8, price: 4 },
    ],
    [
      'extra that makes a price of more than two decimals',
      [3, 3.001],
      { charged: 8.001, price: undefined },
    ],
  ])('the excess of a reading after %s', async ([, extras, excess], own) => {
    await own.read();
    let kept: Awaited<ReturnType<TestLedger['read']>> | undefined;
    for (const extra of extras) kept = await moved(own, extra);
    if (excess === undefined) expect(kept?.excess).toBeUndefined();
    else expect(kept?.excess).toMatchObject(excess);
  });

  it('an account is stopped for extra beyond a tenth of the cost of our records since the last agreement', async (own) => {
    await own.read();
    expect((await moved(own, 6, 60)).excess).toBeUndefined();
    expect((await moved(own, 0.2)).excess).toMatchObject({ records: 61 });
    await own.read({}, { agreed: ['cpf 1'] });
    expect((await moved(own, 5)).excess).toBeUndefined();
  });

  it('the mark of a stop has no price if two kinds were found or a request is in doubt', async (own) => {
    await own.read();
    expect((await moved(own, 9)).excess).toMatchObject({ price: 10 });
    const lookup = await own.begunLookup(B, { mode: 'realtime', cost: undefined });
    await own.endLookup(lookup, { is: 'unknown' });
    expect((await moved(own, 9)).excess).toMatchObject({ price: undefined });
  });

  it('a mark stops its account and plan until the user changes a term or sets one again', async (own) => {
    await own.read();
    const { excess } = await moved(own, 9);
    const mark = excess as Mark;
    const stopped = async (terms: object) => (await own.read({}, {}, terms)).mark !== undefined;
    for (const [terms, isStopped] of [
      [{}, true],
      [{ settle: 7 }, true],
      [{ setAt: mark.at }, true],
      [{ setAt: mark.at + 1 }, false],
      [{ cpf: 1 }, false],
      [{ cnpj: 3 }, false],
      [{ shared: true }, false],
    ] as const) {
      await own.setMark('a', 'Micro', mark);
      expect((await own.read({ plan: 'Pro' })).mark).toBeUndefined();
      expect((await own.read()).mark).toBeDefined();
      const asked = await own.lookUp(C, { cost: { ...COST, terms }, mayBegin: true });
      expect([terms, asked.verdict === 'stopped']).toEqual([terms, isStopped]);
      expect([terms, await stopped({})]).toEqual([terms, isStopped]);
      if (asked.verdict === 'begun') await own.endLookup(asked.num, { is: 'free' });
    }
    // The meter has begun anew.
    expect((await own.read()).excess).toBeUndefined();
    // Stored while a clock was ahead.
    const setAt = mark.at + 999;
    await own.setMark('a', 'Micro', { ...mark, terms: { ...mark.terms, setAt } });
    expect(await stopped({ setAt })).toBe(true);
    expect(await stopped({ setAt: setAt + 1 })).toBe(false);
  });
});
const COST = { kind: 'cpf', price: 1, keyFingerprint: 'finger', limits: [], at: 2 } as const;

contractOf('the evidence for a doubt', (it) => {
  it('the evidence is the last reading before the doubt, the readings since then, and what else was found', async (own) => {
    await own.read({ used: 1 });
    await own.read({ used: 2 });
    await own.keepPaid(A, 1);
    await own.read({ used: 3, account: 'b', keyFingerprint: 'of b' });
    const { num } = await own.plannedBatch([B]);
    const begun = await own.tick();
    await own.begin(num);
    await own.markInterruptedJobs(num, 'why');
    await own.read({ used: 4 });
    expect(await own.collectEvidence('a', begun)).toMatchObject({
      readings: [{ used: 2 }, { used: 4 }],
      found: 1,
      isBusy: false,
    });
    await own.begunLookup(C);
    expect(await own.collectEvidence('a', begun)).toMatchObject({ isBusy: true });
    expect(await own.collectEvidence('b', begun)).toMatchObject({ found: 0, isBusy: false });
  });

  it('the evidence begins with a reading that was answered before the doubt, not with one that was only asked for', async (own) => {
    await own.read({ used: 1 });
    const asked = await own.tick();
    const { num } = await own.plannedBatch([B]);
    const begun = await own.tick();
    await own.begin(num);
    await own.markInterruptedJobs(num, 'why');
    await own.read({ used: 2, before: asked });
    expect(await own.collectEvidence('a', begun)).toMatchObject({
      readings: [{ used: 1 }, { used: 2 }],
    });
  });

  it('the evidence names the running batches, the oldest submission first, and the last end of a request', async (own) => {
    await own.read();
    const evidence = () => own.collectEvidence('a', 0);
    expect(await evidence()).toMatchObject({ liveBatches: [], lastEnd: null });
    const [late, early, done] = [
      await own.plannedBatch([A], { id: 'late' }),
      await own.plannedBatch([B], { id: 'early' }),
      await own.plannedBatch([C], { id: 'done' }),
    ];
    await own.begin(early.num, { at: 10 });
    await own.begin(late.num, { at: 20 });
    await own.begin(done.num, { at: 30 });
    await own.storeOutcome(done.num, 1, accepted('job'), 31);
    await own.storeResults(resultsOf(done.num, [C], [], { end: 'done', at: 40 }));
    expect(await evidence()).toMatchObject({
      liveBatches: ['early', 'late'],
      lastEnd: { tick: expect.any(Number) as number, uptime: UPTIME },
    });
    expect(await own.collectEvidence('b', 0)).toMatchObject({ liveBatches: [], lastEnd: null });
  });

  it('a doubt has the uptime of the machine at which its outcome became unknown', async (own) => {
    const { num } = await own.plannedBatch([A]);
    await own.begin(num);
    expect(await own.readJobs(num)).toMatchObject([{ unknownSince: null }]);
    await own.markInterruptedJobs(num, 'why');
    expect(await own.readJobs(num)).toMatchObject([{ unknownSince: UPTIME }]);
    const lookup = await own.begunLookup(B);
    await own.endLookup(lookup, { is: 'unknown' });
    expect(await own.lookUp(B)).toMatchObject({ doubt: { unknownSince: UPTIME } });
  });

  it('the verdict on a job stays until the job is submitted again', async (own) => {
    const { num } = await own.plannedBatch([A]);
    await own.begin(num);
    await own.markInterruptedJobs(num, 'why');
    expect(await own.readJobs(num)).toMatchObject([{ verdict: null }]);
    const decision = { job: 1, at: 4, decision: 'ask', evidence: { why: 'moved' } };
    await own.recordDecision(num, decision);
    expect(await own.readJobs(num)).toMatchObject([{ verdict: 'moved' }]);
    await own.begin(num, { sentWithProof: true });
    expect(await own.readJobs(num)).toMatchObject([{ state: 'submitting', verdict: null }]);
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
  const all = await own.readDailySpending();
  return all
    .map(({ day, kind, source, batch, found, atRisk, givenUp, saved }) => ({
      day,
      kind,
      source,
      batch: batch?.id,
      found: found || undefined,
      atRisk: atRisk || undefined,
      givenUp: givenUp || undefined,
      saved: saved || undefined,
    }))
    .toSorted((a, b) => a.day - b.day || a.source.localeCompare(b.source));
}

contractOf('the daily spending', (it) => {
  it('single lookups and jobs are counted by day, kind and source', async (own) => {
    await own.endLookup(await own.begunLookup(A, { at: 3 * DAY }), { is: 'found', record: null });
    await own.endLookup(await own.begunLookup(B, { at: 4 * DAY }), { is: 'free' });
    const realtime = await own.begunLookup(B, { mode: 'realtime', at: 5 * DAY - 1 });
    await own.endLookup(realtime, { is: 'found', record: null });
    await own.endLookup(await own.begunLookup(C, { at: 5 * DAY }), { is: 'unknown' });
    const { num } = await own.plannedBatch([COMPANY, OTHER], { kind: 'cnpj' });
    await own.accept(num);
    await own.storeResults(resultsOf(num, [COMPANY]));
    expect(await spendingOf(own)).toEqual([
      { day: 0, kind: 'cnpj', source: 'batch', batch: 'abc0000000', found: 1, atRisk: 1 },
      { day: 3 * DAY, kind: 'cpf', source: 'lookups', found: 1 },
      { day: 4 * DAY, kind: 'realtime', source: 'lookups', found: 1 },
      { day: 5 * DAY, kind: 'cpf', source: 'lookups', atRisk: 1 },
    ]);
  });

  it('the charges, doubts and savings of a batch still count after the batch is removed', async (own) => {
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

  it('a failed job whose counter lags counts the found records that its results name', async (own) => {
    const { num } = await own.plannedBatch([A, B, C]);
    await own.accept(num);
    const { answer, ...results } = resultsOf(num, [A, B]);
    await own.storeResults({ ...results, answer: { ...answer, found: 1 }, end: 'failed' });
    expect(await spendingOf(own)).toMatchObject([{ found: 2 }]);
    await own.removeBatch(num, Infinity);
    expect(await spendingOf(own)).toMatchObject([{ source: 'deleted', found: 2 }]);
    expect(await own.spentSince(0)).toBe(2);
  });

  it('reuses are stored once a minute, and when the ledger is closed', async (own) => {
    const other = await own.another();
    const note = (at: number) =>
      own.countReuse({ kind: 'cpf', keyFingerprint: 'finger', at: DAY + at });
    await note(0);
    await note(59_999);
    expect(await spendingOf(other)).toEqual([]);
    await note(60_000);
    await own.countReuse({ kind: 'realtime', keyFingerprint: 'finger', at: 2 * DAY });
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

contractOf('hit rates', (it) => {
  it('hit rates count the ended jobs by kind, also those of removed batches', async (own) => {
    await own.keepPaid(A, DAY);
    const cpf = await own.plannedBatch([A, B, C]);
    await own.accept(cpf.num);
    await own.storeResults(resultsOf(cpf.num, [A]));
    expect((await own.readHitRates()).cpf).toEqual({ answered: 0, found: 0 });
    await own.storeResults(resultsOf(cpf.num, [A], [B, C], { end: 'done' }));
    const lost = await own.plannedBatch([COMPANY], { id: 'lost', kind: 'cnpj' });
    await own.doubt(lost.num);
    await own.abandon(lost.num, [1], 4);
    const rates = { cpf: { answered: 3, found: 1 }, cnpj: { answered: 0, found: 0 } };
    expect(await own.readHitRates()).toEqual(rates);
    for (const { num } of [cpf, lost]) await own.removeBatch(num, Infinity);
    expect(await own.readHitRates()).toEqual(rates);
  });
});
