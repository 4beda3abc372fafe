import type { IdentifierKind } from '../../../identifiers/index.js';
import type { Database } from '../../../sqlite/index.js';
import type { WantedLookup } from '../../operations/lookups.js';
import {
  toOpen,
  toOpenInPlan,
  type LookupEnd,
  type LookupState,
  type OpenInPlan,
  type OpenLookup,
} from '../../rows/lookup-row.js';

/** Single lookups: what is being asked, what is in doubt, and what was charged. */
export function createLookups(db: Database) {
  return { ...createMoveLookups(db), ...createFindLookups(db) };
}

function createMoveLookups(db: Database) {
  return {
    begin({ kind, id, way, keyFingerprint, holder, at, cost }: WantedLookup, tick: number): number {
      const { lastInsertRowid } = db
        .prepare(
          `INSERT INTO lookups (kind, id, way, key_fingerprint, holder, state, begun_at, begun_tick, price)
           VALUES (?, ?, ?, ?, ?, 'asking', ?, ?, ?)`,
        )
        .run(kind, id, way, keyFingerprint, holder, at, tick, cost?.price ?? null);
      return lastInsertRowid;
    },
    /** The identifier is no longer needed then, and it is personal data. `at`: when it was answered (epoch ms). */
    end(num: number, state: LookupEnd, tick: number, at: number | null): void {
      const sql =
        "UPDATE lookups SET state = ?, ended_tick = ?, ended_at = ?, id = '' WHERE num = ?";
      db.prepare(sql).run(state, tick, at, num);
    },
    doubt(num: number, at: number): void {
      const sql = "UPDATE lookups SET state = 'doubtful', doubted_at = ? WHERE num = ?";
      db.prepare(sql).run(at, num);
    },
    setVerdict(num: number, why: string): void {
      db.prepare("UPDATE lookups SET verdict = ? WHERE num = ? AND state = 'doubtful'").run(
        why,
        num,
      );
    },
  };
}

function createFindLookups(db: Database) {
  const open = db.prepare(
    "SELECT * FROM lookups WHERE kind = ? AND id = ? AND state IN ('asking', 'doubtful') ORDER BY num",
  );
  const begunAt = db.prepare('SELECT begun_at FROM lookups WHERE num = ?');
  return {
    /** The lookups that are being made, as far as anybody wrote down. */
    asking: (): OpenLookup[] =>
      db.prepare("SELECT * FROM lookups WHERE state = 'asking' ORDER BY num").all().map(toOpen),
    /** Those whose outcome nobody knows, oldest first. Numbers are bound as REAL, hence the cast. */
    doubtful: (most: number): OpenLookup[] =>
      db
        .prepare(
          "SELECT * FROM lookups WHERE state = 'doubtful' ORDER BY num LIMIT CAST(? AS INTEGER)",
        )
        .all(most)
        .map(toOpen),
    /** The open lookups of an identifier, oldest first. */
    open: (kind: IdentifierKind, id: string): OpenLookup[] => open.all(kind, id).map(toOpen),
    stateOf: (num: number): LookupState | undefined =>
      db.prepare('SELECT state, holder, verdict FROM lookups WHERE num = ?').get(num) as
        | LookupState
        | undefined,
    begunAt: (num: number): number => Number(begunAt.get(num)?.['begun_at']),
    /** The open lookups of the identifiers that planned jobs have, of one batch or of all; oldest first. */
    openInPlan: (batch?: number): OpenInPlan[] =>
      db
        .prepare(
          // From the few lookups to their items, not from a million items.
          `SELECT l.*, j.batch, j.seq AS job FROM lookups l
             CROSS JOIN jobs j ON j.kind = l.kind AND j.state = 'planned'
               ${batch === undefined ? '' : 'AND j.batch = ?'}
             CROSS JOIN items i ON i.batch = j.batch AND i.id = l.id AND i.job = j.seq
           WHERE l.state IN ('asking', 'doubtful') AND i.answer IS NULL ORDER BY l.num`,
        )
        .all(...(batch === undefined ? [] : [batch]))
        .map(toOpenInPlan),
  };
}
