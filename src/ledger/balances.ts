import * as v from 'valibot';
import { written } from '../sqlite/sql.js';
import { TOLERANCE, type PriceKind } from './claims.js';
import { nextTick, type LedgerEngine, type Tx } from './db.js';
import { parseUptime, type StoredUptime } from './jobs.js';
import { markInterruptedLookups, findOpenLookups } from './lookups.js';
import {
  BEGAN_ANEW,
  LAST_AGREED,
  resolveMark,
  computeExcess,
  hasAgreed,
  findLiveBatches,
  findNewestReading,
  READING,
  setMark,
  type BalanceReading,
  type Mark,
  type NewReading,
} from './meter.js';
import {
  computeLag,
  computeSettleTime,
  KEYS_OF_ACCOUNT,
  MAX_AHEAD,
  REQUESTS,
  type AccountTerms,
} from './requests.js';
import { readStored } from './stored-values.js';

/** Counts, by kind and price (`cpf 1`), of found records with which no reading has agreed yet. */
export type UnagreedCounts = Readonly<Record<string, number>>;

const UNAGREED_SHAPE = v.record(v.string(), v.number());

/** What one reading shows beside our own requests (contract, "Money" 4). */
export interface Measurement {
  /** No request of ours was open between the times when the reading was asked for and answered. */
  readonly isQuiet: boolean;
  /** The meter begins anew with the reading, which is compared with no earlier one. */
  readonly beginsAnew: boolean;
  /** Credits of our own records that the balance does not show yet. */
  readonly owed: number;
  /**
   * Credits that were charged beyond our records and what was owed. Credits that an earlier reading since the last
   * quiet one has shown are not counted again.
   */
  readonly extra: number;
  readonly unagreed: UnagreedCounts;
  /** The kinds and prices that the reading agrees with. */
  readonly agreed: readonly string[];
  /** Our records cost less than the prices with which they were sent. */
  readonly isCheaper: boolean;
}

export type MeasuredReading = BalanceReading & Pick<Measurement, 'owed' | 'extra' | 'unagreed'>;

/** A request that the service may charge between the ticks `begun` and `ended`. */
export interface ChargeableRequest {
  readonly kind: PriceKind;
  /** Credits of a found record. */
  readonly price: number;
  readonly begun: number;
  /** The tick after the last answer to the request was stored; null while the request may still be charged. */
  readonly ended: number | null;
  readonly found: number;
  /** How many records the request found or may still find. */
  readonly most: number;
  /** Epoch ms. */
  readonly endedAt: number | null;
  /** Epoch ms until which a doubt may be charged; null for other requests. */
  readonly openUntil: number | null;
}

/** The facts from which a reading is measured. */
export interface MeterFacts {
  readonly reading: NewReading;
  /** The last quiet reading; undefined if the meter begins anew. */
  readonly base: MeasuredReading | undefined;
  /** The readings since the base, oldest first. */
  readonly laterReadings: readonly MeasuredReading[];
  /**
   * The requests that were open when the base or the reading was asked for, and all that began since; without a base,
   * those that are open or ended lately.
   */
  readonly requests: readonly ChargeableRequest[];
  /** Whether a request of ours ended within the lag of a balance. */
  readonly hasEndedLately: boolean;
  /** Whether a reading showed extra within the lag of a balance, and none has agreed since. */
  readonly hasShownExtra: boolean;
  readonly terms: AccountTerms;
}

/** The pure rule by which a reading is measured. */
export type Measure = (facts: MeterFacts) => Measurement;

/** The verdict of a stored reading about sending. `measured` is undefined if another stored reading is newer. */
export interface ReadingVerdict {
  readonly measured: Measurement | undefined;
  readonly mark: Mark | undefined;
  /** More was charged since the last agreement than the contract lets pass without a second look. */
  readonly excess: Mark | undefined;
}

/** The requests and readings since a request in doubt was begun (contract, "Money" 2). */
export interface Evidence {
  /** The readings, oldest first, from the last one before the doubt. */
  readonly readings: readonly BalanceReading[];
  /** How many records of ours were found since the first of these readings. */
  readonly found: number;
  /** Whether requests of ours are under way now. */
  readonly isBusy: boolean;
  /** The ids of batches whose jobs run or are being submitted. */
  readonly liveBatches: readonly string[];
  /** The last request of the account that ended. */
  readonly lastEnd: { readonly tick: number; readonly uptime: StoredUptime | null } | null;
}

