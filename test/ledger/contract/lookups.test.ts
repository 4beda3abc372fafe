import { expect, it } from 'vitest';
import {
  accept,
  begin,
  beginLookup,
  begunLookup,
  doubt,
  keepPaid,
  plannedBatch,
  resultsOf,
} from '../support.js';
import { contractOf } from './engines.js';

const lost = { is: 'unknown' } as const;
const found = (id: string, fetchedAt: number) =>
  ({
    is: 'found',
    record: { kind: 'cpf', id, data: { n: fetchedAt }, fetchedAt, single: true },
  }) as const;

contractOf('a single lookup', ({ ledger, two }) => {
  it('is made once by two processes; the other waits and gets the record', async () => {
    const [own, other] = await two();
    const num = await begunLookup(own, 'a', { holder: 'one', at: 5 });
    const wait = { verdict: 'wait', num, way: 'simple', begunAt: 5 };
    expect(await beginLookup(other, 'a', { holder: 'two' })).toEqual(wait);
    expect(await beginLookup(other, 'a', { holder: 'two', word: 1e9 })).toEqual(wait);
    // Also when the clock was set back in the meantime.
    await own.endLookup(num, found('a', 4));
    expect(await beginLookup(other, 'a', { holder: 'two', reuseSince: 5 })).toEqual({
      verdict: 'known',
      record: { fetchedAt: 5, data: { n: 4 } },
    });
  });

  it('of another identifier or kind does not wait', async () => {
    const [own, other] = await two();
    await begunLookup(own, 'a', { holder: 'one' });
    expect(await beginLookup(other, 'b', { holder: 'two' })).toMatchObject({ verdict: 'ask' });
    const cnpj = { holder: 'two', kind: 'cnpj' } as const;
    expect(await beginLookup(other, 'a', cnpj)).toMatchObject({ verdict: 'ask' });
  });

  it('is doubtful as soon as its process is gone', async () => {
    const [own, other] = await two();
    const num = await begunLookup(own, 'a', { holder: 'one' });
    await own.close();
    const asked = { holder: 'two', at: 70 };
    const doubtful = { num, way: 'simple', verdict: null, keyFingerprint: 'finger' };
    const verdict = { verdict: 'doubtful', doubt: doubtful };
    expect(await beginLookup(other, 'a', asked)).toMatchObject(verdict);
    expect(await beginLookup(other, 'a', { ...asked, at: 90 })).toMatchObject(verdict);
  });

  it('is doubtful for its own session, if its outcome could not be stored', async () => {
    const own = await ledger();
    await begunLookup(own, 'a');
    expect(await beginLookup(own, 'a')).toMatchObject({ verdict: 'doubtful' });
  });

  it('in doubt keeps its verdict, and ends when it is proved free', async () => {
    const own = await ledger();
    const num = await begunLookup(own, 'a');
    await own.endLookup(num, lost);
    await own.keepLookupVerdict(num, 'moved');
    expect(await beginLookup(own, 'a')).toMatchObject({
      doubt: { verdict: 'moved' },
    });
    expect(await beginLookup(own, 'a', { proved: num + 1 })).toMatchObject({ verdict: 'doubtful' });
    expect(await beginLookup(own, 'a', { proved: num })).toMatchObject({ verdict: 'ask' });
  });

  it('in doubt is given up by a word that was given later, and by no earlier one', async () => {
    const own = await ledger();
    const early = await own.tick();
    const num = await begunLookup(own, 'a');
    await own.endLookup(num, lost);
    expect(await beginLookup(own, 'a', { word: early })).toMatchObject({ verdict: 'doubtful' });
    const word = await own.tick();
    // Only to look changes nothing.
    expect(await beginLookup(own, 'a', { word, mayAsk: false })).toEqual({ verdict: 'may_ask' });
    expect(await beginLookup(own, 'a')).toMatchObject({ verdict: 'doubtful' });
    const again = await begunLookup(own, 'a', { word });
    await own.endLookup(again, { is: 'free' });
    expect(await beginLookup(own, 'a')).toMatchObject({ verdict: 'ask' });
  });

  it('is answered by a record, whatever else is known', async () => {
    const own = await ledger();
    await keepPaid(own, 'a', 20);
    await own.endLookup(await begunLookup(own, 'a'), lost);
    expect(await beginLookup(own, 'a', { reuseSince: 20 })).toMatchObject({ verdict: 'known' });
    expect(await beginLookup(own, 'a', { reuseSince: 21 })).toMatchObject({ verdict: 'doubtful' });
  });
});

contractOf('a single lookup of what a batch has sent', ({ ledger, planned }) => {
  it.each([
    ['submitting', 'running', begin],
    ['accepted', 'running', accept],
    ['unconfirmed', 'unconfirmed', doubt],
  ] as const)('in a job that is %s is refused', async (_, state, send) => {
    const own = await ledger();
    const early = await own.tick();
    const { num } = await plannedBatch(own, ['a', 'b']);
    expect(await beginLookup(own, 'a', { mayAsk: false })).toEqual({ verdict: 'may_ask' });
    await send(own, num);
    const inBatch = { verdict: 'in_batch', batch: 'abc', state };
    expect(await beginLookup(own, 'a')).toEqual(inBatch);
    expect(await beginLookup(own, 'a', { word: early })).toEqual(inBatch);
    expect(await beginLookup(own, 'a', { word: await own.tick() })).toMatchObject({
      verdict: 'ask',
    });
    expect(await beginLookup(own, 'c')).toMatchObject({ verdict: 'ask' });
  });

  it('is made once the batch has an answer', async () => {
    const { own, num } = await planned(['a', 'b']);
    await accept(own, num);
    await own.keepResults(resultsOf(num, [], ['a']));
    expect(await beginLookup(own, 'a')).toMatchObject({ verdict: 'ask' });
    expect(await beginLookup(own, 'b')).toMatchObject({ verdict: 'in_batch' });
  });
});

contractOf('a submission of what a single lookup asks for', ({ ledger, two }) => {
  it('waits for a living lookup, also at the word of the user', async () => {
    const [own, other] = await two();
    await begunLookup(own, 'a', { holder: 'one' });
    const { num } = await plannedBatch(other, ['a', 'b']);
    const wait = { verdict: 'looked_up_now', items: 1 };
    expect(await begin(other, num)).toEqual(wait);
    expect(await begin(other, num, { evenIfElsewhere: true })).toEqual(wait);
    expect(await other.jobsOf(num)).toMatchObject([{ state: 'planned', items: 2 }]);
  });

  it('sends what is in doubt at the word of the user', async () => {
    const own = await ledger();
    await own.endLookup(await begunLookup(own, 'a'), lost);
    const { num } = await plannedBatch(own, ['a', 'b']);
    const begun = await begin(own, num, { evenIfElsewhere: true });
    expect(begun).toMatchObject({ verdict: 'begun', job: 1, ids: ['a', 'b'] });
  });
});
