import { composed } from '../sqlite/sql.js';
import { TOLERANCE, type PriceKind } from './claims.js';
import type { Bound, Db, LedgerEngine, Tx } from './db.js';
import {
  bindingMark,
  excessOf,
  hasAgreed,
  liveBatches,
  newestReading,
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

/** `limit`: credits. A day or a month (of UTC, from `since`, epoch ms) limits all requests. */
export type SpendingLimit = { readonly limit: number } & (
  | Readonly<{ of: 'day' | 'month'; since: number }>
  /** The jobs of a batch, or of several (`files`), that began after the tick `after`. */
  | { readonly of: 'run'; readonly batch: number; readonly after: number }
  | { readonly of: 'files'; readonly batches: ReadonlySet<number>; readonly after: number }
  /** The single lookups of a session. */
  | { readonly of: 'session'; readonly holder: string }
  /** The balance of an account. Its `limit` is only what the caller last read: the ledger takes its newest reading instead. */
  | { readonly of: 'balance'; readonly keyFingerprint: string }
);

export interface LimitLeft {
  readonly limit: SpendingLimit;
  /** Credits; negative where the limit was passed. */
  readonly left: number;
}

/** What decides whether a request may be sent, but for the number of its records. */
export interface Cost {
  readonly kind: PriceKind;
  /** Credits of a found record. */
  readonly price: number;
  readonly keyFingerprint: string;
  readonly limits: readonly SpendingLimit[];
  readonly terms: AccountTerms;
  /** The request is sent whether or not a reading has agreed with its price, because it repeats one that was sent. */
  readonly isWhole?: boolean;
  /** Epoch ms, by the clock of the ledger. */
  readonly at: number;
}

export interface OverLimit extends LimitLeft {
  readonly verdict: 'over_limit';
}

export type Permit =
  | { readonly verdict: 'granted' }
  | OverLimit
  /** More was charged than the user told; nothing is sent until the user has said why. */
  | { readonly verdict: 'stopped'; readonly mark: Mark }
  /** The newest readings show so much extra that a second one has to be taken. */
  | { readonly verdict: 'read_again' }
  /** No reading has agreed with the price, and a request of ours is open or owed. `batches`: those whose jobs run. */
  | { readonly verdict: 'not_alone'; readonly batches: readonly string[] }
  /** No reading has agreed with the price. `most`: how many records may be asked for until one does, perhaps none. `canAgree`: a second one may. */
  | { readonly verdict: 'too_many'; readonly most: number; readonly canAgree: boolean };

export function limitsOperations({ read }: LedgerEngine) {
  return {
    /** Returns what is left of each limit, in their order. */
    leftOf: read(async (tx, limits: readonly SpendingLimit[], terms: AccountTerms) => {
      const all: LimitLeft[] = [];
      for (const limit of limits) all.push({ limit, left: await computeLeft(tx, limit, terms) });
      return all;
    }),
  };
}

/** Returns credits. A limit counts our own records at the price they were sent at, and what the readings showed beyond them. */
async function computeLeft(db: Db, limit: SpendingLimit, terms: AccountTerms): Promise<number> {
  if (limit.of === 'balance') return computeBalanceLeft(db, limit.keyFingerprint, terms);
  const [which, ...given] = selectOwn(limit);
  const own = await db.number(
    composed(
      `SELECT coalesce(sum(price * (found + open + given_up)), 0) AS n FROM ${REQUESTS} WHERE ${which}`,
    ),
    ...given,
  );
  const [shown, ...between] = selectExtra(limit);
  const extra = await db.number(
    composed(`SELECT coalesce(sum(extra), 0) AS n FROM readings WHERE ${shown}`),
    ...between,
  );
  return limit.limit - own - extra;
}

const DAY = 86_400_000;

/** A period and a day more (ms), so that a clock that was set back by less than a day lets no request pass the budget. */
const COUNTED = { day: 2 * DAY, month: 32 * DAY };

type CountedLimit = Exclude<SpendingLimit, { of: 'balance' }>;

/** Returns the condition, and its values, of the requests that a limit counts. */
function selectOwn(limit: CountedLimit): readonly [which: string, ...given: Bound[]] {
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
  }
}

