import { describe, expect, onTestFinished, vi } from 'vitest';
import { eventually } from '../../helpers/clocks/eventually.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { accepted } from '../support.js';
import { type SharedPlace, it } from './support.js';

/** The machine that holds a lease has not been heard of for so many seconds more. */
function pass({ query }: SharedPlace, seconds: number) {
  return query(`UPDATE leases SET until = until - ${seconds * 1_000}`);
}

/** More than a lease, and less than a lease and a request. */
const SHORT = 40;
/** More than both. */
const LONG = 100;

describe.runIf(HAS_SERVER)('the lease of a batch', { timeout: 120_000 }, () => {
  it('another machine learns who holds a batch, and since when', async ({ shared, one, other }) => {
    await one.plannedBatch(['a']);
    const [now] = await shared.query('SELECT now_ms() AS now');
    await one.holdBatch('abc0000000');
    const error = await other.holdBatch('abc0000000').catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'batch_held',
      facts: { batch: 'abc0000000', by: { host: 'one' } },
    });
    const { since } = (error as { facts: { by: { since: number } } }).facts.by;
    expect(since - Number(now?.['now'])).toBeGreaterThanOrEqual(0);
    expect(since - Number(now?.['now'])).toBeLessThan(60_000);
  });

  it('a lease that is over may be taken, and its former holder can change nothing', async ({
    shared,
    one,
    other,
  }) => {
    const { num } = await one.plannedBatch(['a']);
    await one.holdBatch('abc0000000');
    await pass(shared, SHORT);
    await other.holdBatch('abc0000000');
    const before = await other.readFigures();
    const lost = { kind: 'locked', code: 'batch_lost', facts: { by: { host: 'other' } } };
    await expect(one.begin(num)).rejects.toMatchObject(lost);
    await expect(one.confirmHold({ batch: num })).rejects.toMatchObject(lost);
    await expect(one.storeDelivery(num, 'all')).rejects.toMatchObject(lost);
    await expect(one.splitJob(num, 1, 1)).rejects.toMatchObject(lost);
    await expect(one.storeWhyUnsent(num, 'why')).rejects.toMatchObject(lost);
    await expect(one.discardPlan(num)).rejects.toMatchObject(lost);
    expect(await other.readFigures()).toEqual(before);
    expect(await other.begin(num)).toMatchObject({ verdict: 'begun' });
  });

  it('releasing a lost lease leaves the lease that another machine has taken', async ({
    shared,
  }) => {
    const [frozen, other, third] = [
      await shared.on('frozen'),
      await shared.on('other'),
      await shared.on('third'),
    ];
    const held = await frozen.holdBatch('abc0000000');
    await pass(shared, SHORT);
    await other.holdBatch('abc0000000');
    await held.release();
    await expect(third.holdBatch('abc0000000')).rejects.toMatchObject({
      facts: { by: { host: 'other' } },
    });
  });

  it('a lease with a submission under way is taken over only after the request must have ended', async ({
    shared,
    one,
    other,
  }) => {
    const { num } = await one.plannedBatch(['a']);
    await one.holdBatch('abc0000000');
    await one.begin(num);
    await pass(shared, SHORT);
    await expect(other.holdBatch('abc0000000')).rejects.toMatchObject({ code: 'batch_held' });
    expect(await one.readJobs(num)).toMatchObject([{ state: 'submitting' }]);
    await pass(shared, LONG - SHORT);
    await other.holdBatch('abc0000000');
    await other.markInterruptedJobs(num, 'cut short');
    expect(await other.readJobs(num)).toMatchObject([{ state: 'unconfirmed' }]);
    await expect(one.storeOutcome(num, 1, accepted('job'), 9)).rejects.toMatchObject({
      code: 'batch_lost',
    });
  });

  it('each change renews the lease, also one that was over', async ({ shared, one, other }) => {
    const { num } = await one.plannedBatch(['a']);
    await one.holdBatch('abc0000000');
    await pass(shared, LONG);
    await one.storeDelivery(num, 'all');
    await expect(other.holdBatch('abc0000000')).rejects.toMatchObject({ code: 'batch_held' });
  });

  it('a timer renews the lease', async ({ shared }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await (await shared.on('one')).holdBatch('abc0000000');
    await pass(shared, LONG);
    vi.advanceTimersByTime(10_000);
    await eventually(async () => {
      expect(await shared.query('SELECT 1 FROM leases WHERE until > now_ms()')).toHaveLength(1);
    });
  });

  it('closing the ledger ends its leases', async ({ shared }) => {
    const one = await shared.on('one');
    await one.holdBatch('abc0000000');
    await one.close();
    await (await (await shared.on('other')).holdBatch('abc0000000')).release();
    expect(await shared.query('SELECT * FROM leases')).toEqual([]);
  });
});

describe.runIf(HAS_SERVER)(
  'the session of single lookups of another machine',
  { timeout: 120_000 },
  () => {
    it('a session of another machine is dead only when none of its requests can still run', async ({
      shared,
      one,
      other,
    }) => {
      const lookup = await one.begunLookup('a', { holder: 'd' });
      const wanted = { holder: 'o' };
      expect(await other.lookUp('a', wanted)).toMatchObject({ verdict: 'wait' });
      await pass(shared, SHORT);
      expect(await other.lookUp('a', wanted)).toMatchObject({ verdict: 'wait' });
      await pass(shared, LONG - SHORT);
      expect(await other.lookUp('a', wanted)).toMatchObject({ verdict: 'doubtful' });
      await expect(one.confirmHold({ lookup })).rejects.toMatchObject({
        code: 'lookup_under_way',
      });
    });
  },
);

describe.runIf(HAS_SERVER)('the pause of an account', { timeout: 120_000 }, () => {
  it('other machines know which batches are held, and a pause is none of them', async ({
    one,
    other,
  }) => {
    const { release } = await one.holdBatch('abc0000000');
    const settling = await one.pauseOthers('account');
    expect(await other.findHeldElsewhere(['abc0000000', 'def0000000', 'account'])).toEqual([
      'abc0000000',
    ]);
    expect(await other.findHeldElsewhere(['def0000000'])).toEqual([]);
    expect(await one.findHeldElsewhere(['abc0000000'])).toEqual([]);
    await release();
    expect(await other.findHeldElsewhere(['abc0000000'])).toEqual([]);
    await settling?.release();
  });

  it('a pause of an account ends when the last use of it in its process ends', async ({
    one,
    other,
  }) => {
    const first = await one.pauseOthers('account');
    const second = await one.pauseOthers('account');
    expect([first, second]).not.toContain(undefined);
    expect(await one.findPause('account')).toBeUndefined();
    await first?.release();
    expect(await other.pauseOthers('account')).toBeUndefined();
    expect(await other.findPause('account')).toMatchObject({ host: 'one' });
    await second?.release();
    expect(await other.pauseOthers('account')).toBeDefined();
  });
});
