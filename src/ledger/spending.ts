import type { IdentifierKind } from '../identifiers/index.js';
import type { Bound, Db, Engine, Tx } from './db.js';
import { IS_UNDER_WAY } from './job-states.js';
import { KIND_OF_ITEMS } from './jobs.js';
import type { Batch } from './reading.js';
import { composed, type Sql, type Written, written } from '../sqlite/sql.js';

/** Each may have its own price (spec, "Costs"). */
export type PriceKind = 'cpf' | 'cnpj' | 'realtime';

export type Prices = Readonly<Record<PriceKind, number>>;

export const PRICE_KINDS: readonly PriceKind[] = ['cpf', 'cnpj', 'realtime'];

/** `price`: credits of each record, null where nothing shows it yet. */
export interface Claim {
  readonly kind: PriceKind;
  readonly price: number | null;
  readonly records: number;
}

/** All of ours that may be missing in a balance counts as claimed, so what is left is never too much. */
export interface BalanceBefore {
  /** The tick before the balance was requested. */
  readonly tick: number;
  readonly open: readonly Claim[];
  readonly recent: readonly Claim[];
}

export type SpendingLimit = { readonly limit: number } & (
  | Readonly<{ of: 'day' | 'month'; since: number }>
  /** The jobs of a batch that began after a tick; `files`: of several. */
  | { readonly of: 'run'; readonly batch: number; readonly after: number }
  | { readonly of: 'files'; readonly batches: ReadonlySet<number>; readonly after: number }
  /** Of single lookups. */
  | { readonly of: 'session'; readonly holder: string }
  /** `limit`: the remaining credits; `before`: what was claimed when they were read. */
  | { readonly of: 'balance'; readonly before: BalanceBefore }
);

export interface LimitLeft {
  readonly limit: SpendingLimit;
  readonly left: number;
}

export interface Cost {
  readonly most: number;
  /** Where nothing shows its price, one identifier may go alone if the limits cover this much. */
  readonly alone: number;
  readonly unpriced: Prices;
  /** What a found record counts from now on; null where nothing shows its price. */
  readonly price: number | null;
  readonly limits: readonly SpendingLimit[];
  /** The tick of the newest reading that the prices rest on. */
  readonly asOf?: number;
}

export interface OverLimit extends LimitLeft {
  readonly verdict: 'over_limit';
}

const DAY = 86_400_000;

export const TOLERANCE = 1e-6;

export function creditsOf(claims: readonly Claim[], unpriced: Prices): number {
  return claims.reduce(
    (sum, { kind, price, records }) => sum + records * (price ?? unpriced[kind]),
    0,
  );
}

/** One claim for each kind and price. */
export function summed(claims: readonly Claim[]): Claim[] {
  const all = new Map<string, Claim>();
  for (const claim of claims) {
    const place = `${claim.kind} ${String(claim.price)}`;
    all.set(place, { ...claim, records: claim.records + (all.get(place)?.records ?? 0) });
  }
  return [...all.values()];
}

/** The first limit that does not cover these records. `own`: credits that a balance was read without, for them. */
export async function brokenLimit(
  db: Db,
  cost: Cost,
  records: number,
  own = 0,
): Promise<OverLimit | undefined> {
  for (const limit of cost.limits) {
    const rest = await leftOf(db, limit, cost.unpriced);
    const left = limit.of === 'balance' ? rest + own : rest;
    if (!covers(left, records, cost)) return { verdict: 'over_limit', limit, left };
  }
  return undefined;
}

/** Where nothing shows the price, one identifier goes alone, because its charge shows it. */
function covers(left: number, records: number, { most, alone }: Cost): boolean {
  return records * most <= left + TOLERANCE || (records === 1 && alone <= left + TOLERANCE);
}