/** The balance book: every reading of the balance, and what it shows of our requests (contract, "Money" 2 and 4). */
export function balanceOperations({ read, write }: LedgerEngine) {
  return {
    tick: write(nextTick),
    storeReading: write(storeReading),
    setMark: write(setMark),
    beginMetersAnew: write(beginAllMetersAnew),
    findAccount: read(async (tx, keyFingerprint: string) => {
      return (await findNewestReading(tx, keyFingerprint))?.account;
    }),
    newestReading: read((tx, keyFingerprint: string) => findNewestReading(tx, keyFingerprint)),
    /** Returns whether a quiet reading has agreed with this price since the last one that showed extra. */
    hasAgreed: read(async (tx, keyFingerprint: string, kind: PriceKind, price: number) => {
      const newest = await findNewestReading(tx, keyFingerprint);
      return newest !== undefined && hasAgreed(tx, newest, kind, price);
    }),
    collectEvidence: read(collectEvidence),
  };
}

async function storeReading(
  tx: Tx,
  reading: NewReading,
  terms: AccountTerms,
  measure: Measure,
): Promise<ReadingVerdict> {
  const { account, keyFingerprint, before, askedAt, at, plan, used, remaining } = reading;
  // A lookup of a dead session must not count as under way.
  await markInterruptedLookups(tx, await findOpenLookups(tx, "state = 'asking'"));
  const overlapping = `SELECT 1 FROM readings
    WHERE account = $1 AND plan = $2 AND after > $3 AND used > $4`;
  // The service computed the one with fewer used credits first, if two readings overlap.
  const isOlder = await tx.has(overlapping, account, plan, before, used + TOLERANCE);
  // This removes a mark that was made under other terms, so that the meter begins anew with this reading.
  const mark = await resolveMark(tx, account, plan, terms);
  let measured: Measurement | undefined;
  if (!isOlder) {
    measured = measure(await collectFacts(tx, reading, terms));
    const { isQuiet, beginsAnew, owed, extra, unagreed, agreed } = measured;
    const after = await nextTick(tx);
    await tx.run(
      `INSERT INTO readings (after, before, account, key_fingerprint, asked_at, at, plan, used, remaining,
         is_quiet, owed, extra, unagreed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      ...[after, before, account, keyFingerprint, askedAt, at, plan, used, remaining],
      ...[isQuiet ? 1 : 0, owed, extra, JSON.stringify(unagreed)],
    );
    if (isQuiet && beginsAnew) await beginMeterAnew(tx, account, plan, after - 1);
    for (const kindAndPrice of agreed) await storeAgreement(tx, account, plan, kindAndPrice, after);
  }
  return { measured, mark, excess: mark ?? (await computeExcess(tx, account, plan, terms, at)) };
}

/** Lets all meters begin anew, after the ledger was restored from a backup that lacks some requests. */
export async function beginAllMetersAnew(tx: Tx): Promise<void> {
  await tx.run('UPDATE meters SET anew = $1, mark = NULL', await nextTick(tx));
}

async function beginMeterAnew(tx: Tx, account: string, plan: string, tick: number): Promise<void> {
  await tx.run(
    `INSERT INTO meters (account, plan, anew) VALUES ($1, $2, $3)
     ON CONFLICT (account, plan) DO UPDATE SET anew = excluded.anew`,
    ...[account, plan, tick],
  );
}

async function storeAgreement(
  tx: Tx,
  account: string,
  plan: string,
  kindAndPrice: string,
  tick: number,
) {
  const [kind = '', price = ''] = kindAndPrice.split(' ');
  await tx.run(
    `INSERT INTO agreements (account, plan, kind, price, tick) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (account, plan, kind, price) DO UPDATE SET tick = excluded.tick`,
    ...[account, plan, kind, Number(price), tick],
  );
}

async function collectFacts(tx: Tx, reading: NewReading, terms: AccountTerms): Promise<MeterFacts> {
  const { account, plan, keyFingerprint, askedAt } = reading;
  // On a shared account, movements of the balance say nothing about our own records.
  const earlier = terms.shared === true ? undefined : await findBase(tx, account, plan);
  const base = earlier?.base;
  const lagStart = askedAt - computeLag(terms);
  const accountCondition = `(key_fingerprint = $1 OR key_fingerprint IN
    (SELECT key_fingerprint FROM readings WHERE account = $2))` as const;
  // A clock that was ahead may have dated the end of a request in the future. Such an end was not lately if a reading
  // that was asked for afterwards is older than the lag.
  const endedLately = `ended_at > $3 AND NOT EXISTS (SELECT 1 FROM readings r
    WHERE r.account = $2 AND r.after > ended_tick AND r.before >= ended_tick AND r.at <= $3)` as const;
  const condition =
    base === undefined
      ? (`(ended_tick IS NULL OR ${endedLately} OR doubtful = 1)` as const)
      : '(ended_tick IS NULL OR ended_tick > $3)';
  type RequestRow = Omit<ChargeableRequest, 'openUntil'> & {
    readonly source: string;
    readonly items: number;
    readonly aliveAt: number;
    readonly doubtful: number;
  };
  const requests = await tx.all<RequestRow>(
    written(`SELECT source, kind, price, begun_tick AS begun, ended_tick AS ended, found, found + open + given_up AS most,
       ended_at AS "endedAt", items, alive_at AS "aliveAt", doubtful
     FROM ${REQUESTS} WHERE ${condition} AND begun_tick IS NOT NULL AND state <> 'free' AND ${accountCondition}`),
    ...[keyFingerprint, account],
    base === undefined ? lagStart : Math.min(base.before, reading.before),
  );
  const hasEndedLately = await tx.has(
    `SELECT 1 FROM ${REQUESTS} WHERE ended_tick IS NOT NULL AND ${endedLately} AND ${accountCondition}`,
    ...[keyFingerprint, account, lagStart],
  );
  const hasShownExtra = await tx.has(
    `SELECT 1 FROM readings WHERE account = $1 AND plan = $2 AND extra > 0 AND at > $3 AND after > ${LAST_AGREED}`,
    ...[account, plan, lagStart],
  );
  return {
    reading,
    base,
    laterReadings: earlier?.laterReadings ?? [],
    requests: requests.map(({ source, items, aliveAt, doubtful, ...one }) => {
      const isLookup = source === 'lookups';
      const settle = isLookup ? computeLag(terms) : computeSettleTime(items, terms.settle);
      const openUntil = aliveAt < askedAt + MAX_AHEAD ? aliveAt + settle : 0;
      return Object.assign(one, { openUntil: doubtful === 1 ? openUntil : null });
    }),
    hasEndedLately,
    hasShownExtra,
    terms,
  };
}

/** Returns the last quiet reading since the meter began, and the readings after it; undefined if there is none. */
async function findBase(tx: Tx, account: string, plan: string) {
  type Row = Omit<MeasuredReading, 'unagreed'> & { readonly unagreed: string };
  const rows = await tx.all<Row>(
    written(`SELECT ${READING}, owed, extra, unagreed FROM readings WHERE account = $1 AND plan = $2
       AND after >= (SELECT max(after) FROM readings
         WHERE account = $1 AND plan = $2 AND is_quiet = 1 AND after > ${BEGAN_ANEW}) ORDER BY after`),
    account,
    plan,
  );
  const [base, ...laterReadings] = rows.map(({ unagreed, ...row }) => {
    return Object.assign(row, { unagreed: readStored(unagreed, UNAGREED_SHAPE, 'readings') });
  });
  return base && { base, laterReadings };
}

async function collectEvidence(tx: Tx, account: string, begunTick: number): Promise<Evidence> {
  const firstReading = await tx.number(
    'SELECT coalesce(max(after), 0) AS n FROM readings WHERE account = $1 AND after <= $2',
    ...[account, begunTick],
  );
  const readings = await tx.all<BalanceReading>(
    written(`SELECT ${READING} FROM readings WHERE account = $1 AND after >= $2 ORDER BY after`),
    ...[account, firstReading],
  );
  const before = readings[0]?.before ?? 0;
  const found = await tx.number(
    `SELECT coalesce(sum(found), 0) AS n FROM ${REQUESTS} WHERE (ended_tick IS NULL OR ended_tick > $2)
       AND key_fingerprint IN (${KEYS_OF_ACCOUNT})`,
    ...[account, before],
  );
  const isBusy = await tx.has(
    `SELECT 1 FROM ${REQUESTS} WHERE state IN ('submitting', 'accepted', 'asking')
       AND key_fingerprint IN (${KEYS_OF_ACCOUNT})`,
    account,
  );
  const lastRow = await tx.first<{ tick: number; uptime: number | null; boot: string | null }>(
    written(`SELECT tick, uptime, boot FROM (
       SELECT j.ended_tick AS tick, j.uptime, j.boot FROM jobs j JOIN batches b ON b.num = j.batch
       WHERE j.ended_tick IS NOT NULL AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
       UNION ALL SELECT l.ended_tick, l.uptime, l.boot FROM lookups l
       WHERE l.ended_tick IS NOT NULL AND l.key_fingerprint IN (${KEYS_OF_ACCOUNT})) AS ends
     ORDER BY tick DESC LIMIT 1`),
    account,
  );
  const lastEnd =
    lastRow === undefined ? null : { tick: lastRow.tick, uptime: parseUptime(lastRow) };
  return { readings, found, isBusy, liveBatches: await findLiveBatches(tx, account), lastEnd };
}
