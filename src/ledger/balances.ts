import {
  KEYS_OF_ACCOUNT,
  leftOf,
  openClaims,
  PRICE_KIND,
  recentClaims,
  REQUESTS,
  type LimitLeft,
  type PriceKind,
  type Prices,
  type SpendingLimit,
} from './spending.js';
import { nextTick, type Engine, type Tx } from './db.js';
import { marked, type UptimeMark } from './jobs.js';
import { doubtDead, openLookups } from './lookups.js';
import { written } from '../sqlite/sql.js';

/** An answer of `GET /quota`. `before`, `after`: ticks of the ledger, since no clock gives an order. */
export interface BalanceReading {
  readonly before: number;
  readonly after: number;
  readonly at: number;
  readonly plan: string;
  readonly used: number;
  readonly remaining: number;
}

/** `account`: the `userId`, whose keys share a balance (spec, "Quota record"). */
export interface NewReading extends Omit<BalanceReading, 'after'> {
  readonly account: string;
  readonly keyFingerprint: string;
}

/** The service may charge it between the ticks `begun` and `ended`. */
export interface ChargeableRequest {
  readonly kind: PriceKind;
  readonly begun: number;
  /** After its last answer was stored; null while it may still be charged. */
  readonly ended: number | null;
  readonly endedAt: number | null;
  readonly found: number;
  readonly items: number;
  readonly isDoubtful: boolean;
  /** Only the user says that it is ours. */
  readonly isAdopted: boolean;
}

export interface BalanceBook {
  readonly readings: readonly BalanceReading[];
  readonly requests: readonly ChargeableRequest[];
}

export interface StoredBook extends BalanceBook {
  readonly liveBatches: readonly string[];
  readonly lastEnd: { readonly tick: number; readonly mark: UptimeMark | null } | null;
}

/** What requests of a kind turned out to cost that began between these ticks. */
export interface ShownPrice {
  readonly kind: PriceKind;
  readonly price: number;
  readonly since: number;
  readonly until: number;
  /** For those alone without a price; otherwise for those that count less. */
  readonly isFirst: boolean;
}

/** The balance book (money rule 2 of the contract): every reading of the balance, and what we asked for. */
export function balanceOperations({ read, write }: Engine) {
  return {
    tick: write(nextTick),
    keepReading: write(async (tx, reading: NewReading) => {
      const { account, keyFingerprint, before, at, plan, used, remaining } = reading;
      // A lookup of a dead session would look as if it were still being made.
      await doubtDead(tx, await openLookups(tx, "state = 'asking'"));
      await tx.run(
        `INSERT INTO readings (after, before, account, key_fingerprint, at, plan, used, remaining)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        ...[await nextTick(tx), before, account, keyFingerprint, at, plan, used, remaining],
      );
    }),
    /** Before the balance is requested. What ended after `since`, or was given up after `givenUpSince`, it may not show. */
    beginReading: write(async (tx, since: number, givenUpSince: number) => {
      const tick = await nextTick(tx);
      return {
        tick,
        open: await openClaims(tx, givenUpSince),
        recent: await recentClaims(tx, since),
      };
    }),
    keepPrices: write(keepPrices),
    /** What is left of each. `unpriced`: what a record counts whose price nothing shows yet. */
    leftOf: read(async (tx, limits: readonly SpendingLimit[], unpriced: Prices) => {
      const all: LimitLeft[] = [];
      for (const limit of limits) all.push({ limit, left: await leftOf(tx, limit, unpriced) });
      return all;
    }),
    accountOf: read(async (tx, keyFingerprint: string) => {
      const sql = `SELECT account FROM readings WHERE key_fingerprint = $1 ORDER BY after DESC LIMIT 1`;
      return (await tx.first<{ account: string }>(written(sql), keyFingerprint))?.account;
    }),
    balanceBook: read(balanceBook),
  };
}

const READING = 'before, after, at, plan, used, remaining';

/** More readings than these prove nothing more, and a busy watch makes thousands a day. */
const READINGS = 1_000;

async function balanceBook(tx: Tx, account: string): Promise<StoredBook> {
  const newest: BalanceReading[] = await tx.all(
    `SELECT ${READING} FROM readings WHERE account = $1 ORDER BY after DESC LIMIT ${READINGS}`,
    account,
  );
  const readings = newest.reverse();
  const since = readings[0]?.before ?? 0;
  type Row = Omit<ChargeableRequest, 'isDoubtful' | 'isAdopted'>;
  const requests: (Row & { doubtful: number; adopted: number })[] = await tx.all(
    `SELECT kind, begun_tick AS begun, found, items, ended_at AS "endedAt", ended_tick AS ended, doubtful, adopted
     FROM ${REQUESTS} WHERE (ended_tick IS NULL OR ended_tick > $2)
       AND key_fingerprint IN (${KEYS_OF_ACCOUNT}) ORDER BY begun_tick`,
    ...[account, since],
  );
  const live: { id: string }[] = await tx.all(
    `SELECT b.id FROM jobs j JOIN batches b ON b.num = j.batch
     WHERE j.state IN ('submitting', 'accepted') AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
     GROUP BY b.id ORDER BY min(j.submitted_at), b.id`,
    account,
  );
  const end: { tick: number; uptime: number | null; boot: string | null } | undefined =
    await tx.first(
      `SELECT j.ended_tick AS tick, j.uptime, j.boot FROM jobs j JOIN batches b ON b.num = j.batch
     WHERE j.ended_tick IS NOT NULL AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
     ORDER BY j.ended_tick DESC LIMIT 1`,
      account,
    );
  const lastEnd = end === undefined ? null : { tick: end.tick, mark: marked(end).unknownSince };
  return {
    readings,
    requests: requests.map(({ doubtful, adopted, ...one }) => {
      return { ...one, isDoubtful: doubtful === 1, isAdopted: adopted === 1 };
    }),
    liveBatches: live.map(({ id }) => id),
    lastEnd,
  };
}

/** Where the requests are, the kind that each is priced by, and which belong to the account `$1`. */
const PRICED = [
  [
    'jobs AS j',
    'j.kind',
    `j.batch IN (SELECT num FROM batches WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT}))
     AND j.state <> 'planned'`,
  ],
  ['lookups AS l', PRICE_KIND, `l.key_fingerprint IN (${KEYS_OF_ACCOUNT}) AND l.state <> 'free'`],
  ['past_jobs AS p', 'p.kind', `p.key_fingerprint IN (${KEYS_OF_ACCOUNT})`],
] as const;

async function keepPrices(tx: Tx, account: string, shown: readonly ShownPrice[]): Promise<void> {
  for (const { kind, price, since, until, isFirst } of shown)
    for (const [table, pricedBy, own] of PRICED)
      await tx.run(
        `UPDATE ${table} SET price = $3 WHERE ${own} AND ${pricedBy} = $2
           AND ${isFirst ? 'price IS NULL' : 'price < $3'} AND begun_tick > $4 AND begun_tick < $5`,
        ...[account, kind, price, since, until],
      );
}
