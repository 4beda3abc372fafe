import type { IdentifierKind } from '../../../identifiers/index.js';
import type { PriceKind } from '../../operations/balances.js';
import type { WantedLookup } from '../../operations/lookups.js';
import {
  toOpen,
  toOpenInPlan,
  type LookupState,
  type OpenInPlan,
  type OpenLookup,
} from '../../rows/lookup-row.js';
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
    /** The open lookups of the identifiers that planned jobs have, of one batch or of all; oldest first. */
    async openInPlan(batch?: number): Promise<OpenInPlan[]> {
      const rows = await db.all(
        `SELECT l.*, j.batch, j.seq AS job FROM lookups l
           JOIN jobs j ON j.kind = l.kind AND j.state = 'planned'
           JOIN items i ON i.batch = j.batch AND i.id = l.id AND i.job = j.seq
         WHERE l.state IN ('asking', 'doubtful') AND i.answer IS NULL
           AND ($1::bigint IS NULL OR j.batch = $1) ORDER BY l.num`,
        batch ?? null,
      );
      return rows.map(toOpenInPlan);
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
