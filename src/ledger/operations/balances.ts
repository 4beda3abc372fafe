import type { Db, Row } from '../db/db.js';
import type { Engine } from '../db/engine.js';
import { leftOf } from './limits.js';
import { doubtDead } from './lookups.js';
import { DAY, KEYS_OF_ACCOUNT, PRICE_KIND } from '../tables/charges.js';
import { toMark } from '../tables/notes.js';
import type { UptimeMark } from '../types.js';

/** What a found record may be priced by: each kind may have its own price (spec, "Costs"). */
export type PriceKind = 'cpf' | 'cnpj' | 'realtime';

/** A number for each kind: records, or credits of one record. */
export type Prices = Readonly<Record<PriceKind, number>>;

/** Credits that one record of each kind counts; null while nothing shows its price. */
export type KindPrices = Readonly<Record<PriceKind, number | null>>;

/** One answer of `GET /quota`, as it is stored. */
export interface NewReading {
  /** The `userId` of the answer: all keys of an account share its balance (spec, "Quota record"). */
  readonly account: string;
  readonly keyFingerprint: string;
  /** The tick before the request was sent. */
  readonly before: number;
  /** Epoch ms. */
  readonly at: number;
  readonly plan: string;
  readonly used: number;
  readonly remaining: number;
}

/**
 * One stored answer of `GET /quota`. `before` and `after` are ticks: numbers that the ledger counts up, so
 * that the order of events does not depend on any clock.
 */
export interface BalanceReading {
  /** The tick before the request was sent. */
  readonly before: number;
  /** The tick after the answer came; greater than `before`. */
  readonly after: number;
  /** Epoch ms. */
  readonly at: number;
  readonly plan: string;
  readonly used: number;
  readonly remaining: number;
}

/**
 * One request of ours that may have been charged: a job or a single lookup. The service may charge it between
 * the ticks `begun` and `ended`.
 */
export interface ChargeableRequest {
  readonly kind: PriceKind;
  /** The tick before the request was sent. */
  readonly begun: number;
  /** The tick after its last answer was stored; null while it may still be charged. */
  readonly ended: number | null;
  /** When that was (epoch ms); null for what has not ended. */
  readonly endedAt: number | null;
  /** Records that it is known to have found; while it has not ended, more may come. */
  readonly found: number;
  /** Identifiers that it asked for. */
  readonly items: number;
  /** Whether its outcome is unknown, or it was given up without one. */
  readonly isDoubtful: boolean;
}

/** The account's readings in the order of their ticks, and our requests to the account. */
export interface BalanceBook {
  readonly readings: readonly BalanceReading[];
  readonly requests: readonly ChargeableRequest[];
}

/** The book, and what the service may still be doing for this account. */
export interface StoredBook extends BalanceBook {
  /** The ids of the batches that have running jobs, the oldest submission first. */
  readonly liveBatches: readonly string[];
  /** The end of the last job: its tick, and the uptime of the machine that noted it. Null if none has ended. */
  readonly lastEnd: { readonly tick: number; readonly mark: UptimeMark | null } | null;
}

/**
 * What a reading of the balance leaves, all of it read after `tick`: whatever of ours may be missing in it counts as
 * claimed, so it is never too much.
 */
export interface BalanceBefore {
  /** The tick before the balance was requested. */
  readonly tick: number;
  /** Records that may still be charged: they were sent and have no answer. */
  readonly open: readonly Claim[];
  /** Records that it may not show yet: of jobs that run, or answered a moment ago. */
  readonly recent: readonly Claim[];
}

/** Records of one kind that may be charged; `price`: credits that each counts, null where nothing shows it yet. */
export interface Claim {
  readonly kind: PriceKind;
  readonly price: number | null;
  readonly records: number;
}

/** What may be spent, in credits, and on what. */
export type SpendingLimit = { readonly limit: number } & (
  | {
      readonly of: 'day' | 'month';
      /** When the period began (epoch ms). */
      readonly since: number;
    }
  /** A run of a batch: the jobs of it that began after a tick. */
  | { readonly of: 'run'; readonly batch: number; readonly after: number }
  /** The same of several batches, one after another. */
  | { readonly of: 'files'; readonly batches: ReadonlySet<number>; readonly after: number }
  /** A session of single lookups. */
  | { readonly of: 'session'; readonly holder: string }
  /** `limit`: the remaining credits; `before`: what was claimed when they were read. */
  | { readonly of: 'balance'; readonly before: BalanceBefore }
);

