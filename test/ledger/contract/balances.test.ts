import { expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/index.js';
import { systemClock } from '../../../src/system.js';
import {
  accept,
  accepted,
  acceptedBatch,
  begin,
  beginLookup,
  begunLookup,
  plannedBatch,
  resultsOf,
} from '../support.js';
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

async function read(ledger: Ledger, given: Given) {
  const facts = { account: 'a', keyFingerprint: 'finger', at: 5, plan: 'Micro', remaining: 10.5 };
  await ledger.keepReading({ ...facts, before: await ledger.tick(), ...given });
}

async function book(ledger: Ledger, account = 'a') {
  return ledger.balanceBook(account);
}

contractOf('the balance book', ({ ledger, two, planned, sent }) => {
  it('keeps every reading of an account in the order of ticks, across processes', async () => {
    const [own, other] = await two();
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

  it('has a job between the tick of its beginning and that of its end', async () => {
    const own = await ledger();
    await read(own, { used: 0 });
    const { num } = await acceptedBatch(own, [A, B, C]);
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

  it('has a doubtful job as open and doubtful, and an abandoned one as ended and doubtful', async () => {
    const own = await ledger();
    await read(own, { used: 0 });
    const { num } = await plannedBatch(own, [A]);
    await begin(own, num);
    await own.doubtCutShort(num, 'why');
    expect((await book(own)).requests).toMatchObject([{ ended: null, isDoubtful: true, found: 0 }]);
    await own.abandon(num, [1], 4);
    const [job] = (await book(own)).requests;
    expect(job).toMatchObject({ isDoubtful: true });
    expect(job?.ended).toBeGreaterThan(job?.begun ?? Infinity);
  });

  it('has the charges of a batch that was deleted, without its identifiers', async () => {
    const own = await ledger();
    await read(own, { used: 0 });
    const { num } = await acceptedBatch(own, [A, B]);
    await own.keepResults(resultsOf(num, [A], [B], { end: 'done' }));
    const { requests } = await book(own);
    expect(await own.removeBatch(num, Infinity)).toBe('removed');
    expect(requests).toMatchObject([{ found: 1, items: 2 }]);
    expect((await book(own)).requests).toEqual(requests);
  });

  it('has single lookups by their kind, their way and their outcome', async () => {
    const own = await ledger();
    await read(own, { used: 0 });
    const [first, second, third] = [
      await begunLookup(own, A, { way: 'realtime' }),
      await begunLookup(own, B, { way: 'realtime' }),
      await begunLookup(own, C),
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

  it('has a lookup of a session that died as doubtful, and one of a living session as open', async () => {
    const [own, other] = await two();
    await read(own, { used: 0 });
    const wanted = { way: 'simple', holder: 'of the other' } as const;
    await beginLookup(other, A, wanted);
    await read(own, { used: 0 });
    expect((await book(own)).requests).toMatchObject([{ ended: null, isDoubtful: false }]);
    await other.close();
    await read(own, { used: 0 });
    expect((await book(own)).requests).toMatchObject([{ ended: null, isDoubtful: true }]);
  });

  it('has the requests of every key of the account, and of no other account', async () => {
    const own = await ledger();
    const batch = await plannedBatch(own, [A]);
    await accept(own, batch.num);
    await read(own, { used: 0, account: 'b', keyFingerprint: 'of b' });
    expect((await book(own, 'b')).requests).toEqual([]);
    await read(own, { used: 0, account: 'b', keyFingerprint: 'finger' });
    expect((await book(own, 'b')).requests).toHaveLength(1);
  });

  it('has nothing that ended before the first reading, and nothing at all without one', async () => {
    const { own, num } = await sent([A]);
    await own.keepResults(resultsOf(num, [A], [], { end: 'done' }));
    expect(await book(own)).toMatchObject({ readings: [], requests: [] });
    await read(own, { used: 1 });
    expect((await book(own)).requests).toEqual([]);
  });

  it('names the batches that are running, the oldest submission first, and the last end', async () => {
    const own = await ledger();
    await read(own, { used: 0 });
    expect(await book(own)).toMatchObject({ liveBatches: [], lastEnd: null });
    const [late, early, done] = [
      await plannedBatch(own, [A], { id: 'late' }),
      await plannedBatch(own, [B], { id: 'early' }),
      await plannedBatch(own, [C], { id: 'done' }),
    ];
    await begin(own, early.num, { at: 10 });
    await begin(own, late.num, { at: 20 });
    await begin(own, done.num, { at: 30 });
    await own.keepOutcome(done.num, 1, accepted('job'), 31);
    await own.keepResults(resultsOf(done.num, [C], [], { end: 'done', at: 40 }));
    expect(await book(own)).toMatchObject({
      liveBatches: ['early', 'late'],
      lastEnd: { tick: expect.any(Number) as number, mark: MARK },
    });
    await read(own, { used: 0, account: 'b', keyFingerprint: 'of b' });
    expect(await book(own, 'b')).toMatchObject({ liveBatches: [], lastEnd: null });
  });

  it('notes how long the machine had been running when an outcome became unknown', async () => {
    const { own, num } = await planned([A]);
    await begin(own, num);
    expect(await own.jobsOf(num)).toMatchObject([{ unknownSince: null }]);
    await own.doubtCutShort(num, 'why');
    expect(await own.jobsOf(num)).toMatchObject([{ unknownSince: MARK }]);
    const lookup = await begunLookup(own, B);
    await own.endLookup(lookup, { is: 'unknown' });
    expect(await beginLookup(own, B)).toMatchObject({ doubt: { unknownSince: MARK } });
  });

  it('remembers the verdict of a doubt until the job is submitted anew', async () => {
    const { own, num } = await planned([A]);
    await begin(own, num);
    await own.doubtCutShort(num, 'why');
    expect(await own.jobsOf(num)).toMatchObject([{ verdict: null }]);
    const decision = { job: 1, at: 4, decision: 'ask', evidence: { why: 'moved' } };
    await own.recordDecision(num, decision);
    expect(await own.jobsOf(num)).toMatchObject([{ verdict: 'moved' }]);
    await begin(own, num, { proved: true });
    expect(await own.jobsOf(num)).toMatchObject([{ state: 'submitting', verdict: null }]);
  });
});
