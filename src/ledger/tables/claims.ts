import type { Row } from '../db/db.js';
import type { Claim, PriceKind, Prices } from '../operations/balances.js';

/** Milliseconds of a UTC day. */
export const DAY = 86_400_000;

export const PRICE_KINDS: readonly PriceKind[] = ['cpf', 'cnpj', 'realtime'];

/** Differences below this come from adding fractions: credits may be fractional (1.5 for a real-time lookup). */
export const TOLERANCE = 1e-6;

/** A row that counts `n` records of a `kind` at a `price`. */
export function toClaim(row: Row): Claim {
  const price = row['price'];
  return {
    kind: row['kind'] as PriceKind,
    price: price == null ? null : Number(price),
    records: Number(row['n']),
  };
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

/** Credits of these records. */
export function creditsOf(claims: readonly Claim[], unpriced: Prices): number {
  return claims.reduce(
    (sum, { kind, price, records }) => sum + records * (price ?? unpriced[kind]),
    0,
  );
}

/** SQL for the condition that the job `j` was sent. */
export const WAS_SENT = "j.state <> 'planned'";

/** SQL for how many identifiers of the job `j` have an answer. */
const inJob = (answer: 'found' | 'waiting') =>
  `coalesce((SELECT i.${answer} FROM items i WHERE i.batch = j.batch AND i.seq = j.seq), 0)`;

/** SQL for the records that the job `j` is known to have found: its counter may lag behind its results. */
export const FOUND_BY_JOB = `greatest(j.found, ${inJob('found')})`;

/** SQL for the records that `j` may have found besides, or may still find, while nothing is decided about it. */
export const OPEN_IN_JOB = `CASE WHEN j.state IN ('submitting', 'accepted', 'unconfirmed')
  THEN ${inJob('waiting')} ELSE 0 END`;

/** SQL for the records that `j` may have found besides when the user gave it up: it may have been charged whole. */
export const GIVEN_UP_IN_JOB = `CASE WHEN j.state = 'abandoned' THEN greatest(0, j.items - ${FOUND_BY_JOB})
  ELSE 0 END`;

/** SQL for both: a job is either open or given up. */
export const AT_RISK_IN_JOB = `(${OPEN_IN_JOB} + ${GIVEN_UP_IN_JOB})`;

/** SQL for the records of the past job that the user gave up: no open job is ever deleted. */
export const GIVEN_UP_IN_PAST_JOB =
  'CASE WHEN doubtful = 1 THEN greatest(0, items - found) ELSE 0 END';

/** SQL for the condition that the lookup `l` was charged, or may have been. */
export const MAY_HAVE_COST = "l.state <> 'free'";

/** SQL for what the lookup `l` is priced by. */
export const PRICE_KIND = "CASE WHEN l.way = 'realtime' THEN 'realtime' ELSE l.kind END";
