import type { Database } from '../../../sqlite/index.js';
import type { NewReading } from '../../operations/balances.js';
import type { Tables } from '../tables/index.js';

export function balanceOperations(db: Database, { balances, ticks }: Tables) {
  return {
    tick: () => ticks.next(),
    keepReading: (reading: NewReading) => {
      db.transaction(() => {
        balances.add(reading, ticks.next());
      });
    },
    accountOf: (keyFingerprint: string) => balances.accountOf(keyFingerprint),
    balanceBook: (account: string) =>
      db.snapshot(() => ({
        readings: balances.of(account),
        requests: [
          ...balances.jobsOf(account),
          ...balances.pastJobsOf(account),
          ...balances.lookupsOf(account),
        ],
        ...balances.activityOf(account),
      })),
  };
}
