import type { NewReading, Prices, ShownPrice, SpendingLimit } from '../operations/balances.js';
import type { Engine } from './engine.js';
import { leftOf } from './limits.js';
import { doubtDead } from './lookups.js';

export function balanceOperations({ read, note, write }: Engine) {
  return {
    tick: note(({ ticks }) => ticks.next()),
    keepReading: write(function* (tables, reading: NewReading) {
      const { balances, holders, lookups, ticks } = tables;
      // A lookup of a dead session would look as if it were still being made.
      yield* doubtDead(tables, yield* lookups.asking(), holders.lives, reading.at);
      yield* balances.add(reading, yield* ticks.next());
    }),
    beginReading: note(function* ({ charges, ticks }, since: number, givenUpSince: number) {
      const tick = yield* ticks.next();
      const open = yield* charges.open(givenUpSince);
      return { tick, open, recent: yield* charges.recent(since) };
    }),
    keepPrices: write(({ charges }, account: string, shown: readonly ShownPrice[]) =>
      charges.price(account, shown),
    ),
    leftOf: read(function* (tables, limits: readonly SpendingLimit[], unpriced: Prices) {
      const all = [];
      for (const limit of limits) all.push({ limit, left: yield* leftOf(tables, limit, unpriced) });
      return all;
    }),
    dailyReadings: read(({ balances }, account: string, since: number) =>
      balances.daily(account, since),
    ),
    accountOf: read(({ balances }, keyFingerprint: string) => balances.accountOf(keyFingerprint)),
    balanceBook: read(function* ({ balances }, account: string) {
      const readings = yield* balances.of(account);
      const since = readings[0]?.before ?? 0;
      const requests = [
        ...(yield* balances.jobsOf(account, since)),
        ...(yield* balances.pastJobsOf(account, since)),
        ...(yield* balances.lookupsOf(account, since)),
      ];
      return { readings, requests, ...(yield* balances.activityOf(account)) };
    }),
  };
}
