import { expect } from 'vitest';
import { accepted, costIn, resultsOf, submissionOf, type TestLedger } from '../support.js';
import { contractOf } from './engines.js';

const lost = { is: 'unknown' } as const;
const found = (id: string, fetchedAt: number) =>
  ({
    is: 'found',
    record: { kind: 'cpf', id, data: { n: fetchedAt }, fetchedAt, single: true },
  }) as const;

contractOf('a single lookup', (it) => {
  it('a lookup is made once; another process waits and gets its record', async (own) => {
    const other = await own.another();
    const num = await own.begunLookup('a', { holder: 'one', at: 5 });
    const wait = { verdict: 'wait', num, mode: 'simple', begunAt: 5 };
    expect(await other.lookUp('a', { holder: 'two' })).toEqual(wait);
    expect(await other.lookUp('a', { holder: 'two', acceptsDoubtsUntil: 1e9 })).toEqual(wait);
    // Also when the clock was set back in the meantime.
    await own.endLookup(num, found('a', 4));
    expect(await other.lookUp('a', { holder: 'two', reuseSince: 5 })).toEqual({
      verdict: 'known',
      record: { fetchedAt: 5, data: { n: 4 } },
    });
  });

  it('a lookup is in doubt as soon as its process is gone', async (own) => {
    const other = await own.another();
    const num = await own.begunLookup('a', { holder: 'one' });
    await own.close();
    const asked = { holder: 'two', at: 70 };
    const doubtful = { num, mode: 'simple', verdict: null, keyFingerprint: 'finger' };
    const verdict = { verdict: 'doubtful', doubt: doubtful };
    expect(await other.lookUp('a', asked)).toMatchObject(verdict);
    expect(await other.lookUp('a', { ...asked, at: 90 })).toMatchObject(verdict);
  });

  it('a lookup whose outcome could not be stored is in doubt for its own session', async (own) => {
    await own.begunLookup('a');
    expect(await own.lookUp('a')).toMatchObject({ verdict: 'doubtful' });
  });

  it('a lookup in doubt keeps its verdict, and ends when it is proved free', async (own) => {
    const num = await own.begunLookup('a');
    await own.endLookup(num, lost);
    await own.storeLookupVerdict(num, 'moved');
    expect(await own.lookUp('a')).toMatchObject({
      doubt: { verdict: 'moved' },
    });
    expect(await own.lookUp('a', { provedFree: num + 1 })).toMatchObject({ verdict: 'doubtful' });
    expect(await own.lookUp('a', { provedFree: num })).toMatchObject({ verdict: 'begun' });
  });

  it('a lookup in doubt is given up by a later consent, and by no earlier one', async (own) => {
    const early = await own.tick();
    const num = await own.begunLookup('a');
    await own.endLookup(num, lost);
    expect(await own.lookUp('a', { acceptsDoubtsUntil: early })).toMatchObject({
      verdict: 'doubtful',
    });
    const consent = await own.tick();
    // Only to look changes nothing.
    expect(await own.lookUp('a', { acceptsDoubtsUntil: consent, mayBegin: false })).toEqual({
      verdict: 'may_begin',
    });
    expect(await own.lookUp('a')).toMatchObject({ verdict: 'doubtful' });
    const again = await own.begunLookup('a', { acceptsDoubtsUntil: consent });
    await own.endLookup(again, { is: 'free' });
    expect(await own.lookUp('a')).toMatchObject({ verdict: 'begun' });
  });

  it('a stored record answers a lookup, even if an earlier one is in doubt', async (own) => {
    await own.keepPaid('a', 20);
    await own.endLookup(await own.begunLookup('a'), lost);
    expect(await own.lookUp('a', { reuseSince: 20 })).toMatchObject({ verdict: 'known' });
    expect(await own.lookUp('a', { reuseSince: 21 })).toMatchObject({ verdict: 'doubtful' });
  });
});

