import { composed, written } from '../sqlite/sql.js';
import { nextTick, type Db, type Engine, type Tx } from './db.js';
import { marked, type UptimeMark } from './jobs.js';
import { doubtDead, openLookups } from './lookups.js';
import {
  KEYS_OF_ACCOUNT,
  lagOf,
  REQUESTS,
  settleTimeOf,
  TOLERANCE,
  type AccountTerms,
  type PriceKind,
} from './requests.js';

/** An answer of `GET /quota`. `before`, `after`: the ledger's ticks when it was asked for and when its answer came, since no clock gives an order. */
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

/** Found records that no reading has agreed with yet, by kind and price (`cpf 1`). */
export type Unagreed = Readonly<Record<string, number>>;

export interface Measured {
  /** Nothing of ours was open between its two times. */
  readonly isQuiet: boolean;
  /** It is compared with none: what was shown before says nothing about what comes. */
  readonly isAnew: boolean;
  /** Credits of ours that the balance does not show yet. */
  readonly owed: number;
  /** Credits beyond ours and what was owed, without those that a reading since the last quiet one showed. */
  readonly extra: number;
  readonly unagreed: Unagreed;
  /** The kinds and prices that the reading agrees with. */
  readonly agreed: readonly string[];
  /** Credits that our records cost less than told. */
  readonly isLess: boolean;
}

export type MeasuredReading = BalanceReading & Pick<Measured, 'owed' | 'extra' | 'unagreed'>;

/** The service may charge it between the ticks `begun` and `ended`. */
export interface ChargeableRequest {
  readonly kind: PriceKind;
  readonly price: number;
  readonly begun: number;
  /** After its last answer was stored; null while it may still be charged. */
  readonly ended: number | null;
  readonly found: number;
  /** Records that it found and may still find. */
  readonly most: number;
  readonly endedAt: number | null;
  /** Of a doubt, the epoch ms until which it may be charged. */
  readonly openUntil: number | null;
}

export interface MeterFacts {
  readonly reading: NewReading;
  /** The last quiet reading; undefined where the meter begins anew. */
  readonly base: MeasuredReading | undefined;
  /** Those since the base, oldest first. */
  readonly since: readonly MeasuredReading[];
  /** What was open when the base was read, and what was asked for since; without a base what is open or ended lately. */
  readonly requests: readonly ChargeableRequest[];
  /** Whether anything of ours ended within the lag of a balance. */
  readonly hasEndedLately: boolean;
  readonly terms: AccountTerms;
}

/** The pure rule that a reading is measured by. */
export type Measure = (facts: MeterFacts) => Measured;

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

export interface KeptReading {
  readonly measured: Measured | undefined;
  readonly mark: Mark | undefined;
  /** More was charged since the last agreement than the contract lets pass without a second look. */
  readonly excess: Mark | undefined;
}

/** What is known of requests and balance since a request in doubt was begun (money rule 2 of the contract). */
export interface Evidence {
  /** Oldest first, from the last reading that lies before the doubt. */
  readonly readings: readonly BalanceReading[];
  /** Records of ours that were found since, and whether others of ours are being asked for now. */
  readonly found: number;
  readonly isBusy: boolean;
  readonly liveBatches: readonly string[];
  readonly lastEnd: { readonly tick: number; readonly mark: UptimeMark | null } | null;
}

/** The balance book (money rules 2 and 4 of the contract): every reading of the balance, and what it shows of our requests. */
export function balanceOperations({ read, write }: Engine) {
  return {
    tick: write(nextTick),
    keepReading: write(keepReading),
    setMark: write(setMark),
    beginMetersAnew: write(beginMetersAnew),
    accountOf: read(async (tx, keyFingerprint: string) => {
      return (await newestReading(tx, keyFingerprint))?.account;
    }),
    newestReading: read((tx, keyFingerprint: string) => newestReading(tx, keyFingerprint)),
    /** Whether a quiet reading agreed with this price since the last one that showed extra. */
    hasAgreed: read(async (tx, keyFingerprint: string, kind: PriceKind, price: number) => {
      const newest = await newestReading(tx, keyFingerprint);
      return newest !== undefined && hasAgreed(tx, newest, kind, price);
    }),
    evidenceFor: read(evidenceFor),
  };
}

