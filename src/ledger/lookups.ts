import type { IdentifierKind } from '../identifiers/index.js';
import { findTimeAfterRequests, permitRequest, type PricedRequest, type Permit } from './limits.js';
import {
  selectInCamelCase,
  nextTick,
  rollBackWith,
  type BoundValue,
  type Db,
  type LedgerEngine,
  type Tx,
} from './db.js';
import { IS_UNDER_WAY } from './job-states.js';
import {
  isWaitingIn,
  readUnknownSince,
  readUptimeColumns,
  MAY_HAVE_ID,
  findWaitingJobs,
  type UptimeColumns,
  type StoredUptime,
  type WaitingJob,
} from './jobs.js';
import { addRecord, findNewestRecord, type NewRecord, type UndeliveredRecord } from './records.js';
import { readStoredRecord } from './stored-values.js';
import type { Requester } from '../base/requester.js';
import { composedSql, type LiteralSql, literalSql } from '../sqlite/sql.js';

/** The service answers `simple` lookups from its own data, and `realtime` ones from the revenue authority's. */
export type LookupMode = 'simple' | 'realtime';

/** A lookup that a session wants to make. Times are epoch ms. */
export interface WantedLookup {
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly mode: LookupMode;
  readonly keyFingerprint: string;
  /** The session; no other session of this ledger ever has the same name. */
  readonly holder: string;
  /** A record that was fetched at or after this moment is the answer. */
  readonly reuseSince: number;
  /** The birth date of a real-time lookup, as digits; empty for a simple one. */
  readonly birthDateDigits: string;
  /** A record that was fetched at or after this moment, and that no user received, is the answer, too. */
  readonly undeliveredSince: number;
  /** The number of another session's lookup for which this one has waited; the record of that lookup is the answer. */
  readonly awaitedLookup?: number;
  /** The tick at which the user consented to paying again: a doubt about a request that began earlier stops nothing. */
  readonly acceptsDoubtsUntil?: number;
  /** The number of an earlier lookup that was proved free. */
  readonly provedFree?: number;
  /** If false, nothing begins: the verdict is `may_begin` where it would be `begun`. */
  readonly mayBegin: boolean;
  /** By what the ledger decides whether the lookup may be sent; undefined if no lookup is to begin. */
  readonly cost?: PricedRequest;
  readonly requester?: Requester;
  readonly at: number;
}

/** A lookup that may still be charged. */
export interface OpenLookup extends Pick<
  WantedLookup,
  'kind' | 'id' | 'mode' | 'holder' | 'keyFingerprint'
> {
  readonly num: number;
  readonly state: 'asking' | 'doubtful';
  /** Why only the user can decide; null while the balance may still settle the doubt. */
  readonly verdict: string | null;
  readonly begunAt: number;
  readonly unknownSince: StoredUptime | null;
  readonly begunTick: number;
}

export type LookupVerdict =
  /** The lookup is stored and may be sent. */
  | { readonly verdict: 'begun'; readonly num: number }
  | { readonly verdict: 'may_begin' }
  | Exclude<Permit, { verdict: 'granted' }>
  | { readonly verdict: 'known'; readonly record: UndeliveredRecord }
  /** The record of an earlier lookup that died before delivery, or that this one waited for. */
  | { readonly verdict: 'undelivered'; readonly record: UndeliveredRecord }
  | ({ readonly verdict: 'wait' } & Pick<OpenLookup, 'num' | 'mode' | 'begunAt'>)
  | { readonly verdict: 'doubtful'; readonly doubt: OpenLookup }
  | { readonly verdict: 'in_batch'; readonly batch: string; readonly state: WaitingJob['state'] };

export type LookupOutcome =
  /** `record`: null if the record must not answer other lookups. */
  | {
      readonly is: 'found';
      readonly at?: number;
      readonly record: NewRecord | null;
      /**
       * The undelivered copy, which the ledger stores until the record is delivered. `asked`: the digits of the birth
       * date. Files of late outcomes have these keys.
       */
      readonly unshown?: Readonly<{ asked: string; data: object; fetchedAt: number }>;
    }
  /** The lookup cost nothing, or was never sent. */
  | { readonly is: 'free'; readonly at?: number }
  | { readonly is: 'unknown' };

/** The outcome of a lookup that the ledger could not store in time. It waits in a file that has these names as keys. */
export interface LateOutcome {
  readonly num: number;
  readonly holder: string;
  readonly outcome: Exclude<LookupOutcome, { is: 'unknown' }>;
  /** When the record was delivered (epoch ms); the key in the file. */
  readonly shownAt?: number;
}

