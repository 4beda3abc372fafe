import type { Database } from '../../../sqlite/index.js';
import type { PriceKind } from '../../operations/balances.js';
import type { NewLookup } from '../../operations/lookups.js';

/** Single lookups: what is being asked, what is in doubt, and what was charged. */
export function createLookups(db: Database) {
  return {
    begin({ kind, id, way, keyFingerprint, holder, at }: NewLookup, tick: number): number {
      const { lastInsertRowid } = db
        .prepare(
          `INSERT INTO lookups (kind, id, way, key_fingerprint, holder, state, begun_at, begun_tick)
           VALUES (?, ?, ?, ?, ?, 'asking', ?, ?)`,
        )
        .run(kind, id, way, keyFingerprint, holder, at, tick);
      return lastInsertRowid;
    },
    /** The identifier is no longer needed then, and it is personal data. */
    end(num: number, state: 'found' | 'free', tick: number): void {
      const sql = "UPDATE lookups SET state = ?, ended_tick = ?, id = '' WHERE num = ?";
      db.prepare(sql).run(state, tick, num);
    },
    /** Lookups that may still be charged, by kind. */
    outstanding: (): { kind: PriceKind; count: number }[] =>
      db
        .prepare(
          `SELECT iif(way = 'realtime', 'realtime', kind) AS price, count(*) AS n FROM lookups
           WHERE state IN ('asking', 'doubtful') GROUP BY price`,
        )
        .all()
        .map((row) => ({ kind: row['price'] as PriceKind, count: row['n'] as number })),
    doubt(num: number, at: number): void {
      db.prepare("UPDATE lookups SET state = 'doubtful', doubted_at = ? WHERE num = ?").run(
        at,
        num,
      );
    },
  };
}
