import { expect } from 'vitest';
import type { AccountTerms, Measurement, SpendingLimit } from '../../../src/ledger/index.js';
import { costIn, resultsOf, type TestLedger } from '../support.js';
import { contractOf } from './engines.js';

const at = (price: number) => ({ cost: costIn([], { price }) });

contractOf('what is left of a limit', (it) => {
  it('a limit counts each of its requests at its price, and the extra that readings showed', async (own) => {
    await own.read({ at: 50 }, { extra: 1 });
    const { num } = await own.plannedBatch(['a', 'b', 'c', 'd', 'e', 'f']);
    await own.splitJob(num, 1, 2);
    await own.splitJob(num, 2, 1);
    await own.begin(num, { at: 100, ...at(2) });
    await own.read({ at: 150 }, { extra: 0.5 });
    const after = await own.tick();
    await own.begin(num, { job: 2, at: 200, ...at(10) });
    const other = await own.plannedBatch(['x'], { id: 'other' });
    await own.begin(other.num, { at: 300, ...at(1) });
    await own.read({ at: 350 }, { extra: 7 });
    for (const [id, mode, holder, price] of [
      ['m', 'simple', 'mine', 3],
      ['n', 'realtime', 'mine', 30],
      ['o', 'simple', 'theirs', 5],
    ] as const)
      await own.begunLookup(id, { mode, holder, at: 400, ...at(price) });
    await own.read({ at: 450 }, { extra: 0.25 });
    const ofFiles = { of: 'files', batches: new Set([num, other.num]) } as const;
    const lacks = async (limit: SpendingLimit) => limit.limit - ((await own.leftIn(limit)) ?? 0);
    expect(await lacks({ of: 'day', since: 200, limit: 8 })).toBe(10 + 1 + 38 + 7 + 0.25);
    expect(await lacks({ of: 'month', since: 100, limit: 8 })).toBe(4 + 49 + 7.75);
    expect(await lacks({ of: 'run', batch: num, after, limit: 8 })).toBe(10 + 7.25);
    expect(await lacks({ of: 'run', batch: num, after: 0, limit: 8 })).toBe(4 + 10 + 8.75);
    expect(await lacks({ ...ofFiles, after, limit: 8 })).toBe(10 + 1 + 7.25);
    expect(await lacks({ of: 'session', holder: 'mine', limit: 8 })).toBe(33 + 0.25);
    expect(await lacks({ of: 'session', holder: 'nobody', limit: 8 })).toBe(0);
  });

  it('a repeated lookup counts a second time, which the limit must cover', async (own) => {
    const cost = costIn([day(2)]);
    const num = await own.begunLookup('a', { cost });
    expect(await own.repeatLookup(num, cost)).toEqual({ verdict: 'granted' });
    expect(await own.repeatLookup(num, cost)).toMatchObject({ verdict: 'over_limit', left: 0 });
    await own.endLookup(num, { is: 'found', record: null });
    expect(await own.spentSince(0)).toBe(2);
  });
});

const BALANCE = { of: 'balance', keyFingerprint: 'finger', limit: 0 } as const;
const MINUTES = 60_000;

