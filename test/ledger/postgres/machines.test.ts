import { describe, expect } from 'vitest';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { makeCpf } from '../../helpers/invented.js';
import { costIn, type TestLedger } from '../support.js';
import { it } from './support.js';

const HOSTS = ['a', 'b', 'c', 'd', 'e', 'f'];

describe.runIf(HAS_SERVER)('machines that begin at the same time', { timeout: 120_000 }, () => {
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
});
