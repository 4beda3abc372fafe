import type { IdentifierKind } from '../../../identifiers/index.js';
import type { Database } from '../../../sqlite/index.js';
import type { WantedLookup } from '../../operations/lookups.js';
import {
  toOpen,
  type LookupEnd,
  type LookupState,
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
    /** The doubt that a job had taken over is proved free. `begunTick`: the lookup's own. */
    freeInJob(begunTick: number): void {
      const sql = "UPDATE lookups SET state = 'free' WHERE begun_tick = ? AND state = 'given_up'";
      db.prepare(sql).run(begunTick);
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
    /** The open lookups of an identifier, oldest first. */
    open: (kind: IdentifierKind, id: string): OpenLookup[] => open.all(kind, id).map(toOpen),
    stateOf: (num: number): LookupState | undefined =>
      db.prepare('SELECT state, holder FROM lookups WHERE num = ?').get(num) as
        | LookupState
        | undefined,
    begunAt: (num: number): number => Number(begunAt.get(num)?.['begun_at']),
    /** The open lookups of the identifiers that a job has no answer for, oldest first. */
    openInJob: (batch: number, job: number, kind: IdentifierKind): OpenLookup[] =>
      db
        .prepare(
          `SELECT l.* FROM lookups l CROSS JOIN items i ON i.batch = ? AND i.id = l.id
           WHERE l.state IN ('asking', 'doubtful') AND l.kind = ? AND i.job = ? AND i.answer IS NULL
           ORDER BY l.num`,
        )
        .all(batch, kind, job)
        .map(toOpen),
  };
}