contractOf('a single lookup of an identifier that a batch has sent', (it) => {
  it('a lookup of an identifier in a job that was sent is refused without a later consent, whatever the job is in', async (own) => {
    const early = await own.tick();
    for (const [id, other, send, state] of [
      ['a', 'd', 'begin', 'running'],
      ['b', 'e', 'accept', 'running'],
      ['c', 'f', 'doubt', 'unconfirmed'],
    ] as const) {
      const { num } = await own.plannedBatch([id, other], { id: send });
      expect(await own.lookUp(id, { mayBegin: false })).toEqual({ verdict: 'may_begin' });
      await own[send](num);
      const inBatch = { verdict: 'in_batch', batch: send, state };
      expect(await own.lookUp(id)).toEqual(inBatch);
      expect(await own.lookUp(id, { acceptsDoubtsUntil: early })).toEqual(inBatch);
      const consent = { acceptsDoubtsUntil: await own.tick() };
      expect(await own.lookUp(id, consent)).toMatchObject({ verdict: 'begun' });
    }
    expect(await own.lookUp('x')).toMatchObject({ verdict: 'begun' });
  });

  it('a lookup of an identifier that a batch has sent is made once the batch has its answer', async (own) => {
    const { num } = await own.plannedBatch(['a', 'b']);
    await own.accept(num);
    await own.storeResults(resultsOf(num, [], ['a']));
    expect(await own.lookUp('a')).toMatchObject({ verdict: 'begun' });
    expect(await own.lookUp('b')).toMatchObject({ verdict: 'in_batch' });
  });
});

contractOf('a submission of an identifier that a single lookup asks for', (it) => {
  it('a submission is refused while a living lookup asks for one of its identifiers, also with consent', async (own) => {
    const other = await own.another();
    await own.begunLookup('a', { holder: 'one' });
    const { num } = await other.plannedBatch(['a', 'b']);
    const wait = { verdict: 'looked_up_now', items: 1 };
    expect(await other.begin(num)).toEqual(wait);
    expect(await other.begin(num, { acceptsPayingTwice: true })).toEqual(wait);
    expect(await other.readJobs(num)).toMatchObject([{ state: 'planned', items: 2 }]);
  });
});

const MODES = ['simple', 'realtime'] as const;

/** A lookup of `id` has no answer; returns its number. */
async function doubted(own: TestLedger, id: string, mode: 'simple' | 'realtime' = 'simple') {
  const num = await own.begunLookup(id, { mode, acceptsDoubtsUntil: await own.tick() });
  await own.endLookup(num, { is: 'unknown' });
  return num;
}

const jobsOf = async (own: TestLedger, batch: number) =>
  (await own.readJobs(batch)).map(({ seq, state, items }) => `${seq} ${state} ${items}`);

