import { composed, written, type Sql } from '../sqlite/sql.js';
import { IS_UNDER_WAY } from './job-states.js';

/** Each may have its own price (spec, "Costs"). */
export type PriceKind = 'cpf' | 'cnpj' | 'realtime';

export type Prices = Readonly<Record<PriceKind, number>>;

export const PRICE_KINDS: readonly PriceKind[] = ['cpf', 'cnpj', 'realtime'];

/** What the user told about the account (contract, "Profiles and defaults"). */
export interface AccountTerms extends Partial<Prices> {
  /** Other programs use the account, too. */
  readonly shared?: boolean;
  /** Epoch ms at which one of these settings was last set, also to what it was. */
  readonly setAt?: number;
  /** The settle time of a job in ms, where it is not the default. */
  readonly settle?: number;
  /** The service runs inside this process, and its balance shows every charge at once. */
  readonly isImmediate?: boolean;
}

/** Records that were paid for, at the price (credits of each) of their request; null where only the kind is known. */
export interface Claim {
  readonly kind: PriceKind;
  readonly price: number | null;
  readonly records: number;
}

export const TOLERANCE = 1e-6;

export function creditsOf(claims: readonly Claim[], prices: Prices): number {
  return claims.reduce(
    (sum, { kind, price, records }) => sum + records * (price ?? prices[kind]),
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

/** SQL for the keys with which the balance of the account `$1` was read. */
export const KEYS_OF_ACCOUNT = 'SELECT key_fingerprint FROM readings WHERE account = $1';

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
 * may have found before the user gave it up. No job that is open is ever deleted. `alive_at`: when the service was last known to work on it.
 */
export const REQUESTS =
  written(`(SELECT 'batch' AS source, j.batch, NULL::text AS holder, b.key_fingerprint, j.kind, j.state,
    j.price, j.submitted_at AS begun_at, j.begun_tick, j.ended_tick, j.seen_at AS ended_at, j.items,
    greatest(coalesce(j.submitted_at, 0), coalesce(j.accepted_at, 0), coalesce(j.seen_at, 0)) AS alive_at,
    ${FOUND_BY_JOB} AS found, CASE WHEN j.${IS_UNDER_WAY} THEN ${inJob('waiting')} ELSE 0 END AS open,
    CASE WHEN j.state = 'abandoned' THEN greatest(0, j.items - ${FOUND_BY_JOB}) ELSE 0 END AS given_up,
    (j.state IN ('unconfirmed', 'abandoned'))::integer AS doubtful
  FROM jobs j JOIN batches b ON b.num = j.batch WHERE j.state <> 'planned'
  UNION ALL SELECT 'deleted', NULL, NULL, key_fingerprint, kind, 'ended', price, submitted_at, begun_tick,
    ended_tick, ended_at, items, submitted_at, found, 0,
    CASE WHEN doubtful = 1 THEN greatest(0, items - found) ELSE 0 END, doubtful
  FROM past_jobs
  UNION ALL SELECT 'lookups', NULL, l.holder, l.key_fingerprint, ${PRICE_KIND}, l.state, l.price, l.begun_at,
    l.begun_tick, l.ended_tick, l.ended_at, 1, l.begun_at, (l.state = 'found')::integer,
    (l.state IN ('asking', 'doubtful'))::integer, (l.state = 'given_up')::integer,
    (l.state IN ('doubtful', 'given_up'))::integer
  FROM lookups l) AS requests`);

/** Ms after the last request of ours in which the balance may still be late to show its charge. */
export const BALANCE_LAG = 120_000;

/** The settle time of a job (ms, contract, "Money" 2), and the identifiers after which it has doubled. */
const SETTLE_JOB = 660_000;
const DOUBLED_AT = 3_300;

/** How long (ms) a job may still be charged once its outcome is unknown: 11 minutes and a fifth of a second for each identifier. */
export function settleTimeOf(items: number, settle = SETTLE_JOB): number {
  return Math.round(settle * (1 + items / DOUBLED_AT));
}

export function lagOf({ settle = SETTLE_JOB }: AccountTerms): number {
  return Math.min(BALANCE_LAG, settle);
}

/** Ms. A time that is further ahead is of a clock that was wrong, and nothing waits until it has passed. */
export const AHEAD = 3_600_000;

/** SQL for whether a request may still be charged at `at`, with the settle time of a lookup and of a job given. */
export function isOpenAt(at: '$2' | '$3', lookup: '$3' | '$4', job: '$4' | '$5'): Sql {
  const settle = `CASE WHEN source = 'lookups' THEN ${lookup} ELSE ${job} * (1 + items / ${DOUBLED_AT}.0) END`;
  return composed(
    `(doubtful = 0 AND ended_tick IS NULL OR doubtful = 1 AND alive_at + ${settle} > ${at})`,
  );
}