/** What is left of a limit, in credits; below 0 if more than it was spent. */
export interface LimitLeft {
  readonly limit: SpendingLimit;
  readonly left: number;
}

/** What a request may cost, and the limits that must cover it. */
export interface Cost {
  /** Credits that a found record may turn out to cost. */
  readonly most: number;
  /** Where nothing shows its price, one identifier may go alone if the limits cover this much. */
  readonly alone: number;
  /** What a record counts whose price nothing shows yet. */
  readonly unpriced: Prices;
  /** Credits that a found record counts from now on; null where nothing shows its price. */
  readonly price: number | null;
  readonly limits: readonly SpendingLimit[];
}

/** A limit does not cover a request. */
export interface OverLimit extends LimitLeft {
  readonly verdict: 'over_limit';
}

/** What requests of a kind turned out to cost that began after the tick `since`, and before `until`. */
export interface ShownPrice {
  readonly kind: PriceKind;
  /** Credits of a found record. */
  readonly price: number;
  readonly since: number;
  readonly until: number;
  /** For those alone without a price; otherwise for those that count less. */
  readonly isFirst: boolean;
}

/** The balance book (money rule 2 of the contract): every reading of the balance, and what we asked for. */
export function balanceOperations({ read, note, write }: Engine) {
  return {
    /** Counts the ledger's ticks up and returns the new one. */
    tick: note(({ ticks }) => ticks.next()),
    /** Stores a reading under a new tick. Lookups of sessions that died are doubtful from then on. */
    keepReading: write(async function (tables, reading: NewReading) {
      const { balances, holders, lookups, ticks } = tables;
      // A lookup of a dead session would look as if it were still being made.
      await doubtDead(tables, await lookups.asking(), holders.lives, reading.at);
      await balances.add(reading, await ticks.next());
    }),
    /**
     * Call it before the balance is requested (moments in epoch ms). `since`: what ended after it may not be in the balance;
     * `givenUpSince`: what the user gave up after it may go on at the service.
     */
    beginReading: note(async function ({ charges, ticks }, since: number, givenUpSince: number) {
      const tick = await ticks.next();
      const open = await charges.open(givenUpSince);
      return { tick, open, recent: await charges.recent(since) };
    }),
    /** Stores what readings show of prices with the requests of the account that they are about. */
    keepPrices: write(({ charges }, account: string, shown: readonly ShownPrice[]) =>
      charges.price(account, shown),
    ),
    /** What is left of these limits, the same order. `unpriced`: what a record counts whose price nothing shows yet. */
    leftOf: read(async function (tables, limits: readonly SpendingLimit[], unpriced: Prices) {
      const all = [];
      for (const limit of limits) all.push({ limit, left: await leftOf(tables, limit, unpriced) });
      return all;
    }),
    /** The last reading of each UTC day since `since` (epoch ms), the oldest first. */
    dailyReadings: read(({ balances }, account: string, since: number) =>
      balances.daily(account, since),
    ),
    /** The account whose balance was last read with this key. */
    accountOf: read(({ balances }, keyFingerprint: string) => balances.accountOf(keyFingerprint)),
    /**
     * The readings of an account, and every request that was made with its keys since they are kept, read at
     * one moment. Both oldest first.
     */
    balanceBook: read(async function ({ balances }, account: string) {
      const readings = await balances.of(account);
      const since = readings[0]?.before ?? 0;
      const requests = [
        ...(await balances.jobsOf(account, since)),
        ...(await balances.pastJobsOf(account, since)),
        ...(await balances.lookupsOf(account, since)),
      ];
      return { readings, requests, ...(await balances.activityOf(account)) };
    }),
  };
}

/** The readings of the balance, and the requests that may have been charged. */
export function createBalances(db: Db) {
  return { ...createReadings(db), ...createRequests(db), ...createActivity(db) };
}

/** More readings than these prove nothing more, and a busy watch makes thousands a day. */
const READINGS = 1_000;