export async function leftOf(db: Db, limit: SpendingLimit, unpriced: Prices): Promise<number> {
  const spent = creditsOf(await spentOf(db, limit), unpriced);
  const before = limit.of === 'balance' ? [...limit.before.open, ...limit.before.recent] : [];
  return limit.limit - spent - creditsOf(before, unpriced);
}

/** Charges before this moment stay before it, even if the clock was set back by a day in the meantime. */
export async function momentAfterAll(db: Db, now: number): Promise<number> {
  const last = await db.number(
    `SELECT greatest(coalesce((SELECT max(submitted_at) FROM jobs WHERE submitted_at < $1), 0),
       coalesce((SELECT max(submitted_at) FROM past_jobs WHERE submitted_at < $1), 0),
       coalesce((SELECT max(begun_at) FROM lookups WHERE begun_at < $1), 0)) AS n`,
    now + DAY,
  );
  return Math.max(now, last + 1);
}

/** SQL for the keys with which the balance of the account `$1` was read. */
export const KEYS_OF_ACCOUNT = 'SELECT key_fingerprint FROM readings WHERE account = $1';

/** Whether the account was read since the tick `asOf`, by whomever. */
export async function isReadSince(db: Db, keyFingerprint: string, asOf: number): Promise<boolean> {
  const newest = await db.number(
    `SELECT coalesce(max(after), 0) AS n FROM readings WHERE account =
       (SELECT account FROM readings WHERE key_fingerprint = $1 ORDER BY after DESC LIMIT 1)`,
    keyFingerprint,
  );
  return newest > asOf;
}

const inJob = (answer: 'found' | 'waiting') =>
  written(
    `coalesce((SELECT i.${answer} FROM items i WHERE i.batch = j.batch AND i.seq = j.seq), 0)`,
  );

/** SQL for the records that the job `j` is known to have found: its counter may lag behind its results. */
export const FOUND_BY_JOB = written(`greatest(j.found, ${inJob('found')})`);

/** SQL for what the lookup `l` is priced by. */
export const PRICE_KIND = "CASE WHEN l.way = 'realtime' THEN 'realtime' ELSE l.kind END";

/**
 * SQL for every request that was sent, and the records that it found, that it may have found besides or may still find (`open`), or
 * may have found before the user gave it up. No job that is open is ever deleted.
 */
export const REQUESTS =
  written(`(SELECT 'batch' AS source, j.batch, NULL::text AS holder, b.key_fingerprint, j.kind, j.state,
    j.price, j.submitted_at AS begun_at, j.begun_tick, j.ended_tick, j.seen_at AS ended_at, j.items,
    ${FOUND_BY_JOB} AS found, CASE WHEN j.${IS_UNDER_WAY} THEN ${inJob('waiting')} ELSE 0 END AS open,
    CASE WHEN j.state = 'abandoned' THEN greatest(0, j.items - ${FOUND_BY_JOB}) ELSE 0 END AS given_up,
    (j.state IN ('unconfirmed', 'abandoned'))::integer AS doubtful,
    CASE WHEN EXISTS (SELECT 1 FROM decisions d WHERE d.batch = j.batch AND d.job = j.seq
      AND d.decision = 'adopt') THEN 1 ELSE 0 END AS adopted
  FROM jobs j JOIN batches b ON b.num = j.batch WHERE j.state <> 'planned'
  UNION ALL SELECT 'deleted', NULL, NULL, key_fingerprint, kind, 'ended', price, submitted_at, begun_tick,
    ended_tick, ended_at, items, found, 0,
    CASE WHEN doubtful = 1 THEN greatest(0, items - found) ELSE 0 END, doubtful, 0
  FROM past_jobs
  UNION ALL SELECT 'lookups', NULL, l.holder, l.key_fingerprint, ${PRICE_KIND}, l.state, l.price, l.begun_at,
    l.begun_tick, l.ended_tick, l.ended_at, 1, (l.state = 'found')::integer,
    (l.state IN ('asking', 'doubtful'))::integer, (l.state = 'given_up')::integer,
    (l.state IN ('doubtful', 'given_up'))::integer, 0
  FROM lookups l) AS requests`);