contractOf('what is left of the balance', (it) => {
  it('the balance leaves the newest reading, less what was owed, less what was found or is open since', async (own) => {
    const other = await own.another();
    expect(await own.leftIn(BALANCE)).toBe(Infinity);
    await own.read({ remaining: 500 });
    const { num } = await own.plannedBatch(['a', 'b', 'c']);
    await own.accept(num);
    const before = await own.tick();
    await other.begunLookup('x', { keyFingerprint: 'second', ...at(2) });
    await own.storeResults(resultsOf(num, ['a'], ['b', 'c'], { end: 'done', at: 10 }));
    // Its answer came after all of this, but it was asked for before.
    await own.read({ remaining: 90, before }, { owed: 4 });
    expect(await own.leftIn(BALANCE)).toBe(90 - 4 - 1);
    await other.read({ remaining: 90, keyFingerprint: 'second', before }, { owed: 4 });
    expect(await own.leftIn(BALANCE)).toBe(90 - 4 - 1 - 2);
    await own.read({ remaining: 90 });
    expect(await own.leftIn(BALANCE)).toBe(90 - 2);
  });

  it('a request that came into doubt long after the reading counts against the balance', async (own) => {
    await own.read({ remaining: 90 });
    await own.endLookup(await own.begunLookup('x', { at: 7_200_000 }), { is: 'unknown' });
    expect(await own.leftIn(BALANCE)).toBe(89);
  });

  it.for([
    ['a lookup in doubt', 'doubtful', 2, 1],
    ['a job in doubt', 'unconfirmed', 11, 3],
    ['a job that was given up', 'abandoned', 11, 3],
  ] as const)(
    '%s counts against the balance until its settle time has passed',
    async ([, state, minutes, credits], own) => {
      if (state === 'doubtful') await own.endLookup(await own.begunLookup('a'), { is: 'unknown' });
      else {
        const { num } = await own.plannedBatch(['a', 'b', 'c']);
        await own.doubt(num);
        if (state === 'abandoned') await own.abandon(num, [1], 4);
      }
      await own.read({ askedAt: minutes * MINUTES - 1, remaining: 9 });
      expect(await own.leftIn(BALANCE)).toBe(9 - credits);
      // A fifth of a second for each identifier.
      await own.read({ askedAt: minutes * MINUTES + 602, remaining: 9 });
      expect(await own.leftIn(BALANCE)).toBe(9);
    },
  );
});

/** Asks for so many records of an account of one user, whose price was told. */
async function permission(own: TestLedger, records: number) {
  const { num } = await own.plannedBatch(IDS.slice(0, records), { id: 'asked' });
  return own.begin(num, { cost: costIn([day(100)], { terms: {}, at: 5 }) });
}
const IDS = Array.from({ length: 40 }, (_, n) => String(10 + n));

interface Account {
  /** The plan and the credits of each reading. */
  readonly readings?: readonly (Partial<Measurement> & { readonly plan?: string })[];
  /** A lookup is open; or its outcome became unknown, and it was begun at this moment. */
  readonly open?: 'asking' | number;
  /** A record was found before the readings, or since. */
  readonly found?: 'before' | 'since';
}

const foundOne = async (own: TestLedger) =>
  own.endLookup(await own.begunLookup('x', { at: 2 }), { is: 'found', at: 3, record: null });

async function arrange(own: TestLedger, { readings = [{}], open, found }: Account) {
  if (found === 'before') await foundOne(own);
  for (const { plan = 'Micro', ...shown } of readings) await own.read({ plan }, shown);
  if (found === 'since') await foundOne(own);
  if (open === undefined) return;
  const lookup = await own.begunLookup('x', { at: open === 'asking' ? 1 : open });
  if (open !== 'asking') await own.endLookup(lookup, lost);
}

const AGREED = { agreed: ['cpf 1'] };
const UNAGREED = { unagreed: { 'cpf 1': 1 } };
const BEGUN = { verdict: 'begun' };
const ALONE = { verdict: 'not_alone' };
const TOO_MANY = { verdict: 'too_many' };
const PERMISSIONS: Record<string, [given: Account, records: number, expected: object]> = {
  'a tenth of the tightest limit is permitted without an agreement': [{}, 10, BEGUN],
  'more than a tenth of the tightest limit is refused without an agreement': [
    {},
    11,
    { ...TOO_MANY, most: 10, mayAgreeLater: false },
  ],
  'nothing is permitted beside another request without an agreement': [
    { open: 'asking' },
    2,
    ALONE,
  ],
  'nothing is permitted beside a doubt without an agreement': [{ open: 1 }, 2, ALONE],
  'a doubt that a clock ahead of time has dated holds nothing up': [{ open: 7_200_000 }, 2, BEGUN],
  'nothing is permitted while credits are owed without an agreement': [
    { readings: [{ owed: 1 }] },
    2,
    ALONE,
  ],
  'the permitted tenth includes what was found since the reading': [
    { found: 'since' },
    10,
    { ...TOO_MANY, most: 9 },
  ],
  'a refusal says that another reading may agree, if the last one showed what is not agreed yet': [
    { found: 'before', readings: [UNAGREED] },
    11,
    { ...TOO_MANY, mayAgreeLater: true },
  ],
  'an agreement with the price permits all': [{ readings: [AGREED] }, 40, BEGUN],
  'an agreement with another price permits no more than a tenth': [
    { readings: [{ agreed: ['cpf 2'] }] },
    40,
    TOO_MANY,
  ],
  'an agreement on another plan permits no more than a tenth': [
    { readings: [{ plan: 'Pro', ...AGREED }, {}] },
    40,
    TOO_MANY,
  ],
  'an agreement from before extra was shown permits no more than a tenth': [
    { readings: [AGREED, { extra: 1 }] },
    40,
    { ...TOO_MANY, most: 9 },
  ],
};

