import type { IdentifierKind } from '../identifiers/index.js';
import { composed, type Sql, type Written, written } from '../sqlite/sql.js';
import type { Db, Engine, Tx } from './db.js';
import { KIND_OF_ITEMS } from './jobs.js';
import type { Batch } from './reading.js';
import { REQUESTS, type PriceKind } from './requests.js';

const DAY = 86_400_000;

export type SpendingBatch = Pick<Batch, 'id' | 'file' | 'createdAt'>;

/** In records, not in credits. */
export interface DailySpending {
  /** Epoch ms. A request counts where it began, a saving where it was planned. */
  readonly day: number;
  readonly kind: PriceKind;
  /** Credits of a record; null for what the ledger answered. */
  readonly price: number | null;
  readonly keyFingerprint: string;
  readonly source: 'batch' | 'deleted' | 'lookups';
  readonly batch: SpendingBatch | null;
  readonly found: number;
  readonly atRisk: number;
  readonly givenUp: number;
  /** The ledger answered instead of the service. */
  readonly saved: number;
}

export type HitRates = Readonly<
  Record<IdentifierKind, { readonly answered: number; readonly found: number }>
>;

export type ReusedRecord = Pick<DailySpending, 'kind' | 'keyFingerprint'> & { readonly at: number };

export function spendingOperations(engine: Engine) {
  const { read } = engine;
  const reused = collectReused(engine);
  return {
    hitRates: read(hitRates),
    dailySpending: read(dailySpending),
    otherCharges: read(otherCharges),
    noteReused: reused.add,
    writeReused: reused.write,
  };
}

/** Reused records are written together after this time (ms), or when the ledger is closed. */
const WRITTEN_AFTER = 60_000;

/** A transaction for each answer would take longer than the answer itself. */
function collectReused(engine: Engine) {
  let collected = new Map<string, number>();
  let since: number | undefined;
  const store = engine.write(async (tx, all: ReadonlyMap<string, number>) => {
    for (const [place, records] of all)
      await tx.run(
        `${ADD} VALUES ($1, 'lookups', $2, $3, $4) ${OR_SUM}`,
        ...[...(JSON.parse(place) as [number, string, string]), records],
      );
  });
  const write = async (): Promise<void> => {
    const all = collected;
    collected = new Map();
    since = undefined;
    // No money depends on the count, and the answers were given.
    if (all.size > 0) await store(all).catch(() => undefined);
  };
  const add = async ({ kind, keyFingerprint, at }: ReusedRecord): Promise<void> => {
    const place = JSON.stringify([Math.floor(at / DAY), kind, keyFingerprint]);
    collected.set(place, (collected.get(place) ?? 0) + 1);
    since ??= at;
    if (Math.abs(at - since) >= WRITTEN_AFTER) await write();
  };
  return { add, write };
}

/** A deleted job says only how many it had. */
export async function hitRates(db: Db): Promise<HitRates> {
  const rows: (HitRates['cpf'] & { kind: IdentifierKind })[] = await db.all(
    `SELECT kind, sum(found) AS found, sum(answered) AS answered FROM (
       SELECT kind, found, found + not_found AS answered FROM jobs WHERE state IN ('done', 'failed')
       UNION ALL SELECT kind, found, items FROM past_jobs WHERE doubtful = 0) AS ended
     GROUP BY kind`,
  );
  const none = { answered: 0, found: 0 };
  const known = rows.map(({ kind, found, answered }) => [kind, { answered, found }]);
  return { cpf: none, cnpj: none, ...(Object.fromEntries(known) as Partial<HitRates>) };
}

const DAILY =
  written(`SELECT batch AS num, key_fingerprint AS "keyFingerprint", begun_at / ${DAY} AS day, kind, source, price,
    sum(found) AS found, sum(open) AS "atRisk", sum(given_up) AS "givenUp", 0 AS saved
  FROM ${REQUESTS} WHERE begun_at IS NOT NULL AND state <> 'free' GROUP BY 1, 2, 3, 4, 5, 6
  UNION ALL SELECT num, key_fingerprint, day, kind, 'batch', NULL, 0, 0, 0, n
    FROM (${reusedInBatches('TRUE')}) AS reused
  UNION ALL SELECT NULL, key_fingerprint, day, kind, source, NULL, 0, 0, 0, records FROM savings`);

async function dailySpending(tx: Tx): Promise<DailySpending[]> {
  const batches: (SpendingBatch & { num: number })[] = await tx.all(
    'SELECT num, id, file, created_at AS "createdAt" FROM batches',
  );
  const byNum = new Map(batches.map(({ num, ...batch }) => [num, batch]));
  const rows: (Omit<DailySpending, 'batch'> & { num: number | null })[] = await tx.all(DAILY);
  return rows.map(({ num, ...row }) => {
    return { ...row, day: row.day * DAY, batch: (num !== null && byNum.get(num)) || null };
  });
}

/** Credits beyond our own that the readings of a UTC day showed. `day`: epoch ms. */
export interface OtherCharges {
  readonly day: number;
  readonly credits: number;
}

async function otherCharges(tx: Tx): Promise<OtherCharges[]> {
  const rows: OtherCharges[] = await tx.all(
    `SELECT at / ${DAY} AS day, sum(extra) AS credits FROM readings WHERE extra > 0 GROUP BY 1`,
  );
  return rows.map(({ day, credits }) => ({ day: Math.floor(day) * DAY, credits }));
}

function reusedInBatches<S extends string>(which: Written<S>): Sql {
  return composed(`SELECT b.num, b.key_fingerprint, b.planned_at / ${DAY} AS day,
    ${KIND_OF_ITEMS} AS kind, sum(i.reused) AS n
  FROM batches b JOIN items i ON i.batch = b.num AND i.reused > 0
  WHERE b.planned_at IS NOT NULL AND ${which} GROUP BY 1, 2, 3, 4`);
}

/** Single lookups and deleted batches. */
const ADD = `INSERT INTO savings (day, source, kind, key_fingerprint, records)`;
const OR_SUM = `ON CONFLICT (day, source, kind, key_fingerprint)
  DO UPDATE SET records = savings.records + excluded.records`;

/** What a batch that is about to be removed was charged and saved. */
export async function keepSpendingOf(db: Db, batch: number): Promise<void> {
  await db.run(
    `INSERT INTO past_jobs (key_fingerprint, kind, submitted_at, begun_tick, ended_tick, found, items,
       doubtful, price, ended_at)
     SELECT key_fingerprint, kind, begun_at, begun_tick, ended_tick, found, items, doubtful, price, ended_at
     FROM ${REQUESTS} WHERE batch = $1 AND begun_tick IS NOT NULL AND ended_tick IS NOT NULL`,
    batch,
  );
  await db.run(
    `${ADD} SELECT day, 'deleted', kind, key_fingerprint, n
     FROM (${reusedInBatches('b.num = $1')}) AS reused WHERE TRUE ${OR_SUM}`,
    batch,
  );
}

export async function keepSavingsIn(db: Db, batch: number, kind: IdentifierKind, records: number) {
  await db.run(
    `${ADD} SELECT planned_at / ${DAY}, 'deleted', $2, key_fingerprint, $3::bigint FROM batches
     WHERE num = $1 AND planned_at IS NOT NULL AND $3::bigint > 0 ${OR_SUM}`,
    ...[batch, kind, records],
  );
}
