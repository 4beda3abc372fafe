import { ID_LENGTHS, type IdentifierKind } from '../../identifiers/index.js';
import type { Db, Row } from '../db/db.js';
import type { BalanceReading, PriceKind } from '../operations/balances.js';
import type {
  DailySpending,
  DatedRequest,
  HitRate,
  HitRates,
  SpendingBatch,
} from '../operations/spending.js';
import { DAY } from './claims.js';
import { KEYS_OF_ACCOUNT } from './balances.js';
import {
  AT_RISK_IN_JOB,
  FOUND_BY_JOB,
  GIVEN_UP_IN_JOB,
  GIVEN_UP_IN_PAST_JOB,
  MAY_HAVE_COST,
  OPEN_IN_JOB,
  PRICE_KIND,
  WAS_SENT,
} from './claims.js';

/** What was ever spent and saved, and the course of each account. */
export function createSpending(db: Db) {
  return {
    ...createDailySpending(db),
    ...createSavings(db),
    ...createCourse(db),
    ...createHitRates(db),
  };
}

/** How often the identifiers of lists were found. A deleted job says only how many it had: all count as answered. */
export function createHitRates(db: Db) {
  return {
    async hitRates(): Promise<HitRates> {
      const rows = await db.all(
        `SELECT kind, sum(found) AS found, sum(answered) AS answered FROM (
           SELECT kind, found, found + not_found AS answered FROM jobs WHERE state IN ('done', 'failed')
           UNION ALL SELECT kind, found, items FROM past_jobs WHERE doubtful = 0) AS ended
         GROUP BY kind`,
      );
      return toHitRates(rows);
    },
  };
}

/** A row for each kind that has any. */
function toHitRates(rows: readonly Row[]): HitRates {
  const none: HitRate = { answered: 0, found: 0 };
  const known = rows.map(({ kind, found, answered }) => [
    kind as IdentifierKind,
    { answered: Number(answered), found: Number(found) },
  ]);
  return { cpf: none, cnpj: none, ...(Object.fromEntries(known) as Partial<HitRates>) };
}

const DAILY = `SELECT j.batch AS num, b.key_fingerprint, j.submitted_at / ${DAY} AS day, j.kind,
    sum(${FOUND_BY_JOB}) AS found, sum(${OPEN_IN_JOB}) AS at_risk, sum(${GIVEN_UP_IN_JOB}) AS given_up,
    0 AS saved, 'batch' AS source
  FROM jobs j JOIN batches b ON b.num = j.batch
  WHERE ${WAS_SENT} AND j.submitted_at IS NOT NULL GROUP BY 1, 2, 3, 4
  UNION ALL SELECT num, key_fingerprint, day, kind, 0, 0, 0, n, 'batch'
    FROM (${reusedInBatches('TRUE')}) AS reused
  UNION ALL SELECT NULL, key_fingerprint, submitted_at / ${DAY}, kind, sum(found) AS found, 0,
    sum(${GIVEN_UP_IN_PAST_JOB}), 0, 'deleted' FROM past_jobs GROUP BY 2, 3, 4
  UNION ALL SELECT NULL, l.key_fingerprint, l.begun_at / ${DAY}, ${PRICE_KIND},
    count(*) FILTER (WHERE l.state = 'found'),
    count(*) FILTER (WHERE l.state IN ('asking', 'doubtful')),
    count(*) FILTER (WHERE l.state = 'given_up'), 0, 'lookups'
    FROM lookups l WHERE ${MAY_HAVE_COST} GROUP BY 2, 3, 4
  UNION ALL SELECT NULL, key_fingerprint, day, kind, 0, 0, 0, records, source FROM savings`;

/** An account and the fingerprints of its keys. */
export interface AccountKeys {
  readonly account: string;
  readonly keys: string[];
}

/** What was ever spent and saved, by UTC day. */
function createDailySpending(db: Db) {
  return {
    /** In no order. */
    async daily(batches: ReadonlyMap<number, SpendingBatch>): Promise<DailySpending[]> {
      return (await db.all(DAILY)).map((row) => toDaily(row, batches));
    },
    /** The batches by their numbers. */
    async spendingBatches(): Promise<ReadonlyMap<number, SpendingBatch>> {
      return toSpendingBatches(await db.all('SELECT num, id, file, created_at FROM batches'));
    },
    async accounts(): Promise<AccountKeys[]> {
      return toAccountKeys(
        await db.all(
          `SELECT account, key_fingerprint FROM readings GROUP BY 1, 2 ORDER BY min(after)`,
        ),
      );
    },
  };
}

/** The batches by their numbers. */
function toSpendingBatches(rows: readonly Row[]): ReadonlyMap<number, SpendingBatch> {
  return new Map(
    rows.map(({ num, id, file, created_at: createdAt }) => [
      num as number,
      { id: id as string, file: file as string, createdAt: createdAt as number },
    ]),
  );
}

function toAccountKeys(rows: readonly Row[]): AccountKeys[] {
  const keys = new Map<string, string[]>();
  for (const { account, key_fingerprint: key } of rows)
    keys.set(account as string, [...(keys.get(account as string) ?? []), key as string]);
  return Array.from(keys, ([account, own]) => ({ account, keys: own }));
}

