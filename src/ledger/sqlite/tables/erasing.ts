import type { Database } from '../../../sqlite/index.js';
import type { Claim } from '../../operations/balances.js';
import type { OpenIdentifier, StoredAbout } from '../../operations/erasing.js';
import {
  toHeldBy,
  type HeldUnshown,
  type KeptErased,
  type TakenItems,
} from '../../rows/erasing-rows.js';
import { toClaim } from '../../rows/spending-rows.js';
import { FOUND_BY_JOB } from './spending/charged-records.js';

const IDS = '(SELECT value FROM json_each(?))';
const KINDS = "kind IN ('cpf', 'cnpj')";

/** What there is of single identifiers, and how it goes. */
export function createErasing(db: Database) {
  return { ...createFindStored(db), ...createErase(db) };
}

function createFindStored(db: Database) {
  return {
    /** CROSS JOIN makes SQLite go from the few identifiers to their items. */
    batchesWith: (ids: readonly string[]): StoredAbout['batches'] =>
      db
        .prepare(
          `SELECT b.num, b.id, max(j.state = 'unconfirmed') AS in_doubt,
             max(j.state IN ('submitting', 'accepted')) AS live
           FROM batches b CROSS JOIN json_each(?) wanted
             CROSS JOIN items i ON i.batch = b.num AND i.id = wanted.value
             LEFT JOIN jobs j ON j.batch = i.batch AND j.seq = i.job
           GROUP BY b.num ORDER BY b.num`,
        )
        .all(JSON.stringify(ids))
        .map(toHeldBy),
    /** By what they cost. */
    recordsOf: (ids: readonly string[]): Claim[] =>
      db
        .prepare(
          `SELECT kind, price, count(*) AS n FROM (
             SELECT r.kind, (SELECT j.price FROM batches b
               CROSS JOIN items i ON i.batch = b.num AND i.id = r.id AND i.record = r.num
               CROSS JOIN jobs j ON j.batch = i.batch AND j.seq = i.job LIMIT 1) AS price
             FROM records r WHERE ${KINDS} AND r.id IN ${IDS}) GROUP BY 1, 2`,
        )
        .all(JSON.stringify(ids))
        .map(toClaim),
    openLookups: (ids: readonly string[]): OpenIdentifier[] =>
      db
        .prepare(
          `SELECT kind, id FROM lookups WHERE state IN ('asking', 'doubtful') AND ${KINDS} AND id IN ${IDS}`,
        )
        .all(JSON.stringify(ids)) as unknown as OpenIdentifier[],
    /** Records that nobody has been shown, with the session that paid. */
    unshownOf: (ids: readonly string[]): HeldUnshown[] =>
      db
        .prepare(
          `SELECT kind, id, holder FROM unshown WHERE ${KINDS} AND id IN ${IDS} AND shown_at IS NULL`,
        )
        .all(JSON.stringify(ids)) as unknown as HeldUnshown[],
  };
}

function createErase(db: Database) {
  return {
    /** What the jobs of these identifiers found stays counted in them. */
    keepFound(batch: number, ids: readonly string[]): void {
      db.prepare(
        `UPDATE jobs AS j SET found = ${FOUND_BY_JOB} WHERE j.batch = ? AND j.state <> 'planned'
         AND j.seq IN (SELECT job FROM items WHERE batch = ? AND id IN ${IDS})`,
      ).run(batch, batch, JSON.stringify(ids));
    },
    takeItems(batch: number, ids: readonly string[]): TakenItems {
      const own = `FROM items WHERE batch = ? AND id IN ${IDS}`;
      const paid = (length: number) =>
        `total(answer = 'found' AND job IS NOT NULL AND length(id) = ${length})`;
      const gone = db
        .prepare(`SELECT count(*) AS items, ${paid(11)} AS cpf, ${paid(14)} AS cnpj ${own}`)
        .get(batch, JSON.stringify(ids));
      db.prepare(`DELETE ${own}`).run(batch, JSON.stringify(ids));
      return gone as unknown as TakenItems;
    },
    keepErased(num: number, kept: KeptErased): void {
      db.prepare(
        `UPDATE batches SET invalid = ?, duplicates = ?, repaired = ?, reasons = ?, erased = ?, layout = ?,
           input_hash = ?, input_size = ?, match_key = 'erased ' || id, generation = 1 WHERE num = ?`,
      ).run(
        ...[kept.invalid, kept.duplicates, kept.repaired, JSON.stringify(kept.reasons)],
        ...[JSON.stringify(kept.erased), kept.layout, kept.hash, kept.size, num],
      );
    },
    /** Returns how many records went. */
    forget(ids: readonly string[]): number {
      const those = `WHERE ${KINDS} AND id IN ${IDS}`;
      db.prepare(`DELETE FROM unshown ${those}`).run(JSON.stringify(ids));
      return db.prepare(`DELETE FROM records ${those}`).run(JSON.stringify(ids)).changes;
    },
  };
}
