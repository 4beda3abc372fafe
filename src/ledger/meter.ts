import * as v from 'valibot';
import { literalSql } from '../sqlite/sql.js';
import { TOLERANCE, type PriceKind } from './claims.js';
import { nextTick, type Db, type Tx } from './db.js';
import { KEYS_OF_ACCOUNT, REQUESTS, type AccountTerms } from './requests.js';
import { readStored } from './stored-values.js';

/**
 * An answer of `GET /quota`. `before`, `after`: the ledger's ticks when the balance was asked for and when the answer
 * was stored, because clocks give no reliable order.
 */
export interface BalanceReading {
  readonly before: number;
  readonly after: number;
  /** When the balance was asked for (epoch ms, by the clock of the ledger). */
  readonly askedAt: number;
  /** When the answer came (epoch ms, by the clock of the ledger). */
  readonly at: number;
  readonly plan: string;
  /** Credits, like `remaining`. */
  readonly used: number;
  readonly remaining: number;
}

/** A reading that is to be stored. `account`: the `userId`, whose keys share a balance (spec, "Quota record"). */
export interface NewReading extends Omit<BalanceReading, 'after'> {
  readonly account: string;
  readonly keyFingerprint: string;
}

export const READING = `before, after, asked_at AS "askedAt", at, plan, used, remaining`;

/** The newest reading of an account. `owed`: credits. `unagreed`: a JSON object. */
export type NewestReading = BalanceReading &
  Pick<NewReading, 'account'> & { readonly owed: number; readonly unagreed: string };

/** Returns the newest reading of the account to which the key belonged last. */
export function findNewestReading(
  db: Db,
  keyFingerprint: string,
): Promise<NewestReading | undefined> {
  return db.first<NewestReading>(
    literalSql(`SELECT account, ${READING}, owed, unagreed FROM readings WHERE account =
       (SELECT account FROM readings WHERE key_fingerprint = $1 ORDER BY after DESC LIMIT 1)
     ORDER BY after DESC LIMIT 1`),
    keyFingerprint,
  );
}

/** Why nothing is sent on an account and plan: more was charged than our records should have cost. */
export interface Mark {
  readonly records: number;
  /** Credits that the records should have cost. */
  readonly expected: number;
  /** Credits that the account was charged. */
  readonly charged: number;
  readonly kinds: readonly PriceKind[];
  /** Credits that a record seems to cost, if only one kind was found and nothing is in doubt. */
  readonly price?: number;
  readonly at: number;
  readonly terms: AccountTerms;
}

const MARK_SHAPE = v.looseObject({
  records: v.number(),
  expected: v.number(),
  charged: v.number(),
  at: v.number(),
  kinds: v.array(v.picklist(['cpf', 'cnpj', 'realtime'])),
  price: v.optional(v.number()),
  terms: v.looseObject({}),
});

/** SQL for the tick at which the meter of the account `$1` and the plan `$2` began anew. */
export const BEGAN_ANEW = 'coalesce((SELECT anew FROM meters WHERE account = $1 AND plan = $2), 0)';

/** SQL for the tick of the last agreement, or of the later beginning, of the meter of account `$1` and plan `$2`. */
export const LAST_AGREED = `greatest(${BEGAN_ANEW}, coalesce((SELECT max(tick) FROM agreements
  WHERE account = $1 AND plan = $2), 0))` as const;

/** Stores why nothing is sent on this account and plan. */
export async function setMark(tx: Tx, account: string, plan: string, mark: Mark): Promise<void> {
  await tx.run(
    `INSERT INTO meters (account, plan, anew, mark) VALUES ($1, $2, 0, $3)
     ON CONFLICT (account, plan) DO UPDATE SET mark = excluded.mark`,
    ...[account, plan, JSON.stringify(mark)],
  );
}

/**
 * Returns the mark that forbids sending. A mark that was made under other terms is removed, and the meter begins anew.
 */
