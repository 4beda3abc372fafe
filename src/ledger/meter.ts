import * as v from 'valibot';
import { written } from '../sqlite/sql.js';
import { TOLERANCE, type PriceKind } from './claims.js';
import { nextTick, type Db, type Tx } from './db.js';
import { KEYS_OF_ACCOUNT, REQUESTS, type AccountTerms } from './requests.js';
import { readStored } from './stored-values.js';

/**
 * An answer of `GET /quota`. `before`, `after`: the ledger's ticks when it was asked for and when its answer came, since
 * no clock gives an order.
 */
export interface BalanceReading {
  readonly before: number;
  readonly after: number;
  /** Epoch ms, by the clock of the ledger: when it was asked for, and when its answer came. */
  readonly askedAt: number;
  readonly at: number;
  readonly plan: string;
  /** Credits, as `remaining`. */
  readonly used: number;
  readonly remaining: number;
}

/** `account`: the `userId`, whose keys share a balance (spec, "Quota record"). */
export interface NewReading extends Omit<BalanceReading, 'after'> {
  readonly account: string;
  readonly keyFingerprint: string;
}

export const READING = `before, after, asked_at AS "askedAt", at, plan, used, remaining`;

/** `unagreed`: as JSON. */
export type NewestReading = BalanceReading &
  Pick<NewReading, 'account'> & { readonly owed: number; readonly unagreed: string };

/** Of the account to which the key belonged last. */
export function newestReading(db: Db, keyFingerprint: string): Promise<NewestReading | undefined> {
  return db.first<NewestReading>(
    written(`SELECT account, ${READING}, owed, unagreed FROM readings WHERE account =
       (SELECT account FROM readings WHERE key_fingerprint = $1 ORDER BY after DESC LIMIT 1)
     ORDER BY after DESC LIMIT 1`),
    keyFingerprint,
  );
}

/** Why nothing is sent on an account and plan: more was charged than our records should have cost. */
export interface Mark {
  readonly records: number;
  /** Credits: what the records should have cost, and what the account was charged. */
  readonly expected: number;
  readonly charged: number;
  readonly kinds: readonly PriceKind[];
  /** What a record costs, where one kind was found and no doubt lies in it. */
  readonly price?: number;
  readonly at: number;
  readonly terms: AccountTerms;
}

const MARK = v.looseObject({
  records: v.number(),
  expected: v.number(),
  charged: v.number(),
  at: v.number(),
  kinds: v.array(v.picklist(['cpf', 'cnpj', 'realtime'])),
  price: v.optional(v.number()),
  terms: v.looseObject({}),
});

/** SQL for the tick at which the meter of the account `$1` and the plan `$2` began anew. */
export const ANEW = 'coalesce((SELECT anew FROM meters WHERE account = $1 AND plan = $2), 0)';

export async function setMark(tx: Tx, account: string, plan: string, mark: Mark): Promise<void> {
  await tx.run(
    `INSERT INTO meters (account, plan, anew, mark) VALUES ($1, $2, 0, $3)
     ON CONFLICT (account, plan) DO UPDATE SET mark = excluded.mark`,
    ...[account, plan, JSON.stringify(mark)],
  );
}

/** The mark that forbids to send. One that was made of other terms goes, and the meter begins anew. */
export async function bindingMark(
  tx: Tx,
  account: string,
  plan: string,
  terms: AccountTerms,
): Promise<Mark | undefined> {
  const sql = 'SELECT mark FROM meters WHERE account = $1 AND plan = $2';
  const stored =
    (await tx.first<{ mark: string | null }>(written(sql), account, plan))?.mark ?? null;
  if (stored === null) return undefined;
  const mark = readStored(stored, MARK, 'meters') as Mark;
  if (!areOtherTerms(terms, mark)) return mark;
  await tx.run(
    'UPDATE meters SET anew = $1, mark = NULL WHERE account = $2 AND plan = $3',
    ...[await nextTick(tx), account, plan],
  );
  return undefined;
}

const TOLD = ['cpf', 'cnpj', 'realtime', 'shared'] as const;

function areOtherTerms(now: AccountTerms, { terms, at }: Mark): boolean {
  // A setting that was stored while a clock was ahead is no newer than the mark that was made of it.
  const since = Math.max(at, terms.setAt ?? 0);
  return (now.setAt ?? 0) > since || TOLD.some((name) => now[name] !== terms[name]);
}

export async function hasAgreed(
  db: Db,
  { account, plan }: Pick<NewestReading, 'account' | 'plan'>,
  kind: PriceKind,
  price: number,
): Promise<boolean> {
  return db.has(
    `SELECT 1 FROM agreements WHERE account = $1 AND plan = $2 AND kind = $3 AND price = $4
       AND tick >= (SELECT coalesce(max(after), 0) FROM readings
         WHERE account = $1 AND plan = $2 AND extra > 0)`,
    ...[account, plan, kind, price],
  );
}

/** Credits of extra that are always let pass, and the share of our own cost. */
const MOST_EXTRA = 5;
const SHARE = 10;

/** More than this was charged since the last agreement (contract, "Money" 4, Stop). */
export async function excessOf(
  db: Db,
  account: string,
  plan: string,
  terms: AccountTerms,
  at: number,
): Promise<Mark | undefined> {
  if (terms.shared === true) return undefined;
  const since = await db.number(
    `SELECT greatest(${ANEW}, coalesce((SELECT max(tick) FROM agreements
       WHERE account = $1 AND plan = $2), 0)) AS n`,
    account,
    plan,
  );
  const extra = await db.number(
    'SELECT coalesce(sum(extra), 0) AS n FROM readings WHERE account = $1 AND plan = $2 AND after > $3',
    ...[account, plan, since],
  );
  if (extra <= MOST_EXTRA + TOLERANCE) return undefined;
  type Own = { kind: PriceKind; price: number; records: number; open: number; doubtful: number };
  const own = await db.all<Own>(
    written(`SELECT kind, price, sum(found) AS records, sum(open + given_up) AS open, max(doubtful) AS doubtful
     FROM ${REQUESTS} WHERE begun_tick > $2 AND state <> 'free'
       AND key_fingerprint IN (${KEYS_OF_ACCOUNT}) GROUP BY 1, 2`),
    ...[account, since],
  );
  const most = own.reduce((sum, { price, records, open }) => sum + price * (records + open), 0);
  if (extra <= most / SHARE + TOLERANCE) return undefined;
  const records = own.reduce((sum, one) => sum + one.records + one.open, 0);
  const isOne = own.length === 1 && own.every(({ doubtful, open }) => doubtful === 0 && open === 0);
  const price = (most + extra) / records;
  const isRound = Math.abs(price * 100 - Math.round(price * 100)) <= TOLERANCE;
  return {
    records,
    expected: most,
    charged: most + extra,
    kinds: [...new Set(own.map(({ kind }) => kind))],
    price: isOne && records > 0 && isRound ? Math.round(price * 100) / 100 : undefined,
    at,
    terms,
  };
}

/** Batches of which jobs run, or are being submitted. */
export async function liveBatches(db: Db, account: string): Promise<string[]> {
  const live = await db.all<{ id: string }>(
    written(`SELECT b.id FROM jobs j JOIN batches b ON b.num = j.batch
     WHERE j.state IN ('submitting', 'accepted') AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
     GROUP BY b.id ORDER BY min(j.submitted_at), b.id`),
    account,
  );
  return live.map(({ id }) => id);
}