/** Single lookups. Each is stored before it is sent (contract, "Money" 1). */
export function lookupOperations({ read, write }: LedgerEngine) {
  return {
    /**
     * Decides whether a lookup may be sent and, if so, stores it. This ends the doubt that was proved free, and those
     * that the user gave up by consenting to pay again.
     */
    beginLookup: write(beginLookup),
    endLookup: write(storeLookupOutcome),
    /** Permits sending a lookup again that may have been charged already; it then counts twice. */
    repeatLookup: write(repeatLookup),
    /**
     * Stores an outcome that the ledger could not store in time. If the user has decided about the lookup since then,
     * the decision stays; a record is stored in any case.
     */
    endLateLookup: write(storeLateOutcome),
    /**
     * Records that a lookup's record was delivered. After that, only a session that already waits for the record may
     * take it.
     */
    markDelivered: write(markDelivered),
    /** Returns why only the user can decide about a lookup, or null. */
    readLookupVerdict: read(async (tx, num: number) => {
      const sql = 'SELECT verdict FROM lookups WHERE num = $1';
      return (await tx.first<{ verdict: string | null }>(literalSql(sql), num))?.verdict ?? null;
    }),
    storeLookupVerdict: write(async (tx, num: number, why: string) => {
      const sql = "UPDATE lookups SET verdict = $1 WHERE num = $2 AND state = 'doubtful'";
      await tx.run(sql, why, num);
    }),
    findDoubtfulLookups: read((tx) => findOpenLookups(tx, "l.state = 'doubtful'")),
  };
}

async function beginLookup(tx: Tx, wanted: WantedLookup): Promise<LookupVerdict> {
  const { kind, id, holder, provedFree, acceptsDoubtsUntil = 0 } = wanted;
  const record = await findNewestRecord(tx, kind, id, wanted.reuseSince);
  if (record !== undefined) return { verdict: 'known', record };
  // A session runs one lookup of an identifier at a time, so an open lookup of this session is one whose outcome could
  // not be stored.
  const isAlive = async (other: string) => other !== holder && (await tx.holders.isAlive(other));
  const undelivered = await findUndelivered(tx, wanted, isAlive);
  if (undelivered !== undefined) return undelivered;
  const openOfIdentifier = await findOpenLookups(
    tx,
    `l.kind = $1 AND l.id = $2 AND ${IS_OPEN}`,
    kind,
    id,
  );
  const open = await markInterruptedLookups(tx, openOfIdentifier, isAlive);
  const askingLookup = open.find(({ state }) => state === 'asking');
  if (askingLookup !== undefined)
    return {
      verdict: 'wait',
      num: askingLookup.num,
      mode: askingLookup.mode,
      begunAt: askingLookup.begunAt,
    };
  const doubt = open.find(
    ({ num, begunTick }) => num !== provedFree && begunTick >= acceptsDoubtsUntil,
  );
  if (doubt !== undefined) return { verdict: 'doubtful', doubt };
  const job = await findSentJob(tx, kind, id, acceptsDoubtsUntil);
  if (job !== undefined) return { verdict: 'in_batch', batch: job.id, state: job.state };
  if (!wanted.mayBegin) return { verdict: 'may_begin' };
  return permitAndBegin(tx, wanted, open);
}

/**
 * Finds an undelivered record. A record of a living session is left to that session; only a caller that waited for it
 * takes it, because the lease of a session can outlive its process.
 */
async function findUndelivered(
  tx: Tx,
  { kind, id, mode, birthDateDigits, undeliveredSince, awaitedLookup }: WantedLookup,
  isAlive: (holder: string) => Promise<boolean>,
): Promise<LookupVerdict | undefined> {
  type Row = {
    num: number;
    holder: string;
    fetchedAt: number;
    data: string;
    shownAt: number | null;
  };
  const rows: Row[] = await tx.all(
    `SELECT ${selectInCamelCase('num, holder, fetched_at, data, shown_at')} FROM lookups
     WHERE data IS NOT NULL AND kind = $1 AND id = $2 AND way = $3 AND asked = $4 AND fetched_at >= $5
     ORDER BY num DESC`,
    ...[kind, id, mode, birthDateDigits, undeliveredSince],
  );
  for (const { num, holder, fetchedAt, data: json, shownAt: deliveredAt } of rows) {
    const isAwaited = num === awaitedLookup;
    if (!isAwaited && deliveredAt !== null) continue;
    if (!isAwaited && (await isAlive(holder)))
      return { verdict: 'wait', num, mode, begunAt: fetchedAt };
    const data = readStoredRecord(json, 'lookups');
    return { verdict: 'undelivered', record: { fetchedAt, data, undeliveredLookup: num } };
  }
  return undefined;
}

