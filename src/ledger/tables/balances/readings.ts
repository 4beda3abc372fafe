import type { BalanceReading, NewReading } from '../../operations/balances.js';
import { DAY } from '../../rows/spending-rows.js';
import type { Db } from '../../db/db.js';

/** More readings than these prove nothing more, and a busy watch makes thousands a day. */
const READINGS = 1_000;

/** The readings of the balance. */
export function createReadings(db: Db) {
  return {
    async add(reading: NewReading, after: number): Promise<void> {
      const { account, keyFingerprint, before, at, plan, used, remaining } = reading;
      await db.run(
        `INSERT INTO readings (after, before, account, key_fingerprint, at, plan, used, remaining)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        ...[after, before, account, keyFingerprint, at, plan, used, remaining],
      );
    },
    async accountOf(keyFingerprint: string): Promise<string | undefined> {
      const sql = `SELECT account FROM readings WHERE key_fingerprint = $1
        ORDER BY after DESC LIMIT 1`;
      return (await db.first(sql, keyFingerprint))?.['account'] as string | undefined;
    },
    /** The last of each UTC day, oldest first. */
    async daily(account: string, since: number): Promise<BalanceReading[]> {
      const rows = await db.all(
        `SELECT before, after, at, plan, used, remaining FROM (
           SELECT *, row_number() OVER (PARTITION BY at / ${DAY} ORDER BY after DESC) AS place
           FROM readings WHERE account = $1 AND at >= $2) AS days
         WHERE place = 1 ORDER BY after`,
        ...[account, since],
      );
      return rows.map((row) => row as unknown as BalanceReading);
    },
    /** Oldest first. */
    async of(account: string): Promise<BalanceReading[]> {
      const rows = await db.all(
        `SELECT before, after, at, plan, used, remaining FROM readings WHERE account = $1
         ORDER BY after DESC LIMIT ${READINGS}`,
        account,
      );
      return rows.map((row) => row as unknown as BalanceReading).reverse();
    },
  };
}
