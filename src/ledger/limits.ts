import { composed } from '../sqlite/sql.js';
import { TOLERANCE, type PriceKind } from './claims.js';
import type { BoundValue, Db, LedgerEngine, Tx } from './db.js';
import {
  resolveMark,
  computeExcess,
  hasAgreed,
  findLiveBatches,
  findNewestReading,
  type Mark,
  type NewestReading,
} from './meter.js';
import {
  composeIsOpen,
  computeLag,
  computeSettleTime,
  KEYS_OF_ACCOUNT,
  MAX_AHEAD,
  REQUESTS,
  type AccountTerms,
} from './requests.js';

/** A limit in credits. A day or a month (in UTC, from `since`, epoch ms) limits all requests of the ledger. */
export type SpendingLimit = { readonly limit: number } & (
  | Readonly<{ of: 'day' | 'month'; since: number }>
  /** The jobs of a batch, or of several (`files`), that began after the tick `after`. */
  | { readonly of: 'run'; readonly batch: number; readonly after: number }
  | { readonly of: 'files'; readonly batches: ReadonlySet<number>; readonly after: number }
  /** The single lookups of a session. */
  | { readonly of: 'session'; readonly holder: string }
  /** The balance of an account. `limit` is what the caller last read; the ledger uses its newest reading instead. */
  | { readonly of: 'balance'; readonly keyFingerprint: string }
);

export interface LimitLeft {
  readonly limit: SpendingLimit;
  /** Credits; negative where the limit was passed. */
  readonly left: number;
}

/** The facts, besides the number of records, that decide whether a request may be sent. */
export interface Cost {
  readonly kind: PriceKind;
  /** Credits of a found record. */
  readonly price: number;
  readonly keyFingerprint: string;
  readonly limits: readonly SpendingLimit[];
  readonly terms: AccountTerms;
  /** Whether an earlier request is repeated, which need not wait until a reading has agreed with its price. */
  readonly isRepeat?: boolean;
  /** Epoch ms, by the clock of the ledger. */
  readonly at: number;
}

export interface OverLimit extends LimitLeft {
  readonly verdict: 'over_limit';
}

export type Permit =
  | { readonly verdict: 'granted' }
  | OverLimit
  /** More was charged than our records should have cost; nothing is sent until the user has explained it. */
  | { readonly verdict: 'stopped'; readonly mark: Mark }
  /** The readings show so much extra that the balance must be read a second time. */
  | { readonly verdict: 'read_again' }
  /**
   * No reading has agreed with the price, and a request of ours is open or owed. `batches`: the ids of batches with
   * running jobs.
   */
  | { readonly verdict: 'not_alone'; readonly batches: readonly string[] }
  /**
   * No reading has agreed with the price. `most`: how many records may be asked for until a reading agrees, perhaps
   * none. `mayAgreeLater`: a later reading may agree without another request.
   */
  | { readonly verdict: 'too_many'; readonly most: number; readonly mayAgreeLater: boolean };

export function limitsOperations({ read }: LedgerEngine) {
  return {
    /** Returns what is left of each limit, in their order. */
    computeLimitsLeft: read(async (tx, limits: readonly SpendingLimit[], terms: AccountTerms) => {
      const limitsLeft: LimitLeft[] = [];
      for (const limit of limits)
        limitsLeft.push({ limit, left: await computeLeft(tx, limit, terms) });
      return limitsLeft;
    }),
  };
}

/**
 * Returns the credits that are left of a limit. It counts our records, at the prices with which they were sent, and the
 * extra charges that readings showed.
 */
async function computeLeft(db: Db, limit: SpendingLimit, terms: AccountTerms): Promise<number> {
  if (limit.of === 'balance') return computeBalanceLeft(db, limit.keyFingerprint, terms);
  const [condition, ...values] = composeRequestCondition(limit);
  const cost = await db.number(
    composed(
      `SELECT coalesce(sum(price * (found + open + given_up)), 0) AS n FROM ${REQUESTS} WHERE ${condition}`,
    ),
    ...values,
  );
  const [readingCondition, ...between] = composeReadingCondition(limit);
  const extra = await db.number(
    composed(`SELECT coalesce(sum(extra), 0) AS n FROM readings WHERE ${readingCondition}`),
    ...between,
  );
  return limit.limit - cost - extra;
}

const DAY = 86_400_000;

/**
 * How long (ms) a limit counts: a period and one day more, so that requests still count after the clock was set back by
 * less than a day.
 */
const COUNTED_FOR = { day: 2 * DAY, month: 32 * DAY };

type CountedLimit = Exclude<SpendingLimit, { of: 'balance' }>;

/** Returns the SQL condition, and its values, for the requests that a limit counts. */
function composeRequestCondition(
  limit: CountedLimit,
): readonly [condition: string, ...values: BoundValue[]] {
  switch (limit.of) {
    case 'day':
    case 'month': {
      const { since } = limit;
      return ['begun_at >= $1 AND begun_at < $2', since, since + COUNTED_FOR[limit.of]];
    }
    case 'run':
      return ['batch = $1 AND begun_tick > $2', limit.batch, limit.after];
    case 'files':
      return ['batch = ANY ($1::bigint[]) AND begun_tick > $2', [...limit.batches], limit.after];
    case 'session':
      return ['holder = $1', limit.holder];
  }
}

