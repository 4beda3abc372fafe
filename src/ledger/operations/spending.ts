import { ID_LENGTHS, type IdentifierKind } from '../../identifiers/index.js';
import type { Db, Row } from '../db/db.js';
import type { Engine } from '../db/engine.js';
import type { PriceKind } from './balances.js';
import {
  DAY,
  FOUND_BY_JOB,
  GIVEN_UP_IN_JOB,
  GIVEN_UP_IN_PAST_JOB,
  MAY_HAVE_COST,
  OPEN_IN_JOB,
  PRICE_KIND,
  WAS_SENT,
} from '../tables/charges.js';

/** What was charged or saved: jobs of a stored batch, of deleted batches, or single lookups. */
export type SpendingSource = 'batch' | 'deleted' | 'lookups';

/** The batch that spent something. */
export interface SpendingBatch {
  readonly id: string;
  readonly file: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** What one source spent on one kind with one key in one UTC day; in records, not in credits. */
export interface DailySpending {
  /** When the day began (epoch ms). A request counts where it began, a saving where it was planned. */
  readonly day: number;
  readonly kind: PriceKind;
  readonly keyFingerprint: string;
  readonly source: SpendingSource;
  /** Null for what is not one stored batch. */
  readonly batch: SpendingBatch | null;
  /** Records that were charged. */
  readonly found: number;
  /** Records that may have been charged besides, or may still be, in requests about which nothing is decided. */
  readonly atRisk: number;
  /** Records that may have been charged in requests that the user gave up, or had sent again. */
  readonly givenUp: number;
  /** Records of the ledger that answered instead of the service. */
  readonly saved: number;
}

/** How many identifiers of lists were answered by ended jobs, and how many of those were found. */
export interface HitRate {
  readonly answered: number;
  readonly found: number;
}

/** Of each kind. */
export type HitRates = Readonly<Record<IdentifierKind, HitRate>>;

/** A paid record that answered a single lookup. */
export interface ReusedRecord {
  readonly kind: PriceKind;
  readonly keyFingerprint: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Reused records are written together after this time (ms), or when the ledger is closed. */
const WRITTEN_AFTER = 60_000;

/** What was spent and saved, over all batches and single lookups that were ever made. */
export function spendingOperations(engine: Engine) {
  const { read } = engine;
  const reused = collectReused(engine);
  return {
    /** Of every job of this ledger that has ended, whatever key sent it; those of deleted batches, too. */
    hitRates: read(({ spending }) => spending.hitRates()),
    dailySpending: read(async function ({ spending }) {
      return await spending.daily(await spending.spendingBatches());
    }),
    /** The accounts whose balance was read, each with the keys that it was read with. */
    accounts: read(({ spending }) => spending.accounts()),
    /**
     * Counts a record that answered a single lookup. It is written a little later, at the latest by `close`, and a
     * failure to write it is no error: no money depends on it.
     */
    noteReused: reused.add,
    writeReused: reused.write,
  };
}

interface Collected {
  readonly day: number;
  readonly kind: PriceKind;
  readonly keyFingerprint: string;
  records: number;
}

/** A transaction for each answer would take longer than the answer itself. */
function collectReused(engine: Engine) {
  let collected = new Map<string, Collected>();
  let since: number | undefined;
  const store = engine.write(async function ({ spending }, all: readonly Collected[]) {
    for (const { day, kind, keyFingerprint, records } of all)
      await spending.saved(day, kind, keyFingerprint, records);
  });
  const write = async (): Promise<void> => {
    const all = [...collected.values()];
    collected = new Map();
    since = undefined;
    if (all.length === 0) return;
    try {
      await store(all);
    } catch {
      // No money depends on the count, and the answers were given.
    }
  };
  const add = async ({ kind, keyFingerprint, at }: ReusedRecord): Promise<void> => {
    const day = Math.floor(at / DAY);
    const key = `${day} ${kind} ${keyFingerprint}`;
    const known = collected.get(key) ?? { day, kind, keyFingerprint, records: 0 };
    known.records += 1;
    collected.set(key, known);
    since ??= at;
    if (Math.abs(at - since) >= WRITTEN_AFTER) await write();
  };
  return { add, write };
}

/** What was ever spent and saved. */
export function createSpending(db: Db) {
  return {
    ...createDailySpending(db),
    ...createSavings(db),
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
