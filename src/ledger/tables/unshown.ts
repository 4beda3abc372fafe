import type { IdentifierKind } from '../../identifiers/index.js';
import type { WantedLookup } from '../operations/lookups.js';
import type { UnshownRecord } from '../operations/records.js';
import type { Db, Row } from '../db/db.js';

/** How long (ms) a record stays once it has been shown, for the sessions that were waiting for it. */
const MOMENT = 60_000;

/** A record of a single lookup that was paid for, and who asked for it. */
export interface PaidRecord {
  readonly num: number;
  readonly holder: string;
  readonly isShown: boolean;
  readonly record: UnshownRecord;
}

/** Records of single lookups that were paid for and that nobody, or nobody but the session that paid, has been shown. */
export function createUnshown(db: Db) {
  return {
    /** Call it before the lookup `num` ends, because its identifier is forgotten then. */
    async add(num: number, { asked, data, fetchedAt }: Added): Promise<void> {
      await db.run(
        `INSERT INTO unshown (num, kind, id, way, asked, holder, fetched_at, data)
         SELECT num, kind, id, way, $1::text, holder, $2::bigint, $3::text FROM lookups WHERE num = $4`,
        ...[asked, fetchedAt, JSON.stringify(data), num],
      );
    },
    /** Those that would answer a lookup, the newest first. */
    async answersTo({ kind, id, way, asked, unshownSince }: WantedLookup): Promise<PaidRecord[]> {
      const rows = await db.all(
        `SELECT num, holder, fetched_at, data, shown_at FROM unshown
         WHERE kind = $1 AND id = $2 AND way = $3 AND asked = $4 AND fetched_at >= $5 ORDER BY num DESC`,
        ...[kind, id, way, asked, unshownSince],
      );
      return rows.map(toPaidRecord);
    },
    /** The number of the lookup whose record, fetched at this moment, nobody has been shown. */
    async numberOf(
      kind: IdentifierKind,
      id: string,
      fetchedAt: number,
    ): Promise<number | undefined> {
      const row = await db.first(
        `SELECT num FROM unshown
         WHERE kind = $1 AND id = $2 AND fetched_at = $3 AND shown_at IS NULL`,
        ...[kind, id, fetchedAt],
      );
      return row?.['num'] as number | undefined;
    },
    /** Removes what was fetched before this moment (epoch ms). */
    async purge(before: number): Promise<void> {
      await db.run('DELETE FROM unshown WHERE fetched_at < $1', before);
    },
    /** It has been shown. */
    async shown(num: number, at: number): Promise<void> {
      await db.run('DELETE FROM unshown WHERE shown_at < $1', at - MOMENT);
      await db.run('UPDATE unshown SET shown_at = $1 WHERE num = $2', at, num);
    },
  };
}

type Added = { readonly asked: string; readonly data: object; readonly fetchedAt: number };

function toPaidRecord(row: Row): PaidRecord {
  return {
    num: row['num'] as number,
    holder: row['holder'] as string,
    isShown: row['shown_at'] !== null,
    record: {
      fetchedAt: row['fetched_at'] as number,
      data: JSON.parse(row['data'] as string) as Record<string, unknown>,
      unshown: row['num'] as number,
    },
  };
}
