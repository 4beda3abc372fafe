import type { Database } from '../../../../sqlite/index.js';
import type { BalanceReading, NewReading } from '../../../operations/balances.js';

/** More readings than these prove nothing more, and a busy watch makes thousands a day. */
const READINGS = 1_000;
const DAY = 86_400_000;

/** The readings of the balance. */
export function createReadings(db: Database) {
  return {
    add(reading: NewReading, after: number): void {
      const { account, keyFingerprint, before, at, plan, used, remaining } = reading;
      db.prepare(
        `INSERT INTO readings (after, before, account, key_fingerprint, at, plan, used, remaining)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(after, before, account, keyFingerprint, at, plan, used, remaining);
    },
    accountOf: (keyFingerprint: string): string | undefined =>
      db
        .prepare(
          'SELECT account FROM readings WHERE key_fingerprint = ? ORDER BY after DESC LIMIT 1',
        )
        .get(keyFingerprint)?.['account'] as string | undefined,
    /** The last of each UTC day, oldest first. SQLite takes the columns from the row that has the maximum. */
    daily: (account: string, since: number): BalanceReading[] =>
      db
        .prepare(
          `SELECT before, MAX(after) AS after, at, plan, used, remaining FROM readings
           WHERE account = ? AND at >= ? GROUP BY at / ${DAY} ORDER BY after`,
        )
        .all(account, since)
        .map((row) => row as unknown as BalanceReading),
    /** Oldest first. */
    of: (account: string): BalanceReading[] =>
      db
        .prepare(
          `SELECT before, after, at, plan, used, remaining FROM readings WHERE account = ?
           ORDER BY after DESC LIMIT ${READINGS}`,
        )
        .all(account)
        .map((row) => row as unknown as BalanceReading)
        .reverse(),
  };
}