contractOf('permission until a reading has agreed with the price', (it) => {
  it.for(Object.entries(PERMISSIONS))('%s', async ([, [given, records, expected]], own) => {
    await arrange(own, given);
    expect(await permission(own, records)).toMatchObject(expected);
  });

  it('without an agreement one record is permitted whatever is left, and on a shared account all are', async (own) => {
    await own.read();
    const { num } = await own.plannedBatch(['a', 'b']);
    const asked = (terms: AccountTerms) => own.begin(num, { cost: costIn([day(5)], { terms }) });
    expect(await asked({})).toMatchObject({ verdict: 'too_many', most: 1 });
    expect(await asked({ shared: true })).toMatchObject({ verdict: 'begun' });
  });

  it('records of a doubt whose settle time is over do not count as found since the reading', async (own) => {
    const { num } = await own.acceptedBatch(IDS.slice(30));
    await own.storeResults(resultsOf(num, IDS.slice(30, 35)));
    await own.storeOutcome(num, 1, { is: 'unknown', why: 'lost' }, 3);
    await own.read();
    const asked = await own.plannedBatch(IDS.slice(0, 10), { id: 'asked' });
    const cost = costIn([day(115)], { terms: {}, at: 3_600_000 });
    expect(await own.begin(asked.num, { cost })).toMatchObject({ verdict: 'begun' });
  });

  it('of two processes without an agreement, one is permitted at a time', async (own) => {
    const other = await own.another();
    await own.read();
    const cost = costIn([day(100)], { terms: {} });
    expect(await own.lookUp('a', { cost })).toMatchObject({ verdict: 'begun' });
    expect(await other.lookUp('b', { cost })).toEqual({ verdict: 'not_alone', batches: [] });
  });
});

const DAY = 86_400_000;
const day = (limit: number) => ({ of: 'day', since: 1, limit }) as const;
const lost = { is: 'unknown' } as const;

/** What a record costs one credit of. */
const within = (...limits: readonly SpendingLimit[]) => ({ cost: costIn(limits) });

/** A lookup that was lost, and the batch whose job 2 has taken its doubt over. */
async function movedDoubt(own: TestLedger) {
  await own.endLookup(await own.begunLookup('a', { at: 5 }), lost);
  const { num } = await own.plannedBatch(['a', 'b']);
  await own.begin(num);
  return num;
}