/** Finds a job under way that has the identifier and began at or after the tick `since`. */
async function findSentJob(tx: Tx, kind: IdentifierKind, id: string, since: number) {
  const condition = literalSql(
    `${MAY_HAVE_ID} AND j.kind = $2 AND j.${IS_UNDER_WAY} AND coalesce(j.begun_tick, 0) >= $3`,
  );
  // A running job comes first, because it answers without a decision.
  const order = "(j.state = 'unconfirmed')::integer, j.submitted_at";
  for (const job of await findWaitingJobs(tx, condition, order, id, kind, since))
    if (await isWaitingIn(tx, job.batch, job.seq, id)) return job;
  return undefined;
}

async function permitAndBegin(
  tx: Tx,
  wanted: WantedLookup,
  open: readonly OpenLookup[],
): Promise<LookupVerdict> {
  const { kind, id, mode, keyFingerprint, holder, cost, requester } = wanted;
  for (const { num, mode: openMode } of open) {
    if (num === wanted.provedFree) await closeLookup(tx, num, 'free', wanted.at);
    // Consent to paying again is per price: `--fresh` on a simple lookup does not end a real-time doubt.
    else if (openMode === mode) await closeLookup(tx, num, 'given_up', wanted.at);
  }
  // A lookup that was proved free has ended above, so limits no longer count it.
  const permit = cost && (await permitRequest(tx, { ...cost, isRepeat: open.length > 0 }, 1));
  if (permit !== undefined && permit.verdict !== 'granted') return rollBackWith(permit);
  await tx.holders.hold(holder);
  const at = await findTimeAfterRequests(tx, wanted.at);
  const num = await tx.number(
    `INSERT INTO lookups (kind, id, way, key_fingerprint, holder, state, begun_at, begun_tick, price, by_user,
       machine, purpose)
     VALUES ($1, $2, $3, $4, $5, 'asking', $6, $7, $8, $9, $10, $11) RETURNING num AS n`,
    ...[kind, id, mode, keyFingerprint, holder, at, await nextTick(tx), cost?.price ?? 0],
    ...[requester?.user ?? null, requester?.machine ?? null, requester?.purpose ?? null],
  );
  return { verdict: 'begun', num };
}

async function repeatLookup(tx: Tx, num: number, cost: PricedRequest): Promise<Permit> {
  const permit = await permitRequest(tx, { ...cost, isRepeat: true }, 1);
  if (permit.verdict === 'granted')
    await tx.run('UPDATE lookups SET price = price + $1 WHERE num = $2', cost.price, num);
  return permit;
}

/**
 * Ends a lookup. The identifier stays for the log, until it is erased or too old. `at`: when the lookup was answered
 * (epoch ms).
 */
export async function closeLookup(
  tx: Tx,
  num: number,
  state: 'found' | 'free' | 'given_up',
  at: number | null = null,
) {
  const { uptime, boot } = readUptimeColumns(tx);
  const sql = `UPDATE lookups SET state = $1, ended_tick = $2, ended_at = $3, uptime = $4, boot = $5
    WHERE num = $6`;
  await tx.run(sql, state, await nextTick(tx), at, uptime, boot, num);
}

async function markDoubtful(tx: Tx, num: number): Promise<StoredUptime> {
  const { uptime: ms, boot } = readUptimeColumns(tx);
  const sql = "UPDATE lookups SET state = 'doubtful', uptime = $1, boot = $2 WHERE num = $3";
  await tx.run(sql, ms, boot, num);
  return { ms, boot };
}

const OPEN_COLUMNS =
  selectInCamelCase(`l.num, l.kind, l.id, l.way AS mode, l.holder, l.state, l.verdict, l.begun_at, l.begun_tick,
  l.key_fingerprint, l.uptime, l.boot`);
type OpenRow = Omit<OpenLookup, 'unknownSince'> & UptimeColumns;

export const IS_OPEN = "l.state IN ('asking', 'doubtful')";

export async function findOpenLookups<S extends string>(
  db: Db,
  condition: LiteralSql<S>,
  ...values: BoundValue[]
) {
  const sql = composedSql(`SELECT ${OPEN_COLUMNS} FROM lookups l WHERE ${condition} ORDER BY num`);
  return (await db.all<OpenRow>(sql, ...values)).map(readUnknownSince) as OpenLookup[];
}

/** An open lookup of an identifier that waits in a planned job. */
export interface OpenPlannedLookup extends OpenLookup {
  readonly batch: number;
  readonly job: number;
}

