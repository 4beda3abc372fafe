import type { IdentifierKind } from '../../../identifiers/index.js';
import type { PriceKind } from '../../operations/balances.js';
import type { WantedLookup } from '../../operations/lookups.js';
import { toOpen, type LookupState, type OpenLookup } from '../../rows/lookup-row.js';
import type { Session } from '../connection/session.js';
import { PRICE_KIND } from './spending/charged-records.js';

/** Single lookups: what is being asked, what is in doubt, and what was charged. */
export function createLookups(db: Session) {
  return { ...createMoveLookups(db), ...createFindLookups(db) };
}

function createMoveLookups(db: Session) {
  return {
    begin: (wanted: WantedLookup, tick: number): Promise<number> => {
      const { kind, id, way, keyFingerprint, holder, at } = wanted;
      return db.number(
        `INSERT INTO lookups (kind, id, way, key_fingerprint, holder, state, begun_at, begun_tick)
         VALUES ($1, $2, $3, $4, $5, 'asking', $6, $7) RETURNING num AS n`,
        ...[kind, id, way, keyFingerprint, holder, at, tick],
      );
    },
    /** The identifier is no longer needed then, and it is personal data. */
    async end(num: number, state: 'found' | 'free' | 'given_up', tick: number): Promise<void> {
      const sql = "UPDATE lookups SET state = $1, ended_tick = $2, id = '' WHERE num = $3";
      await db.run(sql, state, tick, num);
    },
    async doubt(num: number, at: number): Promise<void> {
      const sql = "UPDATE lookups SET state = 'doubtful', doubted_at = $1 WHERE num = $2";
      await db.run(sql, at, num);
    },
    /** The doubt that a job had taken over is proved free. `begunTick`: the lookup's own. */
    async freeInJob(begunTick: number): Promise<void> {
      const sql = "UPDATE lookups SET state = 'free' WHERE begun_tick = $1 AND state = 'given_up'";
      await db.run(sql, begunTick);
    },
    async setVerdict(num: number, why: string): Promise<void> {
      const sql = "UPDATE lookups SET verdict = $1 WHERE num = $2 AND state = 'doubtful'";
      await db.run(sql, why, num);
    },
  };
}

function createFindLookups(db: Session) {
  return {
    /** The lookups that are being made, as far as anybody wrote down. */
    async asking(): Promise<OpenLookup[]> {
      const sql = "SELECT * FROM lookups WHERE state = 'asking' ORDER BY num";
      return (await db.all(sql)).map(toOpen);
    },
    /** The open lookups of an identifier, oldest first. */
    async open(kind: IdentifierKind, id: string): Promise<OpenLookup[]> {
      const sql = `SELECT * FROM lookups
        WHERE kind = $1 AND id = $2 AND state IN ('asking', 'doubtful') ORDER BY num`;
      return (await db.all(sql, kind, id)).map(toOpen);
    },
    async stateOf(num: number): Promise<LookupState | undefined> {
      const row = await db.first('SELECT state, holder FROM lookups WHERE num = $1', num);
      return row as LookupState | undefined;
    },
    begunAt: (num: number): Promise<number> =>
      db.number('SELECT begun_at AS n FROM lookups WHERE num = $1', num),
    /** How many lookups were charged so far. */
    charged: (): Promise<number> =>
      db.number("SELECT count(*) AS n FROM lookups WHERE state = 'found'"),
    /** The open lookups of the identifiers that a job has no answer for, oldest first. */
    async openInJob(batch: number, job: number, kind: IdentifierKind): Promise<OpenLookup[]> {
      const rows = await db.all(
        `SELECT l.* FROM lookups l JOIN items i ON i.batch = $1 AND i.id = l.id
         WHERE l.state IN ('asking', 'doubtful') AND l.kind = $2 AND i.job = $3 AND i.answer IS NULL
         ORDER BY l.num`,
        ...[batch, kind, job],
      );
      return rows.map(toOpen);
    },
    /** Lookups that may still be charged, by kind. */
    async outstanding(): Promise<{ kind: PriceKind; count: number }[]> {
      const rows = await db.all(
        `SELECT ${PRICE_KIND} AS price, count(*) AS n FROM lookups l
         WHERE l.state IN ('asking', 'doubtful') GROUP BY 1`,
      );
      return rows.map((row) => ({ kind: row['price'] as PriceKind, count: row['n'] as number }));
    },
  };
}