contractOf('an identifier whose single lookup is in doubt', (it) => {
  it.for(MODES)(
    'identifiers in doubt (%s) are excluded from what a batch sends, in one job',
    async (mode, own) => {
      for (const id of ['a', 'c']) await doubted(own, id, mode);
      const { num } = await own.plannedBatch(['a', 'b', 'c', 'd']);
      await own.splitJob(num, 1, 2);
      expect(await own.begin(num)).toMatchObject({ verdict: 'begun', ids: ['b'] });
      expect(await own.begin(num, { job: 2 })).toMatchObject({ verdict: 'begun', ids: ['d'] });
      const jobs = ['1 submitting 1', '2 submitting 1', '3 planned 2'];
      expect(await jobsOf(own, num)).toEqual(jobs);
      expect(await own.begin(num, { job: 3 })).toEqual({ verdict: 'empty' });
      expect(await jobsOf(own, num)).toEqual(jobs);
      expect(await own.findDoubtsAboutPlanned(num)).toMatchObject([
        { id: 'a', job: 3, mode, verdict: null },
        { id: 'c', job: 3 },
      ]);
    },
  );

  it('an identifier in doubt is excluded before the cost is computed, and its job has another reason', async (own) => {
    await doubted(own, 'a');
    const { num } = await own.plannedBatch(['a', 'b']);
    const sendable = await own.answerFromRecords({ ...submissionOf(num), provedFree: [] });
    expect(sendable.jobs).toMatchObject([{ seq: 1, items: 1 }]);
    await own.storeWhyUnsent(num, 'not covered');
    const left = { seq: 2, state: 'planned', error: '{"code":"lookup_in_doubt"}' };
    expect(await own.readJobs(num)).toMatchObject([{ error: 'not covered' }, left]);
    // The word that another batch may have it covers this, too.
    const word = { ...submissionOf(num), provedFree: [], acceptsPayingTwice: true };
    expect((await own.answerFromRecords(word)).jobs).toMatchObject([{ seq: 1 }, { seq: 2 }]);
  });

  it('an identifier is waited for while the session of its lookup lives, and excluded afterwards', async (own) => {
    const other = await own.another();
    await own.begunLookup('a', { holder: 'one' });
    const { num } = await other.plannedBatch(['a', 'b']);
    expect(await other.begin(num)).toEqual({ verdict: 'looked_up_now', items: 1 });
    await own.close();
    expect(await other.begin(num)).toMatchObject({ ids: ['b'] });
    expect(await other.findDoubtsAboutPlanned(num)).toMatchObject([{ id: 'a' }]);
  });

  it('an identifier in doubt counts as unconfirmed once, in its batch and among all', async (own) => {
    for (const mode of MODES) await doubted(own, 'a', mode);
    const { num } = await own.plannedBatch(['a', 'b']);
    const { num: other } = await own.plannedBatch(['c'], { id: 'other' });
    const counts = { pending: 1, unconfirmed: 1 };
    expect(await own.figuresOf(num)).toMatchObject({ counts });
    expect(await own.figuresOf(other)).toMatchObject({ counts: { pending: 1, unconfirmed: 0 } });
    const all = await own.readFigures();
    expect(all.find(({ batch }) => batch.num === num)).toMatchObject({ counts });
    await own.begin(num);
    expect(await own.figuresOf(num)).toMatchObject({ counts: { pending: 0, unconfirmed: 2 } });
  });

  it('an identifier in doubt is claimed once, and is sent after its lookup was proved free', async (own) => {
    const lookup = await doubted(own, 'a');
    const { num } = await own.plannedBatch(['a', 'b']);
    await own.begin(num);
    const once = async () => [await own.claimed(), await own.spentSince(0)];
    expect(await once()).toEqual([2, 2]);
    await own.endLookup(lookup, { is: 'free' });
    expect(await own.moveDoubtfulToOwnJobs(num)).toEqual([]);
    expect(await own.readJobs(num)).toMatchObject([{}, { state: 'planned', error: null }]);
    expect(await own.begin(num, { job: 2 })).toMatchObject({ verdict: 'begun', ids: ['a'] });
    expect(await once()).toEqual([2, 2]);
  });

  it('a record that was found since answers an identifier in doubt', async (own) => {
    await doubted(own, 'a');
    const { num } = await own.plannedBatch(['a', 'b']);
    await own.begin(num);
    await own.keepPaid('a', 20);
    await own.answerFromRecords({ ...submissionOf(num), provedFree: [], reuseSince: 20 });
    expect(await jobsOf(own, num)).toEqual(['1 submitting 1']);
    expect(await own.itemsOf(num, ['a'])).toMatchObject([{ answer: 'found' }]);
  });

  it.for(MODES)(
    'an identifier in doubt (%s) is sent with the consent of the user',
    async (mode, own) => {
      const lookup = await doubted(own, 'a', mode);
      const { num } = await own.plannedBatch(['a', 'b']);
      await own.begin(num);
      const refused = { job: 2, resubmits: true, cost: costIn([await own.balanceOf(0)]) };
      expect(await own.begin(num, refused)).toMatchObject({ verdict: 'over_limit' });
      expect(await own.findDoubtsAboutPlanned(num)).toHaveLength(1);
      expect(await own.begin(num, { job: 2, resubmits: true })).toMatchObject({ ids: ['a'] });
      expect(await own.readDecisions(num)).toMatchObject([{ job: 2, decision: 'resubmit' }]);
      await own.storeOutcome(num, 2, accepted('job 2'), 30);
      // What was agreed to for a simple record is no word for a real-time record.
      const again = await own.lookUp('a', { mode: 'realtime', acceptsDoubtsUntil: undefined });
      expect(again).toMatchObject(
        mode === 'realtime'
          ? { verdict: 'doubtful', doubt: { num: lookup } }
          : { verdict: 'in_batch' },
      );
    },
  );

  it('consent to resubmit a job does not cover an identifier that came into doubt since', async (own) => {
    const { num } = await own.plannedBatch(['a', 'b']);
    await own.begin(num);
    await own.storeOutcome(num, 1, { is: 'unknown', why: 'lost' }, 3);
    await doubted(own, 'a');
    expect(await own.begin(num, { resubmits: true })).toMatchObject({ job: 2, ids: ['b'] });
    expect(await jobsOf(own, num)).toEqual(['1 abandoned 2', '2 submitting 1', '3 planned 1']);
  });
});

