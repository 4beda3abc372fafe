import type { Database, Row } from '../../../sqlite/index.js';
import type {
  BalanceReading,
  ChargeableRequest,
  NewReading,
  PriceKind,
  Prices,
} from '../../operations/balances.js';

/** Counts events, so that their order does not depend on any clock. */
export function createTicks(db: Database) {
  const next = db.prepare('UPDATE ticks SET tick = tick + 1 RETURNING tick');
  return { next: (): number => next.get()?.['tick'] as number };
}

/** More readings than these prove nothing more, and a busy watch makes thousands a day. */
const READINGS = 1_000;

/** The keys of an account are those with which its balance was read. */
const KEYS = 'SELECT key_fingerprint FROM readings WHERE account = ?';

/** The readings of the balance, and the requests that may have been charged. */
export function createBalances(db: Database) {
  // What a job found, and what it may still find.
  const spent = db.prepare(
    `SELECT j.kind, total(max(j.found, (SELECT count(*) FROM items i WHERE i.batch = j.batch
         AND i.job = j.seq AND i.answer = 'found')) + iif(j.state IN ('submitting', 'accepted', 'unconfirmed'),
         (SELECT count(*) FROM items i WHERE i.batch = j.batch AND i.job = j.seq AND i.answer IS NULL), 0)
       ) AS n FROM jobs j WHERE j.state <> 'planned' AND j.submitted_at >= ? GROUP BY j.kind
     UNION ALL SELECT kind, total(found) FROM past_jobs WHERE submitted_at >= ? GROUP BY kind
     UNION ALL SELECT iif(way = 'realtime', 'realtime', kind), count(*) FROM lookups
       WHERE state <> 'free' AND begun_at >= ? GROUP BY 1`,
  );
  return {
    add(reading: NewReading, after: number): void {
      const { account, keyFingerprint, before, at, plan, used, remaining } = reading;
      db.prepare(
        `INSERT INTO readings (after, before, account, key_fingerprint, at, plan, used, remaining)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(after, before, account, keyFingerprint, at, plan, used, remaining);
    },
    /** Credits charged, or perhaps still charged, for requests that began at or after `since` (epoch ms). */
    spentSince: (since: number, prices: Prices): number =>
      spent
        .all(since, since, since)
        .reduce((sum, row) => sum + Number(row['n']) * prices[row['kind'] as PriceKind], 0),
    accountOf: (keyFingerprint: string): string | undefined =>
      db
        .prepare(
          'SELECT account FROM readings WHERE key_fingerprint = ? ORDER BY after DESC LIMIT 1',
        )
        .get(keyFingerprint)?.['account'] as string | undefined,
    /** Oldest first. */
    of: (account: string): BalanceReading[] =>
      db
        .prepare(
          `SELECT before, after, at, plan, used, remaining FROM readings WHERE account = ?
           ORDER BY after DESC LIMIT ${READINGS}`,
        )
        .all(account)
        .map((row) => row as unknown as BalanceReading)
        .reverse(),
    /**
     * The jobs that ended after the tick `since`, or not yet. Jobs of older versions have no ticks; those that
     * ended then lie before every reading.
     */
    jobsOf: (account: string, since: number): ChargeableRequest[] =>
      db
        .prepare(
          `SELECT j.kind, coalesce(j.begun_tick, 0) AS begun, j.found, j.items,
             iif(j.state IN ('done', 'failed', 'abandoned'), coalesce(j.ended_tick, 0), NULL) AS ended,
             j.state IN ('unconfirmed', 'abandoned') AS doubtful
           FROM jobs j JOIN batches b ON b.num = j.batch
           WHERE j.state <> 'planned' AND (j.ended_tick IS NULL OR j.ended_tick > ?)
             AND b.key_fingerprint IN (${KEYS}) ORDER BY begun`,
        )
        .all(since, account)
        .map(toRequest),
    /** What the jobs of deleted batches were charged. */
    pastJobsOf: (account: string, since: number): ChargeableRequest[] =>
      db
        .prepare(
          `SELECT kind, begun_tick AS begun, ended_tick AS ended, found, items, doubtful FROM past_jobs
           WHERE ended_tick > ? AND key_fingerprint IN (${KEYS}) ORDER BY begun`,
        )
        .all(since, account)
        .map(toRequest),
    /** Without its identifiers, so that a later balance can still be explained. */
    keepChargesOf(batch: number): void {
      db.prepare(
        `INSERT INTO past_jobs
         SELECT b.key_fingerprint, j.kind, j.submitted_at, j.begun_tick, j.ended_tick, j.found, j.items,
           j.state = 'abandoned'
         FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.batch = ? AND j.begun_tick IS NOT NULL AND j.ended_tick IS NOT NULL`,
      ).run(batch);
    },
    /** Batches whose jobs the service may be processing, and when a poll saw the last job end. */
    activityOf(account: string): { liveBatches: string[]; lastEnd: number } {
      const live = db
        .prepare(
          `SELECT b.id FROM jobs j JOIN batches b ON b.num = j.batch
           WHERE j.state IN ('submitting', 'accepted') AND b.key_fingerprint IN (${KEYS})
           GROUP BY b.id ORDER BY min(j.submitted_at)`,
        )
        .all(account);
      const end = db
        .prepare(
          `SELECT coalesce(max(j.ended_at), 0) AS at FROM jobs j JOIN batches b ON b.num = j.batch
           WHERE b.key_fingerprint IN (${KEYS})`,
        )
        .get(account);
      return { liveBatches: live.map((row) => row['id'] as string), lastEnd: Number(end?.['at']) };
    },
    lookupsOf: (account: string, since: number): ChargeableRequest[] =>
      db
        .prepare(
          `SELECT iif(way = 'realtime', 'realtime', kind) AS kind, begun_tick AS begun,
             ended_tick AS ended, state = 'found' AS found, 1 AS items,
             state IN ('doubtful', 'given_up') AS doubtful
           FROM lookups WHERE (ended_tick IS NULL OR ended_tick > ?)
             AND key_fingerprint IN (${KEYS}) ORDER BY begun`,
        )
        .all(since, account)
        .map(toRequest),
  };
}

function toRequest(row: Row): ChargeableRequest {
  return {
    kind: row['kind'] as PriceKind,
    begun: row['begun'] as number,
    ended: row['ended'] as number | null,
    found: row['found'] as number,
    items: row['items'] as number,
    isDoubtful: row['doubtful'] === 1,
  };
}