/** Returns the SQL condition, and its values, for the readings whose extra a limit counts. */
function composeReadingCondition(
  limit: CountedLimit,
): readonly [condition: string, ...values: BoundValue[]] {
  switch (limit.of) {
    case 'day':
    case 'month':
      return ['at >= $1 AND at < $2', limit.since, limit.since + COUNTED_FOR[limit.of]];
    case 'run':
    case 'files':
      return ['after > $1', limit.after];
    case 'session':
      return ['after > (SELECT min(begun_tick) FROM lookups WHERE holder = $1)', limit.holder];
  }
}

/**
 * Returns the credits that are left of the balance: the newest reading, less what was owed at that time, less
 * our records that were found or are open since then; Infinity without a reading.
 */
async function computeBalanceLeft(
  db: Db,
  keyFingerprint: string,
  terms: AccountTerms,
): Promise<number> {
  const newest = await findNewestReading(db, keyFingerprint);
  if (newest === undefined) return Infinity;
  const { account, before, askedAt, remaining, owed } = newest;
  const claimed = await db.number(
    `SELECT coalesce(sum(price * (found + open + given_up)), 0) AS n FROM ${REQUESTS}
     WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT})
       AND (doubtful = 0 AND coalesce(ended_tick, $2 + 1) > $2
         OR doubtful = 1 AND ${composeIsOpen('$3', '$4', '$5')})`,
    ...[account, before, askedAt, computeLag(terms), computeSettleTime(0, terms.settle)],
  );
  return remaining - owed - claimed;
}

/** Returns `now` (epoch ms), or a time after all earlier requests if the clock was set back by less than a day. */
export async function findTimeAfterRequests(db: Db, now: number): Promise<number> {
  const last = await db.number(
    `SELECT greatest(coalesce((SELECT max(submitted_at) FROM jobs WHERE submitted_at < $1), 0),
       coalesce((SELECT max(submitted_at) FROM past_jobs WHERE submitted_at < $1), 0),
       coalesce((SELECT max(begun_at) FROM lookups WHERE begun_at < $1), 0)) AS n`,
    now + DAY,
  );
  return Math.max(now, last + 1);
}

/**
 * Decides whether a request may ask for this number of records now (contract, "Money" 4). The transaction must be able
 * to write, because a mark that was made under other terms is removed.
 */
export async function permitRequest(tx: Tx, cost: Cost, records: number): Promise<Permit> {
  const { kind, price, limits, terms, keyFingerprint, isRepeat = false, at } = cost;
  const newest = await findNewestReading(tx, keyFingerprint);
  if (newest !== undefined) {
    const { account, plan } = newest;
    const mark = await resolveMark(tx, account, plan, terms);
    if (mark !== undefined) return { verdict: 'stopped', mark };
    if ((await computeExcess(tx, account, plan, terms, at)) !== undefined)
      return { verdict: 'read_again' };
  }
  let tightestLeft = Infinity;
  for (const limit of limits) {
    const left = await computeLeft(tx, limit, terms);
    if (records * price > left + TOLERANCE) return { verdict: 'over_limit', limit, left };
    tightestLeft = Math.min(tightestLeft, left);
  }
  const isAgreed =
    newest === undefined || terms.shared === true || (await hasAgreed(tx, newest, kind, price));
  if (isAgreed || isRepeat) return { verdict: 'granted' };
  return permitFirstRequest(tx, cost, newest, records, tightestLeft);
}

/** Until a reading has agreed with the price, a request may cost at most one part in this number of what is left. */
const FIRST_SHARE = 10;

/**
 * Permits one request at a time, for a tenth of what the tightest limit leaves (`left`, credits), or for one record.
 */
async function permitFirstRequest(
  tx: Tx,
  { price, terms, at }: Cost,
  { account, before, owed, unagreed }: NewestReading,
  records: number,
  left: number,
): Promise<Permit> {
  const hasOpenRequest = await tx.has(
    `SELECT 1 FROM ${REQUESTS} WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT})
       AND state <> 'free' AND ${composeIsOpen('$2', '$3', '$4')}
       AND (doubtful = 0 OR alive_at < $2 + ${MAX_AHEAD})`,
    ...[account, at, computeLag(terms), computeSettleTime(0, terms.settle)],
  );
  const hasOwedCredits = owed > TOLERANCE;
  if (hasOpenRequest || hasOwedCredits)
    return {
      verdict: 'not_alone',
      batches: hasOpenRequest ? await findLiveBatches(tx, account) : [],
    };
  // No request is open, so the records found since the reading are all that was spent since then.
  const spent = await tx.number(
    `SELECT coalesce(sum(price * found), 0) AS n FROM ${REQUESTS}
     WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT}) AND ended_tick > $2`,
    ...[account, before],
  );
  const share = (left + spent) / FIRST_SHARE - spent;
  const most = Math.max(spent > 0 ? 0 : 1, Math.floor(share / price + TOLERANCE));
  if (records <= most) return { verdict: 'granted' };
  return { verdict: 'too_many', most, mayAgreeLater: spent <= TOLERANCE && unagreed !== '{}' };
}
