import type { IdentifierKind } from '../../../identifiers/index.js';
import type { Database } from '../../../sqlite/index.js';
import type { WantedLookup } from '../../operations/lookups.js';
import { toPaidRecord } from '../../rows/lookup-row.js';

/** How long (ms) a record stays once it has been shown, for the sessions that were waiting for it. */
const MOMENT = 60_000;

/** Records of single lookups that were paid for and that nobody, or nobody but the session that paid, has been shown. */
export function createUnshown(db: Database) {
  return {
    /** Call it before the lookup `num` ends, because its identifier is forgotten then. */
    add(num: number, { asked, data, fetchedAt }: Added): void {
      db.prepare(
        `INSERT INTO unshown (num, kind, id, way, asked, holder, fetched_at, data)
         SELECT num, kind, id, way, ?, holder, ?, ? FROM lookups WHERE num = ?`,
      ).run(asked, fetchedAt, JSON.stringify(data), num);
    },
    /** Those that would answer a lookup, the newest first. */
    answersTo: ({ kind, id, way, asked, unshownSince }: WantedLookup) =>
      db
        .prepare(
          `SELECT num, holder, fetched_at, data, shown_at FROM unshown
           WHERE kind = ? AND id = ? AND way = ? AND asked = ? AND fetched_at >= ? ORDER BY num DESC`,
        )
        .all(kind, id, way, asked, unshownSince)
        .map(toPaidRecord),
    /** The number of the lookup whose record, fetched at this moment, nobody has been shown. */
    numberOf: (kind: IdentifierKind, id: string, fetchedAt: number): number | undefined =>
      db
        .prepare(
          'SELECT num FROM unshown WHERE kind = ? AND id = ? AND fetched_at = ? AND shown_at IS NULL',
        )
        .get(kind, id, fetchedAt)?.['num'] as number | undefined,
    /** Removes what was fetched before this moment (epoch ms). */
    purge(before: number): void {
      db.prepare('DELETE FROM unshown WHERE fetched_at < ?').run(before);
    },
    /** It has been shown. */
    shown(num: number, at: number): void {
      db.prepare('DELETE FROM unshown WHERE shown_at < ?').run(at - MOMENT);
      db.prepare('UPDATE unshown SET shown_at = ? WHERE num = ?').run(at, num);
    },
  };
}

type Added = { readonly asked: string; readonly data: object; readonly fetchedAt: number };
