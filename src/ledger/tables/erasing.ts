import type { Db, Row } from '../db/db.js';
import type { Claim } from '../operations/balances.js';
import type { OpenIdentifier, StoredAbout } from '../operations/erasing.js';
import { toClaim } from './claims.js';
import { FOUND_BY_JOB } from './claims.js';
import type { Batch } from '../types.js';

/** How many identifiers went from a batch, and how many records of each kind its jobs had paid for. */
export interface TakenItems {
  readonly items: number;
  readonly cpf: number;
  readonly cnpj: number;
}

/** What a batch is without them. */
export interface KeptErased extends Pick<
  Batch,
  'invalid' | 'duplicates' | 'repaired' | 'reasons' | 'erased'
> {
  readonly layout: string;
  readonly hash: string;
  readonly size: number;
}

/** A record that nobody has been shown, and the session that paid for it. */
export interface HeldUnshown extends OpenIdentifier {
  readonly holder: string;
}

const KINDS = "kind IN ('cpf', 'cnpj')";

/** What there is of single identifiers, and how it goes. */
export function createErasing(db: Db) {
  return { ...createFindStored(db), ...createErase(db) };
}

function createFindStored(db: Db) {
  return {
    async batchesWith(ids: readonly string[]): Promise<StoredAbout['batches']> {
      const rows = await db.all(
        `SELECT b.num, b.id, max((j.state = 'unconfirmed')::integer) AS in_doubt,
           max((j.state IN ('submitting', 'accepted'))::integer) AS live
         FROM batches b CROSS JOIN unnest($1::text[]) AS wanted (id)
           /* in this order */ JOIN items i ON i.batch = b.num AND i.id = wanted.id
           LEFT JOIN jobs j ON j.batch = i.batch AND j.seq = i.job
         GROUP BY b.num, b.id ORDER BY b.num`,
        ids,
      );
      return rows.map(toHeldBy);
    },
    /** By what they cost. */
    async recordsOf(ids: readonly string[]): Promise<Claim[]> {
      const rows = await db.all(
        `SELECT kind, price, count(*) AS n FROM (
           SELECT r.kind, (SELECT j.price FROM batches b
             /* in this order */ JOIN items i ON i.batch = b.num AND i.id = r.id AND i.record = r.num
             /* in this order */ JOIN jobs j ON j.batch = i.batch AND j.seq = i.job LIMIT 1) AS price
           FROM records r WHERE ${KINDS} AND r.id = ANY ($1::text[])) AS paid GROUP BY 1, 2`,
        ids,
      );
      return rows.map(toClaim);
    },
    async openLookups(ids: readonly string[]): Promise<OpenIdentifier[]> {
      const sql = `SELECT kind, id FROM lookups
        WHERE state IN ('asking', 'doubtful') AND ${KINDS} AND id = ANY ($1::text[])`;
      return (await db.all(sql, ids)) as unknown as OpenIdentifier[];
    },
    /** Records that nobody has been shown, with the session that paid. */
    async unshownOf(ids: readonly string[]): Promise<HeldUnshown[]> {
      const sql = `SELECT kind, id, holder FROM unshown
        WHERE ${KINDS} AND id = ANY ($1::text[]) AND shown_at IS NULL`;
      return (await db.all(sql, ids)) as unknown as HeldUnshown[];
    },
  };
}

function createErase(db: Db) {
  return {
    /** What the jobs of these identifiers found stays counted in them. */
    async keepFound(batch: number, ids: readonly string[]): Promise<void> {
      await db.run(
        `UPDATE jobs AS j SET found = ${FOUND_BY_JOB} WHERE j.batch = $1 AND j.state <> 'planned'
         AND j.seq IN (SELECT job FROM items WHERE batch = $1 AND id = ANY ($2::text[]))`,
        ...[batch, ids],
      );
    },
    async takeItems(batch: number, ids: readonly string[]): Promise<TakenItems> {
      const paid = (length: number) =>
        `count(*) FILTER (WHERE answer = 'found' AND job IS NOT NULL AND length(id) = ${length})`;
      const own = 'FROM items WHERE batch = $1 AND id = ANY ($2::text[])';
      const sums = `SELECT count(*) AS items, ${paid(11)} AS cpf, ${paid(14)} AS cnpj ${own}`;
      const gone = await db.first(sums, batch, ids);
      await db.run(`DELETE ${own}`, batch, ids);
      return gone as unknown as TakenItems;
    },
    /** The copy without the rows takes the place of the one that it was made of. */
    async keepErased(num: number, kept: KeptErased): Promise<void> {
      await db.run(
        `UPDATE batches SET invalid = $1, duplicates = $2, repaired = $3, reasons = $4, erased = $5, layout = $6,
           input_hash = $7, input_size = $8, match_key = 'erased ' || id, generation = 1 WHERE num = $9`,
        ...[kept.invalid, kept.duplicates, kept.repaired, JSON.stringify(kept.reasons)],
        ...[JSON.stringify(kept.erased), kept.layout, kept.hash, kept.size, num],
      );
      if (db.engine === 'sqlite') return;
      await db.run('DELETE FROM copies WHERE batch = $1 AND number < $2', num, NEXT_COPY);
      await db.run(
        'UPDATE copies SET number = number - $2::integer WHERE batch = $1',
        ...[num, NEXT_COPY],
      );
    },
    /** Returns how many records went. */
    async forget(ids: readonly string[]): Promise<number> {
      const those = `WHERE ${KINDS} AND id = ANY ($1::text[])`;
      await db.run(`DELETE FROM unshown ${those}`, ids);
      return db.run(`DELETE FROM records ${those}`, ids);
    },
  };
}

/** The pieces of a private copy that is to take the place of another one have numbers from here on, until it does. */
export const NEXT_COPY = 1_000_000;

/** A batch that has identifiers, with what may still happen to them. */
function toHeldBy(row: Row): StoredAbout['batches'][number] {
  const isLive = Number(row['live']) === 1;
  const state = Number(row['in_doubt']) === 1 ? 'unconfirmed' : isLive ? 'running' : 'ended';
  return { num: row['num'] as number, id: row['id'] as string, state };
}
