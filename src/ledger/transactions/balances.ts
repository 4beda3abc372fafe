import type { NewReading, Prices, ShownPrice, SpendingLimit } from '../operations/balances.js';
import type { Engine } from './engine.js';
import { leftOf } from './limits.js';
import { doubtDead } from './lookups.js';

export function balanceOperations({ read, note, write }: Engine) {
  return {
    tick: note(({ ticks }) => ticks.next()),
    keepReading: write(async function (tables, reading: NewReading) {
      const { balances, holders, lookups, ticks } = tables;
      // A lookup of a dead session would look as if it were still being made.
      await doubtDead(tables, await lookups.asking(), holders.lives, reading.at);
      await balances.add(reading, await ticks.next());
    }),
    beginReading: note(async function ({ charges, ticks }, since: number, givenUpSince: number) {
      const tick = await ticks.next();
      const open = await charges.open(givenUpSince);
      return { tick, open, recent: await charges.recent(since) };
    }),
    keepPrices: write(({ charges }, account: string, shown: readonly ShownPrice[]) =>
      charges.price(account, shown),
    ),
    leftOf: read(async function (tables, limits: readonly SpendingLimit[], unpriced: Prices) {
      const all = [];
      for (const limit of limits) all.push({ limit, left: await leftOf(tables, limit, unpriced) });
      return all;
    }),
    dailyReadings: read(({ balances }, account: string, since: number) =>
      balances.daily(account, since),
    ),
    accountOf: read(({ balances }, keyFingerprint: string) => balances.accountOf(keyFingerprint)),
    balanceBook: read(async function ({ balances }, account: string) {
      const readings = await balances.of(account);
      const since = readings[0]?.before ?? 0;
      const requests = [
        ...(await balances.jobsOf(account, since)),
        ...(await balances.pastJobsOf(account, since)),
        ...(await balances.lookupsOf(account, since)),
      ];
      return { readings, requests, ...(await balances.activityOf(account)) };
    }),
  };
}