/** The readings of the balance. */
function createReadings(db: Db) {
  return {
    async add(reading: NewReading, after: number): Promise<void> {
      const { account, keyFingerprint, before, at, plan, used, remaining } = reading;
      await db.run(
        `INSERT INTO readings (after, before, account, key_fingerprint, at, plan, used, remaining)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        ...[after, before, account, keyFingerprint, at, plan, used, remaining],
      );
    },
    async accountOf(keyFingerprint: string): Promise<string | undefined> {
      const sql = `SELECT account FROM readings WHERE key_fingerprint = $1
        ORDER BY after DESC LIMIT 1`;
      return (await db.first(sql, keyFingerprint))?.['account'] as string | undefined;
    },
    /** The last of each UTC day, oldest first. */
    async daily(account: string, since: number): Promise<BalanceReading[]> {
      const rows = await db.all(
        `SELECT before, after, at, plan, used, remaining FROM (
           SELECT *, row_number() OVER (PARTITION BY at / ${DAY} ORDER BY after DESC) AS place
           FROM readings WHERE account = $1 AND at >= $2) AS days
         WHERE place = 1 ORDER BY after`,
        ...[account, since],
      );
      return rows.map((row) => row as unknown as BalanceReading);
    },
    /** Oldest first. */
    async of(account: string): Promise<BalanceReading[]> {
      const rows = await db.all(
        `SELECT before, after, at, plan, used, remaining FROM readings WHERE account = $1
         ORDER BY after DESC LIMIT ${READINGS}`,
        account,
      );
      return rows.map((row) => row as unknown as BalanceReading).reverse();
    },
  };
}

/** The requests to an account that may have been charged. */
function createRequests(db: Db) {
  const requests = async (sql: string, account: string, since: number) =>
    (await db.all(sql, account, since)).map(toRequest);
  return {
    /** The jobs that ended after the tick `since`, or not yet. */
    jobsOf: (account: string, since: number): Promise<ChargeableRequest[]> =>
      requests(
        `SELECT j.kind, coalesce(j.begun_tick, 0) AS begun, j.found, j.items,
           CASE WHEN j.state IN ('done', 'failed', 'abandoned') THEN coalesce(j.ended_tick, 0) END AS ended, j.seen_at AS ended_at,
           (j.state IN ('unconfirmed', 'abandoned'))::integer AS doubtful
         FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.state <> 'planned' AND (j.ended_tick IS NULL OR j.ended_tick > $2)
           AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT}) ORDER BY begun, j.batch, j.seq`,
        ...([account, since] as const),
      ),
    /** What the jobs of deleted batches were charged. */
    pastJobsOf: (account: string, since: number): Promise<ChargeableRequest[]> =>
      requests(
        `SELECT kind, begun_tick AS begun, ended_tick AS ended, ended_at, found, items, doubtful FROM past_jobs
         WHERE ended_tick > $2 AND key_fingerprint IN (${KEYS_OF_ACCOUNT}) ORDER BY begun`,
        ...([account, since] as const),
      ),
    lookupsOf: (account: string, since: number): Promise<ChargeableRequest[]> =>
      requests(
        `SELECT ${PRICE_KIND} AS kind, begun_tick AS begun, ended_tick AS ended, ended_at,
           (state = 'found')::integer AS found, 1 AS items,
           (state IN ('doubtful', 'given_up'))::integer AS doubtful
         FROM lookups l WHERE (ended_tick IS NULL OR ended_tick > $2)
           AND key_fingerprint IN (${KEYS_OF_ACCOUNT}) ORDER BY begun`,
        ...([account, since] as const),
      ),
  };
}

/** What the service may still be doing for an account. */
function createActivity(db: Db) {
  return {
    /** Batches whose jobs the service may be processing, and when the last job ended. */
    async activityOf(account: string): Promise<Omit<StoredBook, keyof BalanceBook>> {
      const live = await db.all(
        `SELECT b.id FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.state IN ('submitting', 'accepted') AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
         GROUP BY b.id ORDER BY min(j.submitted_at), b.id`,
        account,
      );
      const end = await db.first(
        `SELECT j.ended_tick AS tick, j.uptime, j.boot FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.ended_tick IS NOT NULL AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
         ORDER BY j.ended_tick DESC LIMIT 1`,
        account,
      );
      return {
        liveBatches: live.map((row) => row['id'] as string),
        lastEnd: end === undefined ? null : { tick: Number(end['tick']), mark: toMark(end) },
      };
    },
  };
}

function toRequest(row: Row): ChargeableRequest {
  return {
    kind: row['kind'] as PriceKind,
    begun: row['begun'] as number,
    ended: row['ended'] as number | null,
    endedAt: row['ended_at'] as number | null,
    found: row['found'] as number,
    items: row['items'] as number,
    isDoubtful: row['doubtful'] === 1,
  };
}
