import type { Db, Row } from '../db/db.js';
import type {
  BalanceBook,
  BalanceReading,
  ChargeableRequest,
  NewReading,
  PriceKind,
  StoredBook,
} from '../operations/balances.js';
import { toMark } from './rows.js';
import { DAY } from './claims.js';
import { PRICE_KIND } from './claims.js';

/** The readings of the balance, and the requests that may have been charged. */
export function createBalances(db: Db) {
  return { ...createReadings(db), ...createRequests(db), ...createActivity(db) };
}

/** More readings than these prove nothing more, and a busy watch makes thousands a day. */
const READINGS = 1_000;

/** The readings of the balance. */
function createReadings(db: Db) {
  return {
    async add(reading: NewReading, after: number): Promise<void> {
      const { account, keyFingerprint, before, at, plan, used, remaining } = reading;
      await db.run(
        `INSERT INTO readings (after, before, account, key_fingerprint, at, plan, used, remaining)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        ...[after, before, account, keyFingerprint, at, plan, used, remaining],
      );
    },
    async accountOf(keyFingerprint: string): Promise<string | undefined> {
      const sql = `SELECT account FROM readings WHERE key_fingerprint = $1
        ORDER BY after DESC LIMIT 1`;
      return (await db.first(sql, keyFingerprint))?.['account'] as string | undefined;
    },
    /** The last of each UTC day, oldest first. */
    async daily(account: string, since: number): Promise<BalanceReading[]> {
      const rows = await db.all(
        `SELECT before, after, at, plan, used, remaining FROM (
           SELECT *, row_number() OVER (PARTITION BY at / ${DAY} ORDER BY after DESC) AS place
           FROM readings WHERE account = $1 AND at >= $2) AS days
         WHERE place = 1 ORDER BY after`,
        ...[account, since],
      );
      return rows.map((row) => row as unknown as BalanceReading);
    },
    /** Oldest first. */
    async of(account: string): Promise<BalanceReading[]> {
      const rows = await db.all(
        `SELECT before, after, at, plan, used, remaining FROM readings WHERE account = $1
         ORDER BY after DESC LIMIT ${READINGS}`,
        account,
      );
      return rows.map((row) => row as unknown as BalanceReading).reverse();
    },
  };
}

/** SQL for the keys with which the balance of the account `$1` was read. */
export const KEYS_OF_ACCOUNT = 'SELECT key_fingerprint FROM readings WHERE account = $1';

/** The requests to an account that may have been charged. */
function createRequests(db: Db) {
  const requests = async (sql: string, account: string, since: number) =>
    (await db.all(sql, account, since)).map(toRequest);
  return {
    /** The jobs that ended after the tick `since`, or not yet. */
    jobsOf: (account: string, since: number): Promise<ChargeableRequest[]> =>
      requests(
        `SELECT j.kind, coalesce(j.begun_tick, 0) AS begun, j.found, j.items,
           CASE WHEN j.state IN ('done', 'failed', 'abandoned') THEN coalesce(j.ended_tick, 0) END AS ended, j.seen_at AS ended_at,
           (j.state IN ('unconfirmed', 'abandoned'))::integer AS doubtful
         FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.state <> 'planned' AND (j.ended_tick IS NULL OR j.ended_tick > $2)
           AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT}) ORDER BY begun, j.batch, j.seq`,
        ...([account, since] as const),
      ),
    /** What the jobs of deleted batches were charged. */
    pastJobsOf: (account: string, since: number): Promise<ChargeableRequest[]> =>
      requests(
        `SELECT kind, begun_tick AS begun, ended_tick AS ended, ended_at, found, items, doubtful FROM past_jobs
         WHERE ended_tick > $2 AND key_fingerprint IN (${KEYS_OF_ACCOUNT}) ORDER BY begun`,
        ...([account, since] as const),
      ),
    lookupsOf: (account: string, since: number): Promise<ChargeableRequest[]> =>
      requests(
        `SELECT ${PRICE_KIND} AS kind, begun_tick AS begun, ended_tick AS ended, ended_at,
           (state = 'found')::integer AS found, 1 AS items,
           (state IN ('doubtful', 'given_up'))::integer AS doubtful
         FROM lookups l WHERE (ended_tick IS NULL OR ended_tick > $2)
           AND key_fingerprint IN (${KEYS_OF_ACCOUNT}) ORDER BY begun`,
        ...([account, since] as const),
      ),
  };
}

/** What the service may still be doing for an account. */
function createActivity(db: Db) {
  return {
    /** Batches whose jobs the service may be processing, and when the last job ended. */
    async activityOf(account: string): Promise<Omit<StoredBook, keyof BalanceBook>> {
      const live = await db.all(
        `SELECT b.id FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.state IN ('submitting', 'accepted') AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
         GROUP BY b.id ORDER BY min(j.submitted_at), b.id`,
        account,
      );
      const end = await db.first(
        `SELECT j.ended_tick AS tick, j.uptime, j.boot FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.ended_tick IS NOT NULL AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
         ORDER BY j.ended_tick DESC LIMIT 1`,
        account,
      );
      return {
        liveBatches: live.map((row) => row['id'] as string),
        lastEnd: end === undefined ? null : { tick: Number(end['tick']), mark: toMark(end) },
      };
    },
  };
}

function toRequest(row: Row): ChargeableRequest {
  return {
    kind: row['kind'] as PriceKind,
    begun: row['begun'] as number,
    ended: row['ended'] as number | null,
    endedAt: row['ended_at'] as number | null,
    found: row['found'] as number,
    items: row['items'] as number,
    isDoubtful: row['doubtful'] === 1,
  };
}
