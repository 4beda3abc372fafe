import { describe, expect } from 'vitest';
import { eventually } from '../../helpers/clocks/eventually.js';
import { systemClock } from '../../../src/base/system.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { makeCpf } from '../../helpers/invented.js';
import { costIn, type TestLedger } from '../support.js';
import { opened, it } from './support.js';

const HOSTS = ['a', 'b', 'c', 'd', 'e', 'f'];

describe.runIf(HAS_SERVER)('machines that begin at the same time', { timeout: 120_000 }, () => {
  it('machines that begin at the same time ask for an identifier once', async ({ shared }) => {
    const machines = await Promise.all(HOSTS.map((host) => shared.on(host)));
    const verdicts = await Promise.all(
      machines.map((own, n) => own.lookUp('a', { holder: `h${n}` })),
    );
    expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual([
      ...['begun', 'wait', 'wait', 'wait', 'wait', 'wait'],
    ]);
  });

  it('machines that begin at the same time spend no more than the balance that all of them read', async ({
    shared,
  }) => {
    const machines = await Promise.all(HOSTS.map((host) => shared.on(host)));
    const nums: number[] = [];
    for (const [n, own] of machines.entries())
      nums.push(
        (await own.plannedBatch([makeCpf(2 * n), makeCpf(2 * n + 1)], { id: `b${n}` })).num,
      );
    const read = { cost: costIn([await (machines[0] as TestLedger).balanceOf(5)]) };
    const lookups = machines.map((own, n) => own.lookUp(makeCpf(50 + n), { holder: `h${n}` }));
    const verdicts = await Promise.all(machines.map((own, n) => own.begin(nums[n] ?? 0, read)));
    await Promise.all(lookups);
    const outstanding = await (machines[0] as TestLedger).claimed();
    const begun = verdicts.filter(({ verdict }) => verdict === 'begun');
    expect(outstanding - HOSTS.length).toBe(2 * begun.length);
    expect(begun.length).toBeLessThanOrEqual(2);
    expect(verdicts.filter(({ verdict }) => verdict === 'over_limit')).toHaveLength(
      HOSTS.length - begun.length,
    );
  });

  it('several machines have one clock, that of the database', async ({ shared }) => {
    const wrong = { ...systemClock, now: () => 0 };
    const [own, other] = [
      await opened({ ...shared.place, clock: wrong }),
      await shared.on('other'),
    ] as const;
    const [before] = await shared.query('SELECT now_ms() AS now');
    const times = [Number(before?.['now']), await own.now(), await other.now(), await own.now()];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(60_000);
  });
});

describe.runIf(HAS_SERVER)('a database that goes away', { timeout: 120_000 }, () => {
  it('a database that goes away is reported, nothing is changed, and the next operation connects again', async ({
    shared,
  }) => {
    const { num } = await (await shared.on('other')).plannedBatch(['a']);
    const user = `u_${shared.place.schema}`;
    await shared.query(`CREATE ROLE ${user} LOGIN SUPERUSER`);
    const url = shared.place.url.replace('//confere@', `//${user}@`);
    const own = await opened({ ...shared.place, url });
    const told = await shared.whileLocked(async (query) => {
      const failing = own.begin(num).catch((error: unknown) => error);
      const ofOwn = `FROM pg_stat_activity WHERE usename = '${user}'`;
      await eventually(async () => {
        expect(await query(`SELECT 1 ${ofOwn} AND wait_event = 'advisory'`)).toHaveLength(1);
      });
      await query(`SELECT pg_terminate_backend(pid) ${ofOwn}`);
      return failing;
    });
    expect(told).toMatchObject({
      kind: 'ledger',
      code: 'database_unusable',
      facts: { why: 'unreachable' },
    });
    await shared.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${user}'`,
    );
    expect(await own.readJobs(num)).toMatchObject([{ state: 'planned' }]);
    expect(await own.begin(num)).toMatchObject({ verdict: 'begun' });
  });
});