function toDaily(row: Row, batches: ReadonlyMap<number, SpendingBatch>): DailySpending {
  return {
    day: (row['day'] as number) * DAY,
    kind: row['kind'] as PriceKind,
    keyFingerprint: row['key_fingerprint'] as string,
    source: row['source'] as DailySpending['source'],
    batch: batches.get(row['num'] as number) ?? null,
    found: Number(row['found']),
    atRisk: Number(row['at_risk']),
    givenUp: Number(row['given_up']),
    saved: Number(row['saved']),
  };
}

/** SQL for what the records of the ledger answered in the planned batches `b` that a condition selects, by kind. */
function reusedInBatches(which: string): string {
  return `SELECT b.num, b.key_fingerprint, b.planned_at / ${DAY} AS day,
    CASE WHEN i.width = ${ID_LENGTHS.cpf} THEN 'cpf' ELSE 'cnpj' END AS kind, sum(i.reused) AS n
  FROM batches b JOIN items i ON i.batch = b.num AND i.reused > 0
  WHERE b.planned_at IS NOT NULL AND ${which} GROUP BY 1, 2, 3, 4`;
}

const ADD = `INSERT INTO savings (day, source, kind, key_fingerprint, records)`;
const OR_SUM = `ON CONFLICT (day, source, kind, key_fingerprint)
  DO UPDATE SET records = savings.records + excluded.records`;

/** What the ledger answered, where no batch shows it any more: single lookups, and deleted batches. */
function createSavings(db: Db) {
  return {
    /** `day`: days since the epoch. */
    async saved(
      day: number,
      kind: PriceKind,
      keyFingerprint: string,
      records: number,
    ): Promise<void> {
      const values = [day, kind, keyFingerprint, records];
      await db.run(`${ADD} VALUES ($1, 'lookups', $2, $3, $4) ${OR_SUM}`, ...values);
    },
    /** Called before the batch is deleted. */
    async keepSavingsOf(batch: number): Promise<void> {
      await db.run(
        `${ADD} SELECT day, 'deleted', kind, key_fingerprint, n
         FROM (${reusedInBatches('b.num = $1')}) AS reused WHERE TRUE ${OR_SUM}`,
        batch,
      );
    },
    /** Called before so many identifiers of a batch are deleted that records answered. */
    async keepSavingsIn(batch: number, kind: IdentifierKind, records: number): Promise<void> {
      await db.run(
        `${ADD} SELECT planned_at / ${DAY}, 'deleted', $2, key_fingerprint, $3::bigint FROM batches
         WHERE num = $1 AND planned_at IS NOT NULL AND $3::bigint > 0 ${OR_SUM}`,
        ...[batch, kind, records],
      );
    },
  };
}

const READINGS = `SELECT before, after, at, plan, used, remaining FROM (
    SELECT *, lag(used) OVER course AS was, lead(used) OVER course AS becomes,
      lag(plan) OVER course AS was_plan, lag(at / ${DAY}) OVER course AS was_day
    FROM readings WHERE account = $1 WINDOW course AS (ORDER BY after)) AS all_of_them
  WHERE was IS DISTINCT FROM used OR becomes IS DISTINCT FROM used OR was_plan IS DISTINCT FROM plan
    OR was_day IS DISTINCT FROM at / ${DAY}
  ORDER BY after`;

const REQUESTS = `SELECT j.kind, coalesce(j.begun_tick, 0) AS begun, j.submitted_at AS at,
    ${FOUND_BY_JOB} AS found, ${AT_RISK_IN_JOB} AS at_risk,
    CASE WHEN j.state IN ('done', 'failed', 'abandoned') THEN coalesce(j.ended_tick, 0) END AS ended
  FROM jobs j JOIN batches b ON b.num = j.batch
  WHERE ${WAS_SENT} AND j.submitted_at IS NOT NULL AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
  UNION ALL SELECT kind, begun_tick, submitted_at, found, ${GIVEN_UP_IN_PAST_JOB}, ended_tick
    FROM past_jobs WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT})
  UNION ALL SELECT ${PRICE_KIND}, l.begun_tick, l.begun_at, (l.state = 'found')::integer,
    (l.state <> 'found')::integer, l.ended_tick
    FROM lookups l WHERE ${MAY_HAVE_COST} AND l.key_fingerprint IN (${KEYS_OF_ACCOUNT})
  ORDER BY begun`;

/** The whole course of an account: no limit on readings, and no requests that cannot have cost anything. */
function createCourse(db: Db) {
  return {
    async readingsOf(account: string): Promise<BalanceReading[]> {
      return (await db.all(READINGS, account)).map((row) => row as unknown as BalanceReading);
    },
    async datedRequests(account: string): Promise<DatedRequest[]> {
      return (await db.all(REQUESTS, account)).map(toDatedRequest);
    },
  };
}

function toDatedRequest(row: Row): DatedRequest {
  return {
    kind: row['kind'] as PriceKind,
    begun: row['begun'] as number,
    ended: row['ended'] as number | null,
    at: row['at'] as number,
    found: Number(row['found']),
    atRisk: Number(row['at_risk']),
  };
}
