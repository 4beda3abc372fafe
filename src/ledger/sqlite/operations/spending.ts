import type { Database } from '../../../sqlite/index.js';
import type { PriceKind, Prices } from '../../operations/balances.js';
import type { ReusedRecord } from '../../operations/spending.js';
import { DAY } from '../tables/spending/savings.js';
import type { Tables } from '../tables/index.js';

/** Reused records are written together after this time (ms), or when the ledger is closed. */
const WRITTEN_AFTER = 60_000;

export function spendingOperations(db: Database, { spending }: Tables) {
  const reused = collectReused(db, { spending });
  return {
    hitRates: () => spending.hitRates(),
    dailySpending: () => db.snapshot(() => spending.daily(spending.spendingBatches())),
    accounts: () => spending.accounts(),
    accountCourse: (account: string) =>
      db.snapshot(() => ({
        readings: spending.readingsOf(account),
        requests: spending.datedRequests(account),
      })),
    spentInBatch: (batch: number, since: number, prices: Prices) =>
      spending.spentInBatch(batch, since, prices),
    noteReused: (one: ReusedRecord) => {
      reused.add(one);
    },
    writeReused: () => {
      reused.write();
    },
  };
}

interface Collected {
  readonly day: number;
  readonly kind: PriceKind;
  readonly keyFingerprint: string;
  records: number;
}

/** A transaction for each answer would take longer than the answer itself. */
function collectReused(db: Database, { spending }: Pick<Tables, 'spending'>) {
  const collected = new Map<string, Collected>();
  let since: number | undefined;
  const write = (): void => {
    if (collected.size === 0) return;
    try {
      db.transaction(() => {
        for (const { day, kind, keyFingerprint, records } of collected.values())
          spending.saved(day, kind, keyFingerprint, records);
      });
    } catch {
      // No money depends on the count, and the answers were given.
    }
    collected.clear();
    since = undefined;
  };
  return {
    write,
    add({ kind, keyFingerprint, at }: ReusedRecord): void {
      const day = Math.floor(at / DAY);
      const key = `${day} ${kind} ${keyFingerprint}`;
      const known = collected.get(key) ?? { day, kind, keyFingerprint, records: 0 };
      known.records += 1;
      collected.set(key, known);
      since ??= at;
      if (Math.abs(at - since) >= WRITTEN_AFTER) write();
    },
  };
}