contractOf('the budget of a day or a month for single lookups', (it) => {
  it('the budget of a day counts what every process spent, and begins again with the next day', async (own) => {
    const other = await own.another();
    const first = await own.begunLookup('a', { holder: 'one', ...within(day(2)) });
    await own.endLookup(first, { is: 'found', record: null });
    await other.begunLookup('b', { holder: 'two', ...within(day(2)) });
    expect(await own.lookUp('c', within(day(2)))).toMatchObject({
      verdict: 'over_limit',
      left: 0,
    });
    const tomorrow = within({ ...day(2), since: 2 });
    expect(await own.lookUp('c', tomorrow)).toMatchObject({ verdict: 'begun' });
  });

  it('the budget of a day counts what was spent while the clock was set back by less than a day', async (own) => {
    const today = within({ ...day(3), since: 10 * DAY });
    await own.begunLookup('a', { at: 10.5 * DAY, ...today });
    // The clock says yesterday.
    const yesterday = { at: 9.6 * DAY, ...within({ ...day(3), since: 9 * DAY }) };
    await own.begunLookup('b', yesterday);
    const { num } = await own.plannedBatch(['c']);
    expect(await own.begin(num, yesterday)).toMatchObject({ at: 10.5 * DAY + 2 });
    expect(await own.lookUp('d', yesterday)).toMatchObject({ left: 0 });
    expect(await own.lookUp('d', { at: 10.6 * DAY, ...today })).toMatchObject({ left: 0 });
  });

  it('the budget of a day does not count a request that a clock a year ahead has dated', async (own) => {
    await own.begunLookup('a', { at: 375 * DAY });
    const { num } = await own.plannedBatch(['b']);
    const today = { at: 10 * DAY, ...within({ ...day(2), since: 10 * DAY }) };
    expect(await own.begin(num, today)).toMatchObject({ verdict: 'begun', at: 10 * DAY });
    await own.begunLookup('c', today);
    expect(await own.lookUp('d', today)).toMatchObject({ left: 0 });
    const tomorrow = { at: 12 * DAY, ...within({ ...day(1), since: 12 * DAY }) };
    expect(await own.lookUp('d', tomorrow)).toMatchObject({ verdict: 'begun' });
  });

  it('a refusal by a limit keeps the proof that a lookup was free, and the consent to pay again', async (own) => {
    const num = await own.begunLookup('a', { at: 5 });
    await own.endLookup(num, lost);
    const consent = await own.tick();
    // Without the proof the lost one counts, with it not.
    const over = { verdict: 'over_limit', left: 0, limit: day(1) };
    expect(await own.lookUp('a', { acceptsDoubtsUntil: consent, ...within(day(1)) })).toEqual(over);
    expect(await own.lookUp('a', { provedFree: num, ...within(day(0)) })).toMatchObject({
      verdict: 'over_limit',
    });
    expect(await own.lookUp('a')).toMatchObject({ verdict: 'doubtful' });
    expect(await own.lookUp('a', { provedFree: num, ...within(day(1)) })).toMatchObject({
      verdict: 'begun',
    });
  });
});

contractOf('what counts as spent', (it) => {
  it('what a dead process had begun counts as spent until it is settled', async (dead) => {
    const own = await dead.another();
    const { num } = await dead.plannedBatch(['a', 'b', 'c']);
    await dead.begin(num);
    const lookup = await dead.begunLookup('x');
    await dead.close();
    expect(await own.spentSince(0)).toBe(4);
    await own.markInterruptedJobs(num, 'why');
    await own.read();
    expect(await own.spentSince(0)).toBe(4);
    const refused = await own.lookUp('y', within(day(4)));
    expect(refused).toMatchObject({ verdict: 'over_limit', left: 0 });
    await own.endLookup(lookup, { is: 'free' });
    expect(await own.spentSince(0)).toBe(3);
    await own.begin(num, { sentWithProof: true });
    await own.storeOutcome(num, 1, { is: 'refused' }, 7);
    expect(await own.spentSince(0)).toBe(0);
  });

  it.for([
    ['once', undefined, 2],
    ['once, when it is proved free and sent again', { sentWithProof: true }, 2],
    ['twice, when the user gave it up and sent it again', { resubmits: true }, 3],
  ] as const)(
    'a doubt that a batch has taken over counts as spent %s',
    async ([, sent, credits], own) => {
      const num = await movedDoubt(own);
      if (sent !== undefined) await own.begin(num, { job: 2, ...sent });
      // The doubt and the other identifier of the batch.
      expect(await own.spentSince(0)).toBe(credits);
    },
  );

  it('a doubt still counts as spent after a record has answered its identifier', async (own) => {
    const num = await movedDoubt(own);
    await own.keepPaid('a', 20);
    await own.markInterruptedJobs(num, 'why');
    // The doubt, the other identifier of the batch, and the lookup that found the record.
    expect(await own.spentSince(0)).toBe(3);
  });
});