/** A period and a day more (ms): a clock that was set back by less passes no budget. */
const COUNTED = { day: 2 * DAY, month: 32 * DAY };

function countedBy(limit: SpendingLimit): readonly [which: string, ...given: Bound[]] {
  switch (limit.of) {
    case 'day':
    case 'month': {
      const { since } = limit;
      return ['begun_at >= $1 AND begun_at < $2', since, since + COUNTED[limit.of]];
    }
    case 'run':
      return ['batch = $1 AND begun_tick > $2', limit.batch, limit.after];
    case 'files':
      return ['batch = ANY ($1::bigint[]) AND begun_tick > $2', [...limit.batches], limit.after];
    case 'session':
      return ['holder = $1', limit.holder];
    case 'balance':
      return ['begun_tick > $1', limit.before.tick];
  }
}

function spentOf(db: Db, limit: SpendingLimit): Promise<Claim[]> {
  const [which, ...given] = countedBy(limit);
  const sql = `SELECT kind, price, sum(found + open + given_up) AS records FROM ${REQUESTS}
    WHERE ${which} GROUP BY 1, 2`;
  return db.all(composed(sql), ...given);
}

const answersIn = (answer: 'found' | 'waiting', jobs: string, lookups: string) =>
  composed(`SELECT j.kind, j.price, sum(i.${answer}) AS records FROM jobs j
     JOIN items i ON i.batch = j.batch AND i.seq = j.seq
   WHERE j.state <> 'planned' AND (${jobs}) GROUP BY 1, 2
   UNION ALL SELECT ${PRICE_KIND} AS kind, l.price, count(*) AS records
   FROM lookups l WHERE ${lookups} GROUP BY 1, 2`);

export function openClaims(db: Db, givenUpSince: number): Promise<Claim[]> {
  const jobs = `j.${IS_UNDER_WAY} OR j.state = 'abandoned' AND j.ended_at > $1`;
  return db.all(answersIn('waiting', jobs, "l.state IN ('asking', 'doubtful')"), givenUpSince);
}

export function recentClaims(db: Db, since: number): Promise<Claim[]> {
  const jobs = "j.state = 'accepted' OR j.seen_at > $1";
  return db.all(answersIn('found', jobs, "l.state = 'found' AND l.ended_at > $1"), since);
}

export type SpendingBatch = Pick<Batch, 'id' | 'file' | 'createdAt'>;

/** In records, not in credits. */
export interface DailySpending {
  /** Epoch ms. A request counts where it began, a saving where it was planned. */
  readonly day: number;
  readonly kind: PriceKind;
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
    accounts: read(accounts),
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
  written(`SELECT batch AS num, key_fingerprint AS "keyFingerprint", begun_at / ${DAY} AS day, kind, source,
    sum(found) AS found, sum(open) AS "atRisk", sum(given_up) AS "givenUp", 0 AS saved
  FROM ${REQUESTS} WHERE begun_at IS NOT NULL AND state <> 'free' GROUP BY 1, 2, 3, 4, 5
  UNION ALL SELECT num, key_fingerprint, day, kind, 'batch', 0, 0, 0, n
    FROM (${reusedInBatches('TRUE')}) AS reused
  UNION ALL SELECT NULL, key_fingerprint, day, kind, source, 0, 0, 0, records FROM savings`);

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

async function accounts(tx: Tx): Promise<{ account: string; keys: string[] }[]> {
  const rows: { account: string; key: string }[] = await tx.all(
    `SELECT account, key_fingerprint AS key FROM readings GROUP BY 1, 2 ORDER BY min(after)`,
  );
  const keys = new Map<string, string[]>();
  for (const { account, key } of rows) keys.set(account, [...(keys.get(account) ?? []), key]);
  return Array.from(keys, ([account, own]) => ({ account, keys: own }));
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