const READING = `before, after, asked_at AS "askedAt", at, plan, used, remaining`;

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

async function keepReading(
  tx: Tx,
  reading: NewReading,
  terms: AccountTerms,
  measure: Measure,
): Promise<KeptReading> {
  const { account, keyFingerprint, before, askedAt, at, plan, used, remaining } = reading;
  // A lookup of a dead session would look as if it were still being made.
  await doubtDead(tx, await openLookups(tx, "state = 'asking'"));
  const overlapping = `SELECT 1 FROM readings
    WHERE account = $1 AND plan = $2 AND after > $3 AND used > $4`;
  // Of two readings that overlap, the service computed the one that shows less first.
  const isOlder = await tx.has(overlapping, account, plan, before, used + TOLERANCE);
  let measured: Measured | undefined;
  if (!isOlder) {
    measured = measure(await meterFacts(tx, reading, terms));
    const { isQuiet, isAnew, owed, extra, unagreed, agreed } = measured;
    const after = await nextTick(tx);
    await tx.run(
      `INSERT INTO readings (after, before, account, key_fingerprint, asked_at, at, plan, used, remaining,
         is_quiet, owed, extra, unagreed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      ...[after, before, account, keyFingerprint, askedAt, at, plan, used, remaining],
      ...[isQuiet ? 1 : 0, owed, extra, JSON.stringify(unagreed)],
    );
    if (isQuiet && isAnew) await beginAnew(tx, account, plan, after - 1);
    for (const one of agreed) await keepAgreement(tx, account, plan, one, after);
  }
  const mark = await bindingMark(tx, account, plan, terms);
  return { measured, mark, excess: mark ?? (await excessOf(tx, account, plan, terms, at)) };
}

/** After a ledger came back, which forgot requests. */
export async function beginMetersAnew(tx: Tx): Promise<void> {
  await tx.run('UPDATE meters SET anew = $1, mark = NULL', await nextTick(tx));
}

async function beginAnew(tx: Tx, account: string, plan: string, tick: number): Promise<void> {
  await tx.run(
    `INSERT INTO meters (account, plan, anew) VALUES ($1, $2, $3)
     ON CONFLICT (account, plan) DO UPDATE SET anew = excluded.anew`,
    ...[account, plan, tick],
  );
}

async function keepAgreement(tx: Tx, account: string, plan: string, one: string, tick: number) {
  const [kind = '', price = ''] = one.split(' ');
  await tx.run(
    `INSERT INTO agreements (account, plan, kind, price, tick) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (account, plan, kind, price) DO UPDATE SET tick = excluded.tick`,
    ...[account, plan, kind, Number(price), tick],
  );
}

/** SQL for the tick at which the meter of the account `$1` and the plan `$2` began anew. */
const ANEW = 'coalesce((SELECT anew FROM meters WHERE account = $1 AND plan = $2), 0)';

async function meterFacts(tx: Tx, reading: NewReading, terms: AccountTerms): Promise<MeterFacts> {
  const { account, plan, keyFingerprint, askedAt } = reading;
  const columns = `${READING}, owed, extra, unagreed`;
  type Row = Omit<MeasuredReading, 'unagreed'> & { readonly unagreed: string };
  const rows = await tx.all<Row>(
    written(`SELECT ${columns} FROM readings WHERE account = $1 AND plan = $2 AND after > ${ANEW}
       AND after >= (SELECT coalesce(max(after), 0) FROM readings
         WHERE account = $1 AND plan = $2 AND is_quiet = 1 AND after > ${ANEW}) ORDER BY after`),
    account,
    plan,
  );
  const readings = rows.map(({ unagreed, ...row }) => {
    return Object.assign(row, { unagreed: JSON.parse(unagreed) as Unagreed });
  });
  const base = await quietBase(tx, account, plan, readings);
  const lately = askedAt - lagOf(terms);
  const own = `(key_fingerprint = $1 OR key_fingerprint IN
    (SELECT key_fingerprint FROM readings WHERE account = $2))` as const;
  const which =
    base === undefined
      ? '(ended_tick IS NULL OR ended_at > $3)'
      : '(ended_tick IS NULL OR ended_tick > $3)';
  type Asked = Omit<ChargeableRequest, 'openUntil'> & {
    readonly source: string;
    readonly items: number;
    readonly aliveAt: number;
    readonly doubtful: number;
  };
  const requests = await tx.all<Asked>(
    written(`SELECT source, kind, price, begun_tick AS begun, ended_tick AS ended, found, found + open + given_up AS most,
       ended_at AS "endedAt", items, alive_at AS "aliveAt", doubtful
     FROM ${REQUESTS} WHERE ${which} AND begun_tick IS NOT NULL AND state <> 'free' AND ${own}`),
    ...[keyFingerprint, account, base?.before ?? lately],
  );
  const hasEndedLately = await tx.has(
    `SELECT 1 FROM ${REQUESTS} WHERE ended_tick IS NOT NULL AND ended_at > $3 AND ${own}`,
    ...[keyFingerprint, account, lately],
  );
  return {
    reading,
    base,
    since: base === undefined ? [] : readings.slice(1),
    requests: requests.map(({ source, items, aliveAt, doubtful, ...one }) => {
      const settle = source === 'lookups' ? lagOf(terms) : settleTimeOf(items, terms.settle);
      return Object.assign(one, { openUntil: doubtful === 1 ? aliveAt + settle : null });
    }),
    hasEndedLately,
    terms,
  };
}

async function quietBase(
  tx: Tx,
  account: string,
  plan: string,
  [first]: readonly MeasuredReading[],
): Promise<MeasuredReading | undefined> {
  if (first === undefined) return undefined;
  const sql = `SELECT 1 FROM readings WHERE account = $1 AND plan = $2 AND after = $3 AND is_quiet = 1`;
  return (await tx.has(sql, account, plan, first.after)) ? first : undefined;
}

async function setMark(tx: Tx, account: string, plan: string, mark: Mark): Promise<void> {
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
  const mark = JSON.parse(stored) as Mark;
  if (!areOtherTerms(terms, mark)) return mark;
  await tx.run(
    'UPDATE meters SET anew = $1, mark = NULL WHERE account = $2 AND plan = $3',
    ...[await nextTick(tx), account, plan],
  );
  return undefined;
}

const TOLD = ['cpf', 'cnpj', 'realtime', 'shared'] as const;

function areOtherTerms(now: AccountTerms, { terms, at }: Mark): boolean {
  return (now.setAt ?? 0) > at || TOLD.some((name) => now[name] !== terms[name]);
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
  const expected = own.reduce((sum, { price, records }) => sum + price * records, 0);
  const records = own.reduce((sum, one) => sum + one.records, 0);
  const isOne = own.length === 1 && own.every(({ doubtful, open }) => doubtful === 0 && open === 0);
  const price = (expected + extra) / records;
  const isRound = Math.abs(price * 100 - Math.round(price * 100)) <= TOLERANCE;
  return {
    records,
    expected,
    charged: expected + extra,
    kinds: [...new Set(own.map(({ kind }) => kind))],
    price: isOne && records > 0 && isRound ? Math.round(price * 100) / 100 : undefined,
    at,
    terms,
  };
}

async function evidenceFor(tx: Tx, account: string, begun: number): Promise<Evidence> {
  const from = await tx.number(
    'SELECT coalesce(max(after), 0) AS n FROM readings WHERE account = $1 AND after <= $2',
    ...[account, begun],
  );
  const readings = await tx.all<BalanceReading>(
    written(`SELECT ${READING} FROM readings WHERE account = $1 AND after >= $2 ORDER BY after`),
    ...[account, from],
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
  const end = await tx.first<{ tick: number; uptime: number | null; boot: string | null }>(
    written(`SELECT tick, uptime, boot FROM (
       SELECT j.ended_tick AS tick, j.uptime, j.boot FROM jobs j JOIN batches b ON b.num = j.batch
       WHERE j.ended_tick IS NOT NULL AND b.key_fingerprint IN (${KEYS_OF_ACCOUNT})
       UNION ALL SELECT l.ended_tick, l.uptime, l.boot FROM lookups l
       WHERE l.ended_tick IS NOT NULL AND l.key_fingerprint IN (${KEYS_OF_ACCOUNT})) AS ends
     ORDER BY tick DESC LIMIT 1`),
    account,
  );
  const lastEnd = end === undefined ? null : { tick: end.tick, mark: marked(end).unknownSince };
  return { readings, found, isBusy, liveBatches: await liveBatches(tx, account), lastEnd };
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