contractOf('a paid record that was not delivered', (it) => {
  const ANSWER = { fetchedAt: 5, data: { n: 1 } };
  const found = { is: 'found', record: null, unshown: { asked: '', ...ANSWER } } as const;

  /** One session has paid for `a`; `other` asks for it as another one, and begins nothing. */
  async function paid(own: TestLedger, other: TestLedger) {
    const num = await own.begunLookup('a', { holder: 'one', at: 5 });
    await own.endLookup(num, found);
    const asks = (asked = {}) =>
      other.lookUp('a', { holder: 'two', undeliveredSince: 0, mayBegin: false, ...asked });
    return { num, asks, answer: { ...ANSWER, undeliveredLookup: num } };
  }

  it('an undelivered record is left to the session that paid, and to those who waited for it', async (own) => {
    const other = await own.another();
    const { num, asks, answer } = await paid(own, other);
    const wait = { verdict: 'wait', num, mode: 'simple', begunAt: answer.fetchedAt };
    expect(await asks()).toEqual(wait);
    expect(await asks({ awaitedLookup: num })).toEqual({ verdict: 'undelivered', record: answer });
    expect(await asks({ awaitedLookup: num + 1 })).toEqual(wait);
  });

  it('an undelivered record answers the next lookup once the session that paid is gone', async (own) => {
    const other = await own.another();
    const { asks, answer } = await paid(own, other);
    await own.close();
    expect(await asks()).toEqual({ verdict: 'undelivered', record: answer });
    for (const another of [
      { undeliveredSince: 6 },
      { birthDateDigits: '01011990' },
      { mode: 'realtime' },
    ])
      expect(await asks(another)).toEqual({ verdict: 'may_begin' });
  });

  it('a delivered record answers only those who waited for it, for a minute', async (own) => {
    const other = await own.another();
    const { num, asks, answer } = await paid(own, other);
    await own.close();
    await other.markDelivered(num, 9);
    expect(await asks()).toEqual({ verdict: 'may_begin' });
    expect(await asks({ awaitedLookup: num })).toEqual({ verdict: 'undelivered', record: answer });
    // A minute after it was shown, nobody waits for it any more.
    await other.markDelivered(num + 1, 60_009);
    expect(await asks({ awaitedLookup: num })).toEqual({ verdict: 'undelivered', record: answer });
    await other.markDelivered(num + 1, 60_010);
    expect(await asks({ awaitedLookup: num })).toEqual({ verdict: 'may_begin' });
  });

  it('an undelivered record is purged like other records of its age', async (own) => {
    const other = await own.another();
    const { asks, answer } = await paid(own, other);
    await own.close();
    await other.purgeRecords(5);
    expect(await asks()).toEqual({ verdict: 'undelivered', record: answer });
    await other.purgeRecords(6);
    expect(await asks()).toEqual({ verdict: 'may_begin' });
  });

  it('a record that is reused names its lookup until it was delivered', async (own) => {
    const num = await own.begunLookup('a', { holder: 'one', at: 5 });
    await own.endLookup(num, {
      ...found,
      record: { kind: 'cpf', id: 'a', ...ANSWER, single: true },
    });
    expect(await own.findNewestRecord('cpf', 'a', 0)).toEqual({
      ...ANSWER,
      undeliveredLookup: num,
    });
    await own.markDelivered(num, 9);
    expect(await own.findNewestRecord('cpf', 'a', 0)).toEqual(ANSWER);
  });
});

