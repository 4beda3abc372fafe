import {
  bindingMark,
  excessOf,
  hasAgreed,
  liveBatches,
  newestReading,
  type Mark,
  type NewestReading,
} from './meter.js';
import { composed } from '../sqlite/sql.js';
import type { Bound, Db, Engine, Tx } from './db.js';
import {
  AHEAD,
  isOpenAt,
  KEYS_OF_ACCOUNT,
  lagOf,
  REQUESTS,
  settleTimeOf,
  TOLERANCE,
  type AccountTerms,
  type PriceKind,
} from './requests.js';

export type SpendingLimit = { readonly limit: number } & (
  | Readonly<{ of: 'day' | 'month'; since: number }>
  /** The jobs of a batch that began after a tick; `files`: of several. */
  | { readonly of: 'run'; readonly batch: number; readonly after: number }
  | { readonly of: 'files'; readonly batches: ReadonlySet<number>; readonly after: number }
  /** Of single lookups. */
  | { readonly of: 'session'; readonly holder: string }
  /** `limit`: the remaining credits of the newest reading, which the ledger knows better. */
  | { readonly of: 'balance'; readonly keyFingerprint: string }
);

export interface LimitLeft {
  readonly limit: SpendingLimit;
  readonly left: number;
}

export interface Cost {
  readonly kind: PriceKind;
  /** Credits of a found record. */
  readonly price: number;
  readonly keyFingerprint: string;
  readonly limits: readonly SpendingLimit[];
  readonly terms: AccountTerms;
  /** It replaces a request in doubt, and is sent as that was. */
  readonly isWhole?: boolean;
  /** Epoch ms, by the clock of the ledger. */
  readonly at: number;
}

export interface OverLimit extends LimitLeft {
  readonly verdict: 'over_limit';
}

const DAY = 86_400_000;

/** What is left of a limit: a limit counts own records at the price they were sent at, and what else the readings showed. */
export async function leftOf(db: Db, limit: SpendingLimit, terms: AccountTerms): Promise<number> {
  if (limit.of === 'balance') return balanceLeft(db, limit.keyFingerprint, terms);
  const [which, ...given] = countedBy(limit);
  const own = await db.number(
    composed(
      `SELECT coalesce(sum(price * (found + open + given_up)), 0) AS n FROM ${REQUESTS} WHERE ${which}`,
    ),
    ...given,
  );
  const [shown, ...between] = extraCountedBy(limit);
  const extra = await db.number(
    composed(`SELECT coalesce(sum(extra), 0) AS n FROM readings WHERE ${shown}`),
    ...between,
  );
  return limit.limit - own - extra;
}

/** A period and a day more (ms): a clock that was set back by less passes no budget. */
const COUNTED = { day: 2 * DAY, month: 32 * DAY };

type OfCommand = Exclude<SpendingLimit, { of: 'balance' }>;

function countedBy(limit: OfCommand): readonly [which: string, ...given: Bound[]] {
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

/** A command counts what the readings showed since it began; a day or a month, what they showed in it. */
function extraCountedBy(limit: OfCommand): readonly [which: string, ...given: Bound[]] {
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

export function limitsOperations({ read, write }: Engine) {
  return {
    leftOf: read(async (tx, limits: readonly SpendingLimit[], terms: AccountTerms) => {
      const all: LimitLeft[] = [];
      for (const limit of limits) all.push({ limit, left: await leftOf(tx, limit, terms) });
      return all;
    }),
    /** What may be asked for now, of at most so many records. It writes: a mark of other terms goes. */
    permit: write(permit),
  };
}

/** The newest reading, less what was owed, less what was found or is open since; Infinity without a reading. */
async function balanceLeft(db: Db, keyFingerprint: string, terms: AccountTerms): Promise<number> {
  const newest = await newestReading(db, keyFingerprint);
  if (newest === undefined) return Infinity;
  const { account, before, askedAt, remaining, owed } = newest;
  const claimed = await db.number(
    `SELECT coalesce(sum(price * (found + open + given_up)), 0) AS n FROM ${REQUESTS}
     WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT})
       AND (doubtful = 0 AND coalesce(ended_tick, $2 + 1) > $2
         OR doubtful = 1 AND ${isOpenAt('$3', '$4', '$5')})`,
    ...[account, before, askedAt, lagOf(terms), settleTimeOf(0, terms.settle)],
  );
  return remaining - owed - claimed;
}

/** Before a reading has agreed with the price, a request asks for at most this share of what is left. */
const FIRST_SHARE = 10;

export type Permit =
  | { readonly verdict: 'granted' }
  | OverLimit
  /** More was charged than told; nothing is sent until the user has said why. */
  | { readonly verdict: 'stopped'; readonly mark: Mark }
  /** The newest readings show so much extra that a second one has to be taken. */
  | { readonly verdict: 'read_again' }
  /** No reading has agreed with the price, and a request of ours is open or owed; `batches`: those of which jobs run. */
  | { readonly verdict: 'not_alone'; readonly batches: readonly string[] }
  /** No reading has agreed with the price: so many records may be asked for until the next one, which may be none. `canAgree`: a second look may. */
  | { readonly verdict: 'too_many'; readonly most: number; readonly canAgree: boolean };

/** Whether so many records may be asked for now (contract, "Money" 4). */
export async function permit(tx: Tx, cost: Cost, records: number): Promise<Permit> {
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
    const left = await leftOf(tx, limit, terms);
    if (records * price > left + TOLERANCE) return { verdict: 'over_limit', limit, left };
    least = Math.min(least, left);
  }
  const isAgreed =
    newest === undefined || terms.shared === true || (await hasAgreed(tx, newest, kind, price));
  if (isAgreed || isWhole) return { verdict: 'granted' };
  return firstRequest(tx, cost, newest, records, least);
}

/** One request at a time, of a tenth of what the tightest limit leaves, or of one record. */
async function firstRequest(
  tx: Tx,
  { price, terms, at }: Cost,
  { account, before, owed, unagreed }: NewestReading,
  records: number,
  left: number,
): Promise<Permit> {
  const isOpen = await tx.has(
    `SELECT 1 FROM ${REQUESTS} WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT})
       AND state <> 'free' AND ${isOpenAt('$2', '$3', '$4')}
       AND (doubtful = 0 OR alive_at < $2 + ${AHEAD})`,
    ...[account, at, lagOf(terms), settleTimeOf(0, terms.settle)],
  );
  const isOwed = owed > TOLERANCE;
  if (isOpen || isOwed)
    return { verdict: 'not_alone', batches: isOpen ? await liveBatches(tx, account) : [] };
  // Nothing is open any more, but for doubts that the balance has had its time to show.
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
