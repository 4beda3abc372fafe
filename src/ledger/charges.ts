import type { Bound, Db } from './db.js';
import { IS_UNDER_WAY } from './job-states.js';

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
}

export interface OverLimit extends LimitLeft {
  readonly verdict: 'over_limit';
}

export const DAY = 86_400_000;

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

const inJob = (answer: 'found' | 'waiting') =>
  `coalesce((SELECT i.${answer} FROM items i WHERE i.batch = j.batch AND i.seq = j.seq), 0)`;

/** SQL for the records that the job `j` is known to have found: its counter may lag behind its results. */
export const FOUND_BY_JOB = `greatest(j.found, ${inJob('found')})`;

/** SQL for what the lookup `l` is priced by. */
export const PRICE_KIND = "CASE WHEN l.way = 'realtime' THEN 'realtime' ELSE l.kind END";

/**
 * SQL for every request that was sent, and the records that it found, that it may have found besides or may still find (`open`), or
 * may have found before the user gave it up. No job that is open is ever deleted.
 */
export const REQUESTS = `(SELECT 'batch' AS source, j.batch, NULL::text AS holder, b.key_fingerprint, j.kind, j.state,
    j.price, j.submitted_at AS begun_at, j.begun_tick, j.ended_tick, j.seen_at AS ended_at, j.items,
    ${FOUND_BY_JOB} AS found, CASE WHEN j.${IS_UNDER_WAY} THEN ${inJob('waiting')} ELSE 0 END AS open,
    CASE WHEN j.state = 'abandoned' THEN greatest(0, j.items - ${FOUND_BY_JOB}) ELSE 0 END AS given_up,
    (j.state IN ('unconfirmed', 'abandoned'))::integer AS doubtful
  FROM jobs j JOIN batches b ON b.num = j.batch WHERE j.state <> 'planned'
  UNION ALL SELECT 'deleted', NULL, NULL, key_fingerprint, kind, 'ended', price, submitted_at, begun_tick,
    ended_tick, ended_at, items, found, 0,
    CASE WHEN doubtful = 1 THEN greatest(0, items - found) ELSE 0 END, doubtful
  FROM past_jobs
  UNION ALL SELECT 'lookups', NULL, l.holder, l.key_fingerprint, ${PRICE_KIND}, l.state, l.price, l.begun_at,
    l.begun_tick, l.ended_tick, l.ended_at, 1, (l.state = 'found')::integer,
    (l.state IN ('asking', 'doubtful'))::integer, (l.state = 'given_up')::integer,
    (l.state IN ('doubtful', 'given_up'))::integer
  FROM lookups l) AS requests`;

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
  return db.all(sql, ...given);
}

const answersIn = (answer: 'found' | 'waiting', jobs: string, lookups: string) =>
  `SELECT j.kind, j.price, sum(i.${answer}) AS records FROM jobs j
     JOIN items i ON i.batch = j.batch AND i.seq = j.seq
   WHERE j.state <> 'planned' AND (${jobs}) GROUP BY 1, 2
   UNION ALL SELECT ${PRICE_KIND} AS kind, l.price, count(*) AS records
   FROM lookups l WHERE ${lookups} GROUP BY 1, 2`;

export function openClaims(db: Db, givenUpSince: number): Promise<Claim[]> {
  const jobs = `j.${IS_UNDER_WAY} OR j.state = 'abandoned' AND j.ended_at > $1`;
  return db.all(answersIn('waiting', jobs, "l.state IN ('asking', 'doubtful')"), givenUpSince);
}

export function recentClaims(db: Db, since: number): Promise<Claim[]> {
  const jobs = "j.state = 'accepted' OR j.seen_at > $1";
  return db.all(answersIn('found', jobs, "l.state = 'found' AND l.ended_at > $1"), since);
}

export async function keepChargesOf(db: Db, batch: number): Promise<void> {
  await db.run(
    `INSERT INTO past_jobs (key_fingerprint, kind, submitted_at, begun_tick, ended_tick, found, items,
       doubtful, price, ended_at)
     SELECT key_fingerprint, kind, begun_at, begun_tick, ended_tick, found, items, doubtful, price, ended_at
     FROM ${REQUESTS} WHERE batch = $1 AND begun_tick IS NOT NULL AND ended_tick IS NOT NULL`,
    batch,
  );
}