export async function findOpenPlannedLookups(db: Db, batch?: number): Promise<OpenPlannedLookup[]> {
  const rows: (OpenRow & { batch: number; job: number })[] = await db.all(
    `SELECT ${OPEN_COLUMNS}, j.batch, j.seq AS job FROM lookups l
       /* in this order */ JOIN jobs j ON j.kind = l.kind AND j.state = 'planned'
       /* in this order */ JOIN items i ON i.batch = j.batch AND i.seq = j.seq
     WHERE ${IS_OPEN} AND strpos(i.ids, l.id) > 0
       AND ($1::bigint IS NULL OR j.batch = $1) ORDER BY l.num`,
    batch ?? null,
  );
  const open: OpenPlannedLookup[] = [];
  for (const one of rows.map(readUnknownSince))
    if (await isWaitingIn(db, one.batch, one.job, one.id)) open.push(one);
  return open;
}

/** Makes lookups of dead sessions doubtful; returns all given lookups as they are afterwards. */
export async function markInterruptedLookups<Open extends OpenLookup>(
  tx: Tx,
  open: readonly Open[],
  isAlive = tx.holders.isAlive,
): Promise<Open[]> {
  const marked: Open[] = [];
  for (const lookup of open) {
    if (lookup.state === 'doubtful' || (await isAlive(lookup.holder))) marked.push(lookup);
    else {
      const unknownSince = await markDoubtful(tx, lookup.num);
      marked.push({ ...lookup, state: 'doubtful', unknownSince });
    }
  }
  return marked;
}

async function storeLookupOutcome(tx: Tx, num: number, outcome: LookupOutcome): Promise<void> {
  if (outcome.is === 'unknown') return void (await markDoubtful(tx, num));
  if (outcome.is === 'free') return closeLookup(tx, num, 'free', outcome.at);
  // A waiting session looks for records since the lookup began, so this record must not be dated earlier, even if the
  // clock was set back in the meantime.
  const begunAt = await tx.number('SELECT begun_at AS n FROM lookups WHERE num = $1', num);
  const dateAfterBegin = (fetchedAt: number) => Math.max(fetchedAt, begunAt);
  const { record, unshown: undeliveredCopy, at = null } = outcome;
  if (undeliveredCopy !== undefined)
    await tx.run(
      'UPDATE lookups SET asked = $1, fetched_at = $2, data = $3 WHERE num = $4',
      ...[
        undeliveredCopy.asked,
        dateAfterBegin(undeliveredCopy.fetchedAt),
        JSON.stringify(undeliveredCopy.data),
        num,
      ],
    );
  await closeLookup(tx, num, 'found', at);
  if (record !== null)
    await addRecord(tx, { ...record, fetchedAt: dateAfterBegin(record.fetchedAt) });
}

/** The holder identifies the lookup, because a restored ledger may have given its number to another one. */
async function storeLateOutcome(
  tx: Tx,
  { num, holder, outcome, shownAt: deliveredAt }: LateOutcome,
): Promise<void> {
  const sql = 'SELECT state FROM lookups WHERE num = $1 AND holder = $2';
  const state =
    (await tx.first<{ state: string }>(literalSql(sql), num, holder))?.state ?? 'given_up';
  if (state === 'asking' || state === 'doubtful') await storeLookupOutcome(tx, num, outcome);
  else if (state !== 'found' && outcome.is === 'found' && outcome.record !== null) {
    const { kind, id, fetchedAt } = outcome.record;
    const newerRecord = await findNewestRecord(tx, kind, id, fetchedAt);
    if (newerRecord === undefined) await addRecord(tx, outcome.record);
  }
  if (state !== 'given_up' && deliveredAt !== undefined) await markDelivered(tx, num, deliveredAt);
}

/** How long (ms) a delivered record stays for the sessions that were waiting for it. */
const KEPT_AFTER_DELIVERY = 60_000;

async function markDelivered(tx: Tx, num: number, at: number): Promise<void> {
  await forgetUndelivered(tx, 'shown_at < $1', at - KEPT_AFTER_DELIVERY);
  await tx.run('UPDATE lookups SET shown_at = $1 WHERE num = $2 AND data IS NOT NULL', at, num);
}

/** Removes the undelivered copies of the lookups for which a condition holds. Returns their number. */
export function forgetUndelivered<S extends string>(
  tx: Tx,
  condition: LiteralSql<S>,
  given: BoundValue,
): Promise<number> {
  const sql = `UPDATE lookups SET asked = NULL, data = NULL WHERE data IS NOT NULL AND ${condition}`;
  return tx.run(composedSql(sql), given);
}