const lateRecord = { kind: 'cpf', id: 'a', data: { n: 1 }, fetchedAt: 8, single: true } as const;
const unshown = { asked: '', data: { n: 1 }, fetchedAt: 8 };
const foundLate = { is: 'found', record: lateRecord, unshown } as const;
const known = { verdict: 'known', record: { fetchedAt: 8, data: { n: 1 } } };

contractOf('an outcome that comes late', (it) => {
  it('a late outcome ends its doubt once, and its record answers', async (own) => {
    const num = await own.begunLookup('a', { holder: 'one' });
    await own.endLookup(num, { is: 'unknown' });
    const late = { num, holder: 'one', outcome: foundLate };
    for (const again of [late, late]) await own.endLateLookup(again);
    expect(await own.lookUp('a', { holder: 'two', reuseSince: 0 })).toMatchObject(known);
    expect(await own.claimed()).toBe(0);
    expect((await own.ledgerFacts()).records).toBe(1);
  });

  it('a late outcome answers the same real-time lookup until it is delivered', async (dead) => {
    const own = await dead.another();
    const asked = {
      holder: 'two',
      mode: 'realtime',
      birthDateDigits: '01021980',
      undeliveredSince: 0,
    } as const;
    const num = await dead.begunLookup('a', { ...asked, holder: 'one' });
    await dead.close();
    const only = { is: 'found', record: null, unshown: { ...unshown, asked: '01021980' } } as const;
    const late = { num, holder: 'one', outcome: only };
    await own.endLateLookup(late);
    expect(await own.lookUp('a', asked)).toMatchObject({ verdict: 'undelivered' });
    await own.endLateLookup({ ...late, shownAt: 10 });
    expect(await own.lookUp('a', asked)).toMatchObject({ verdict: 'begun' });
  });

  it('a late outcome leaves the decision of the user as it is, and its record is stored', async (own) => {
    const num = await own.begunLookup('a', { holder: 'one' });
    await own.endLookup(num, { is: 'unknown' });
    const other = await own.begunLookup('a', { holder: 'two', acceptsDoubtsUntil: 1e9 });
    const late = { num, holder: 'one', outcome: foundLate };
    for (const again of [late, late, { ...late, num: 99 }]) await own.endLateLookup(again);
    expect(await own.lookUp('a', { holder: 'three', reuseSince: 0 })).toMatchObject(known);
    expect((await own.ledgerFacts()).records).toBe(1);
    await own.endLookup(other, { is: 'unknown' });
    // Both may have been charged.
    expect(await own.spentSince(0)).toBe(2);
  });

  it('a late outcome does not end a lookup of another session that has its number', async (own) => {
    const num = await own.begunLookup('b', { holder: 'one' });
    await own.endLateLookup({ num, holder: 'earlier', outcome: { is: 'free' } });
    await own.endLateLookup({ num, holder: 'earlier', outcome: foundLate });
    expect(await own.claimed()).toBe(1);
    expect(await own.lookUp('a', { holder: 'two', reuseSince: 0 })).toMatchObject(known);
  });
});
