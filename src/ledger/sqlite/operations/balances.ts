import type { Database } from '../../../sqlite/index.js';
import type { NewReading, Prices } from '../../operations/balances.js';
import type { Holders } from '../holders.js';
import { doubtDead } from './lookups.js';
import type { Tables } from '../tables/index.js';

export function balanceOperations(db: Database, tables: Tables, holders: Holders) {
  const { balances, lookups, ticks, uptimes } = tables;
  return {
    tick: () => ticks.next(),
    keepReading: (reading: NewReading) => {
      db.transaction(() => {
        // A lookup of a dead session would look as if it were still being made.
        doubtDead(tables, lookups.asking(), (holder) => holders.lives(holder), reading.at);
        balances.add(reading, ticks.next());
      });
    },
    spentSince: (since: number, prices: Prices) => balances.spentSince(since, prices),
    dailyReadings: (account: string, since: number) => balances.daily(account, since),
    accountOf: (keyFingerprint: string) => balances.accountOf(keyFingerprint),
    leastElapsed: (marks: readonly number[]) =>
      db.transaction(() => Math.min(...marks.map((tick) => uptimes.leastElapsed(tick)))),
    balanceBook: (account: string) =>
      db.snapshot(() => {
        const readings = balances.of(account);
        const since = readings[0]?.before ?? 0;
        const requests = [
          ...balances.jobsOf(account, since),
          ...balances.pastJobsOf(account, since),
          ...balances.lookupsOf(account, since),
        ];
        return { readings, requests, ...balances.activityOf(account) };
      }),
  };
}
