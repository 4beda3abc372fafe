import { describe, expect, it } from 'vitest';
import { startPooler } from './pooler.js';
import { urlOf } from '../../helpers/postgres/server.js';
import { HAS_SERVER, sharedServer } from '../../helpers/postgres/shared.js';
import { accepted, begin, beginLookup, plannedBatch, resultsOf } from '../support.js';
import { opened, sharedPlace } from './support.js';

describe.runIf(HAS_SERVER)('a ledger behind a pooler', { timeout: 60_000 }, () => {
  it('in transaction mode works', async () => {
    const shared = await sharedPlace();
    await using pooler = await startPooler((await sharedServer()).port);
    const place = { ...shared.place, url: urlOf(pooler) };
    const [one, other] = [await opened(place), await opened(place)];
    const { num } = await plannedBatch(one, ['a', 'b']);
    await Promise.all([one.holdBatch('abc'), beginLookup(other, 'x', { holder: 'o' })]);
    expect(await begin(one, num)).toMatchObject({ verdict: 'begun' });
    await one.keepOutcome(num, 1, accepted('job'), 2);
    const ticks = await Promise.all(Array.from({ length: 20 }, () => other.tick()));
    expect(new Set(ticks).size).toBe(20);
    await one.keepResults(resultsOf(num, ['a'], ['b'], { end: 'done' }));
    expect(await other.jobsOf(num)).toMatchObject([{ state: 'done', found: 1 }]);
    expect(pooler.switches()).toBeGreaterThan(2);
    for (const ledger of [one, other]) await ledger.close();
  });

  it('in statement mode is refused, and the pooler is named', async () => {
    const shared = await sharedPlace();
    await using pooler = await startPooler((await sharedServer()).port, 'statement');
    await expect(opened({ ...shared.place, url: urlOf(pooler) })).rejects.toMatchObject({
      ...{ kind: 'ledger', code: 'database_unusable', facts: { why: 'no_transactions' } },
    });
  });
});
