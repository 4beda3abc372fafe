import { describe, expect } from 'vitest';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { type SharedPlace, it } from './support.js';

/** Sets the clock of the database, as this ledger sees it. */
function setClock({ query }: SharedPlace, ms: number) {
  return query(
    `CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT ${ms}::bigint'`,
  );
}

describe.runIf(HAS_SERVER)('the minute of several machines', { timeout: 120_000 }, () => {
  it('several machines count requests by the minute of the database', async ({ shared }) => {
    const one = (await shared.on('one')).slots;
    const other = (await shared.on('other')).slots;
    await setClock(shared, 600_000);
    const asked = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).take('simple', n, 7));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(7);
    expect(await other.take('realtime', 0, 7)).toBe(true);
    await setClock(shared, 659_999);
    expect(await one.take('simple', 0, 7)).toBe(false);
    expect(await one.msUntilNextMinute?.()).toBe(1);
    await setClock(shared, 660_000);
    expect(await one.take('simple', 0, 7)).toBe(true);
    expect(await one.msUntilNextMinute?.()).toBe(60_000);
    expect(await shared.query('SELECT rate_group, used FROM slots')).toEqual([
      { rate_group: 'simple', used: 1 },
    ]);
  });

  it('counting a request does not wait for another change of the ledger', async ({ shared }) => {
    const { slots } = await shared.on('one');
    expect(await shared.whileLocked(() => slots.take('simple', 0, 1))).toBe(true);
  });
});