export async function resolveMark(
  tx: Tx,
  account: string,
  plan: string,
  terms: AccountTerms,
): Promise<Mark | undefined> {
  const sql = 'SELECT mark FROM meters WHERE account = $1 AND plan = $2';
  const stored =
    (await tx.first<{ mark: string | null }>(literalSql(sql), account, plan))?.mark ?? null;
  if (stored === null) return undefined;
  const mark = readStored(stored, MARK_SHAPE, 'meters') as Mark;
  if (!haveTermsChanged(terms, mark)) return mark;
  await tx.run(
    'UPDATE meters SET anew = $1, mark = NULL WHERE account = $2 AND plan = $3',
    ...[await nextTick(tx), account, plan],
  );
  return undefined;
}

const COMPARED_TERMS = ['cpf', 'cnpj', 'realtime', 'shared'] as const;

function haveTermsChanged(terms: AccountTerms, { terms: markTerms, at }: Mark): boolean {
  // A clock that was ahead may have dated a setting after the mark that was made under it, so both moments are compared.
  const since = Math.max(at, markTerms.setAt ?? 0);
  const areEqual = COMPARED_TERMS.every((name) => terms[name] === markTerms[name]);
  return (terms.setAt ?? 0) > since || !areEqual;
}

/** Returns whether a reading has agreed with the price since the last reading that showed extra charges. */
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

/** Extra charges up to this number of credits never stop the account (contract, "Money" 4, Stop). */
const ALLOWED_EXTRA = 5;
/** Extra charges up to one part in this number of our own cost do not stop the account either. */
const ALLOWED_EXTRA_SHARE = 10;

/** Returns a mark if more extra was charged since the last agreement than the contract lets pass ("Money" 4, Stop). */
export async function computeExcess(
  db: Db,
  account: string,
  plan: string,
  terms: AccountTerms,
  at: number,
): Promise<Mark | undefined> {
  if (terms.shared === true) return undefined;
  const since = await db.number(`SELECT ${LAST_AGREED} AS n`, account, plan);
  const extra = await db.number(
    'SELECT coalesce(sum(extra), 0) AS n FROM readings WHERE account = $1 AND plan = $2 AND after > $3',
    ...[account, plan, since],
  );
  if (extra <= ALLOWED_EXTRA + TOLERANCE) return undefined;
  type PriceGroup = {
    kind: PriceKind;
    price: number;
    records: number;
    open: number;
    doubtful: number;
  };
  const groups = await db.all<PriceGroup>(
    literalSql(`SELECT kind, price, sum(found) AS records, sum(open + given_up) AS open, max(doubtful) AS doubtful
     FROM ${REQUESTS} WHERE begun_tick > $2 AND state <> 'free'
       AND key_fingerprint IN (${KEYS_OF_ACCOUNT}) GROUP BY 1, 2`),
    ...[account, since],
  );
  const ownCost = groups.reduce(
    (sum, { price, records, open }) => sum + price * (records + open),
    0,
  );
  if (extra <= ownCost / ALLOWED_EXTRA_SHARE + TOLERANCE) return undefined;
  const records = groups.reduce((sum, one) => sum + one.records + one.open, 0);
  const isCertain =
    groups.length === 1 && groups.every(({ doubtful, open }) => doubtful === 0 && open === 0);
  const price = (ownCost + extra) / records;
  const isRound = Math.abs(price * 100 - Math.round(price * 100)) <= TOLERANCE;
  return {
    records,
    expected: ownCost,
    charged: ownCost + extra,
    kinds: [...new Set(groups.map(({ kind }) => kind))],
    price: isCertain && records > 0 && isRound ? Math.round(price * 100) / 100 : undefined,
    at,
    terms,
  };
}

/** Returns the ids of an account's batches whose jobs run or are being submitted, the oldest first. */
export async function findLiveBatches(db: Db, account: string): Promise<string[]> {
  const live = await db.all<{ id: string }>(
    literalSql(`SELECT b.id FROM jobs j JOIN batches b ON b.num = j.batch
     WHERE j.state IN ('submitting', 'accepted') AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
     GROUP BY b.id ORDER BY min(j.submitted_at), b.id`),
    account,
  );
  return live.map(({ id }) => id);
}
