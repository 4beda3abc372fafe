import { ID_LENGTHS, type IdentifierKind } from '../identifiers/index.js';
import {
  DAY,
  FOUND_BY_JOB,
  GIVEN_UP_IN_JOB,
  GIVEN_UP_IN_PAST_JOB,
  MAY_HAVE_COST,
  OPEN_IN_JOB,
  PRICE_KIND,
  WAS_SENT,
  type PriceKind,
} from './charges.js';
import type { Db, Engine, Tx } from './db.js';
import type { Batch } from './types.js';

/** The batch that spent something. */
export type SpendingBatch = Pick<Batch, 'id' | 'file' | 'createdAt'>;

/** What one source spent on one kind with one key in one UTC day; in records, not in credits. */
export interface DailySpending {
  /** When the day began (epoch ms). A request counts where it began, a saving where it was planned. */
  readonly day: number;
  readonly kind: PriceKind;
  readonly keyFingerprint: string;
  readonly source: 'batch' | 'deleted' | 'lookups';
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

/** How many identifiers of lists were answered by ended jobs, and how many of those were found, of each kind. */
export type HitRates = Readonly<
  Record<IdentifierKind, { readonly answered: number; readonly found: number }>
>;

/** A paid record that answered a single lookup. `at`: epoch ms. */
export interface ReusedRecord extends Pick<DailySpending, 'kind' | 'keyFingerprint'> {
  readonly at: number;
}

/** What was spent and saved, over all batches and single lookups that were ever made. */
export function spendingOperations(engine: Engine) {
  const { read } = engine;
  const reused = collectReused(engine);
  return {
    /** Of every job of this ledger that has ended, whatever key sent it; those of deleted batches, too. */
    hitRates: read(hitRates),
    /** In no order. */
    dailySpending: read(dailySpending),
    /** The accounts whose balance was read, each with the keys that it was read with. */
    accounts: read(accounts),
    /** Counts a record that answered a single lookup; it is written a little later, at the latest by `close`. */
    noteReused: reused.add,
    writeReused: reused.write,
  };
}

/** Reused records are written together after this time (ms), or when the ledger is closed. */
const WRITTEN_AFTER = 60_000;

type Collected = readonly [day: number, kind: PriceKind, keyFingerprint: string, records: number];

/** A transaction for each answer would take longer than the answer itself. */
function collectReused(engine: Engine) {
  let collected = new Map<string, Collected>();
  let since: number | undefined;
  const store = engine.write(async (tx, all: readonly Collected[]) => {
    const sql = `${ADD} VALUES ($1, 'lookups', $2, $3, $4) ${OR_SUM}`;
    for (const one of all) await tx.run(sql, ...one);
  });
  const write = async (): Promise<void> => {
    const all = [...collected.values()];
    collected = new Map();
    since = undefined;
    // No money depends on the count, and the answers were given.
    if (all.length > 0) await store(all).catch(() => undefined);
  };
  const add = async ({ kind, keyFingerprint, at }: ReusedRecord): Promise<void> => {
    const day = Math.floor(at / DAY);
    const key = `${day} ${kind} ${keyFingerprint}`;
    const records = (collected.get(key)?.[3] ?? 0) + 1;
    collected.set(key, [day, kind, keyFingerprint, records]);
    since ??= at;
    if (Math.abs(at - since) >= WRITTEN_AFTER) await write();
  };
  return { add, write };
}

/** How often the identifiers of lists were found. A deleted job says only how many it had: all count as answered. */
export async function hitRates(db: Db): Promise<HitRates> {
  const rows = await db.all<HitRates['cpf'] & { kind: IdentifierKind }>(
    `SELECT kind, sum(found) AS found, sum(answered) AS answered FROM (
       SELECT kind, found, found + not_found AS answered FROM jobs WHERE state IN ('done', 'failed')
       UNION ALL SELECT kind, found, items FROM past_jobs WHERE doubtful = 0) AS ended
     GROUP BY kind`,
  );
  const none = { answered: 0, found: 0 };
  const known = rows.map(({ kind, found, answered }) => [kind, { answered, found }]);
  return { cpf: none, cnpj: none, ...(Object.fromEntries(known) as Partial<HitRates>) };
}

const DAILY = `SELECT j.batch AS num, b.key_fingerprint AS "keyFingerprint", j.submitted_at / ${DAY} AS day, j.kind,
    sum(${FOUND_BY_JOB}) AS found, sum(${OPEN_IN_JOB}) AS "atRisk", sum(${GIVEN_UP_IN_JOB}) AS "givenUp",
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

async function dailySpending(tx: Tx): Promise<DailySpending[]> {
  const batches = await tx.all<SpendingBatch & { num: number }>(
    'SELECT num, id, file, created_at AS "createdAt" FROM batches',
  );
  const byNum = new Map(batches.map(({ num, ...batch }) => [num, batch]));
  const rows = await tx.all<Omit<DailySpending, 'batch'> & { num: number | null }>(DAILY);
  return rows.map(({ num, ...row }) => {
    return { ...row, day: row.day * DAY, batch: (num !== null && byNum.get(num)) || null };
  });
}

async function accounts(tx: Tx): Promise<{ account: string; keys: string[] }[]> {
  const rows = await tx.all<{ account: string; key: string }>(
    `SELECT account, key_fingerprint AS key FROM readings GROUP BY 1, 2 ORDER BY min(after)`,
  );
  const keys = new Map<string, string[]>();
  for (const { account, key } of rows) keys.set(account, [...(keys.get(account) ?? []), key]);
  return Array.from(keys, ([account, own]) => ({ account, keys: own }));
}

/** SQL for what the records of the ledger answered in the planned batches `b` that a condition selects, by kind. */
function reusedInBatches(which: string): string {
  return `SELECT b.num, b.key_fingerprint, b.planned_at / ${DAY} AS day,
    CASE WHEN i.width = ${ID_LENGTHS.cpf} THEN 'cpf' ELSE 'cnpj' END AS kind, sum(i.reused) AS n
  FROM batches b JOIN items i ON i.batch = b.num AND i.reused > 0
  WHERE b.planned_at IS NOT NULL AND ${which} GROUP BY 1, 2, 3, 4`;
}

/** What the ledger answered, where no batch shows it any more: single lookups, and deleted batches. */
const ADD = `INSERT INTO savings (day, source, kind, key_fingerprint, records)`;
const OR_SUM = `ON CONFLICT (day, source, kind, key_fingerprint)
  DO UPDATE SET records = savings.records + excluded.records`;

/** Called before the batch is deleted. */
export async function keepSavingsOf(db: Db, batch: number): Promise<void> {
  await db.run(
    `${ADD} SELECT day, 'deleted', kind, key_fingerprint, n
     FROM (${reusedInBatches('b.num = $1')}) AS reused WHERE TRUE ${OR_SUM}`,
    batch,
  );
}

/** Called before so many identifiers of a batch are deleted that records answered. */
export async function keepSavingsIn(
  db: Db,
  batch: number,
  kind: IdentifierKind,
  records: number,
): Promise<void> {
  await db.run(
    `${ADD} SELECT planned_at / ${DAY}, 'deleted', $2, key_fingerprint, $3::bigint FROM batches
     WHERE num = $1 AND planned_at IS NOT NULL AND $3::bigint > 0 ${OR_SUM}`,
    ...[batch, kind, records],
  );
}