/** Returns the condition, and its values, of the readings whose extra a limit counts: since its command began, or in its period. */
function selectExtra(limit: CountedLimit): readonly [which: string, ...given: Bound[]] {
  switch (limit.of) {
    case 'day':
    case 'month':
      return ['at >= $1 AND at < $2', limit.since, limit.since + COUNTED[limit.of]];
    case 'run':
    case 'files':
      return ['after > $1', limit.after];
    case 'session':
      return ['after > (SELECT min(begun_tick) FROM lookups WHERE holder = $1)', limit.holder];
  }
}

/** Returns credits: the newest reading, less what was owed, less what was found or is open since; Infinity without a reading. */
async function computeBalanceLeft(
  db: Db,
  keyFingerprint: string,
  terms: AccountTerms,
): Promise<number> {
  const newest = await newestReading(db, keyFingerprint);
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

/** Returns the time (epoch ms) of a request that begins at `now`: after all earlier ones, even if the clock was set back by up to a day. */
export async function findMomentAfterAll(db: Db, now: number): Promise<number> {
  const last = await db.number(
    `SELECT greatest(coalesce((SELECT max(submitted_at) FROM jobs WHERE submitted_at < $1), 0),
       coalesce((SELECT max(submitted_at) FROM past_jobs WHERE submitted_at < $1), 0),
       coalesce((SELECT max(begun_at) FROM lookups WHERE begun_at < $1), 0)) AS n`,
    now + DAY,
  );
  return Math.max(now, last + 1);
}

/** Decides whether a request may ask for so many records now (contract, "Money" 4). This writes: it removes a mark of other terms. */
export async function permitRequest(tx: Tx, cost: Cost, records: number): Promise<Permit> {
  const { kind, price, limits, terms, keyFingerprint, isWhole = false, at } = cost;
  const newest = await newestReading(tx, keyFingerprint);
  if (newest !== undefined) {
    const { account, plan } = newest;
    const mark = await bindingMark(tx, account, plan, terms);
    if (mark !== undefined) return { verdict: 'stopped', mark };
    if ((await excessOf(tx, account, plan, terms, at)) !== undefined)
      return { verdict: 'read_again' };
  }
  let least = Infinity;
  for (const limit of limits) {
    const left = await computeLeft(tx, limit, terms);
    if (records * price > left + TOLERANCE) return { verdict: 'over_limit', limit, left };
    least = Math.min(least, left);
  }
  const isAgreed =
    newest === undefined || terms.shared === true || (await hasAgreed(tx, newest, kind, price));
  if (isAgreed || isWhole) return { verdict: 'granted' };
  return permitFirstRequest(tx, cost, newest, records, least);
}

/** Until a reading has agreed with the price, a request asks for at most one part in so many of what is left. */
const FIRST_SHARE = 10;

/** Permits one request at a time, of a tenth of what the tightest limit leaves (`left`), or of one record. */
async function permitFirstRequest(
  tx: Tx,
  { price, terms, at }: Cost,
  { account, before, owed, unagreed }: NewestReading,
  records: number,
  left: number,
): Promise<Permit> {
  const isOpen = await tx.has(
    `SELECT 1 FROM ${REQUESTS} WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT})
       AND state <> 'free' AND ${composeIsOpen('$2', '$3', '$4')}
       AND (doubtful = 0 OR alive_at < $2 + ${MAX_AHEAD})`,
    ...[account, at, computeLag(terms), computeSettleTime(0, terms.settle)],
  );
  const isOwed = owed > TOLERANCE;
  if (isOpen || isOwed)
    return { verdict: 'not_alone', batches: isOpen ? await liveBatches(tx, account) : [] };
  // Every request has ended, and the balance has had its time to show a doubt: what was found since the reading is all that was spent.
  const spent = await tx.number(
    `SELECT coalesce(sum(price * found), 0) AS n FROM ${REQUESTS}
     WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT}) AND ended_tick > $2`,
    ...[account, before],
  );
  const share = (left + spent) / FIRST_SHARE - spent;
  const most = Math.max(spent > 0 ? 0 : 1, Math.floor(share / price + TOLERANCE));
  if (records <= most) return { verdict: 'granted' };
  return { verdict: 'too_many', most, canAgree: spent <= TOLERANCE && unagreed !== '{}' };
}
