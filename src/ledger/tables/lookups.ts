import type { IdentifierKind } from '../../identifiers/index.js';
import type { Db, Row } from '../db/db.js';
import type { LookupWay, WantedLookup } from '../operations/lookups.js';
import type { UnshownRecord } from '../operations/records.js';
import type { Items } from './items.js';
import { toMark } from './notes.js';
import type { UptimeMark } from '../types.js';

/** A lookup that has no answer: being asked, or doubtful. */
export interface OpenLookup {
  readonly num: number;
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly way: LookupWay;
  readonly holder: string;
  readonly state: 'asking' | 'doubtful';
  readonly verdict: string | null;
  readonly begunAt: number;
  /** When its outcome became unknown, in the uptime of the machine that noted it. */
  readonly unknownSince: UptimeMark | null;
  readonly begunTick: number;
  readonly keyFingerprint: string;
}

/** How a lookup ended. */
export type LookupEnd = 'found' | 'free' | 'given_up';

/** The open lookup of an identifier that a planned job of a batch has. */
export interface OpenInPlan extends OpenLookup {
  readonly batch: number;
  readonly job: number;
}

/** How a lookup stands, and the session that made it. */
export interface LookupState {
  readonly state: OpenLookup['state'] | LookupEnd;
  readonly holder: string;
  readonly verdict: string | null;
}

/** Single lookups: what is being asked, what is in doubt, and what was charged. */
export function createLookups(db: Db, items: Pick<Items, 'isWaitingIn'>) {
  return { ...createMoveLookups(db), ...createFindLookups(db, items) };
}

function createMoveLookups(db: Db) {
  return {
    begin: (wanted: WantedLookup, tick: number): Promise<number> => {
      const { kind, id, way, keyFingerprint, holder, at, cost } = wanted;
      return db.number(
        `INSERT INTO lookups (kind, id, way, key_fingerprint, holder, state, begun_at, begun_tick, price)
         VALUES ($1, $2, $3, $4, $5, 'asking', $6, $7, $8) RETURNING num AS n`,
        ...[kind, id, way, keyFingerprint, holder, at, tick, cost?.price ?? null],
      );
    },
    /** The identifier is no longer needed then, and it is personal data. `at`: when it was answered (epoch ms). */
    async end(num: number, state: LookupEnd, tick: number, at: number | null): Promise<void> {
      const sql = `UPDATE lookups SET state = $1, ended_tick = $2, ended_at = $3, id = ''
        WHERE num = $4`;
      await db.run(sql, state, tick, at, num);
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

function createFindLookups(db: Db, items: Pick<Items, 'isWaitingIn'>) {
  return {
    /** The lookups that are being made, as far as anybody wrote down. */
    async asking(): Promise<OpenLookup[]> {
      const sql = "SELECT * FROM lookups WHERE state = 'asking' ORDER BY num";
      return (await db.all(sql)).map(toOpen);
    },
    /** Those whose outcome nobody knows, oldest first. */
    async doubtful(most: number): Promise<OpenLookup[]> {
      const sql = "SELECT * FROM lookups WHERE state = 'doubtful' ORDER BY num LIMIT $1";
      return (await db.all(sql, most)).map(toOpen);
    },
    /** The open lookups of an identifier, oldest first. */
    async open(kind: IdentifierKind, id: string): Promise<OpenLookup[]> {
      const sql = `SELECT * FROM lookups
        WHERE kind = $1 AND id = $2 AND state IN ('asking', 'doubtful') ORDER BY num`;
      return (await db.all(sql, kind, id)).map(toOpen);
    },
    async stateOf(num: number): Promise<LookupState | undefined> {
      const row = await db.first('SELECT state, holder, verdict FROM lookups WHERE num = $1', num);
      return row as LookupState | undefined;
    },
    begunAt: (num: number): Promise<number> =>
      db.number('SELECT begun_at AS n FROM lookups WHERE num = $1', num),
    /** The open lookups of the identifiers that planned jobs have, of one batch or of all; oldest first. */
    async openInPlan(batch?: number): Promise<OpenInPlan[]> {
      const rows = await db.all(
        `SELECT l.*, j.batch, j.seq AS job FROM lookups l
           /* in this order */ JOIN jobs j ON j.kind = l.kind AND j.state = 'planned'
           /* in this order */ JOIN items i ON i.batch = j.batch AND i.seq = j.seq
         WHERE l.state IN ('asking', 'doubtful') AND strpos(i.ids, l.id) > 0
           AND ($1::bigint IS NULL OR j.batch = $1) ORDER BY l.num`,
        batch ?? null,
      );
      const open: OpenInPlan[] = [];
      for (const one of rows.map(toOpenInPlan))
        if (await items.isWaitingIn(one.batch, one.job, one.id)) open.push(one);
      return open;
    },
  };
}

function toOpen(row: Row): OpenLookup {
  return {
    num: row['num'] as number,
    kind: row['kind'] as IdentifierKind,
    id: row['id'] as string,
    way: row['way'] as LookupWay,
    holder: row['holder'] as string,
    state: row['state'] as OpenLookup['state'],
    verdict: row['verdict'] as string | null,
    begunAt: row['begun_at'] as number,
    unknownSince: toMark(row),
    begunTick: row['begun_tick'] as number,
    keyFingerprint: row['key_fingerprint'] as string,
  };
}

function toOpenInPlan(row: Row): OpenInPlan {
  return { ...toOpen(row), batch: row['batch'] as number, job: row['job'] as number };
}

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
