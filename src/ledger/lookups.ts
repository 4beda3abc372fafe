import type { IdentifierKind } from '../identifiers/index.js';
import { findMomentAfterAll, permitRequest, type Cost, type Permit } from './limits.js';
import { camel, nextTick, refuse, type Bound, type Db, type LedgerEngine, type Tx } from './db.js';
import { IS_UNDER_WAY } from './job-states.js';
import {
  isWaitingIn,
  marked,
  markNow,
  MAY_HAVE,
  waitingJobs,
  type Marked,
  type UptimeMark,
  type WaitingJob,
} from './jobs.js';
import { addRecord, newestRecord, type NewRecord, type UnshownRecord } from './records.js';
import { readStoredRecord } from './stored-values.js';
import { composed, type Written, written } from '../sqlite/sql.js';

/** `realtime`: at the revenue authority. */
export type LookupWay = 'simple' | 'realtime';

export interface WantedLookup {
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly way: LookupWay;
  readonly keyFingerprint: string;
  /** The session that makes it; no other one of this ledger ever has the same name. */
  readonly holder: string;
  readonly reuseSince: number;
  /** What else the answer depends on: the birth date of a real-time lookup, as digits. */
  readonly asked: string;
  /** A record fetched since (epoch ms) that nobody has been shown is the answer. */
  readonly unshownSince: number;
  /** A lookup of another session that this one has waited for: its record is the answer. */
  readonly waitedFor?: number;
  /** The tick at which the user agreed to pay again: what was begun before it stops nothing. */
  readonly word?: number;
  readonly proved?: number;
  /** False: nothing is begun; the verdict is `may_ask` where it would be `ask`. */
  readonly mayAsk: boolean;
  /** Left out where nothing may be asked for. */
  readonly cost?: Cost;
  readonly at: number;
}

export interface OpenLookup extends Pick<
  WantedLookup,
  'kind' | 'id' | 'way' | 'holder' | 'keyFingerprint'
> {
  readonly num: number;
  readonly state: 'asking' | 'doubtful';
  /** Why only the user can decide; null while the balance may still settle it. */
  readonly verdict: string | null;
  readonly begunAt: number;
  readonly unknownSince: UptimeMark | null;
  readonly begunTick: number;
}

export type LookupVerdict =
  /** It may be sent. */
  | { readonly verdict: 'ask'; readonly num: number }
  | { readonly verdict: 'may_ask' }
  | Exclude<Permit, { verdict: 'granted' }>
  | { readonly verdict: 'known'; readonly record: UnshownRecord }
  /** An earlier lookup was paid for, and died before it could show its record, or this one waited for it. */
  | { readonly verdict: 'unshown'; readonly record: UnshownRecord }
  | ({ readonly verdict: 'wait' } & Pick<OpenLookup, 'num' | 'way' | 'begunAt'>)
  | { readonly verdict: 'doubtful'; readonly doubt: OpenLookup }
  | { readonly verdict: 'in_batch'; readonly batch: string; readonly state: WaitingJob['state'] };

export type LookupOutcome =
  /** `record`: null if it must not answer other lookups. */
  | {
      readonly is: 'found';
      readonly at?: number;
      readonly record: NewRecord | null;
      /** Kept until it is shown; `asked` as it was wanted. */
      readonly unshown?: Readonly<{ asked: string; data: object; fetchedAt: number }>;
    }
  /** It cost nothing, or was never sent. */
  | { readonly is: 'free'; readonly at?: number }
  | { readonly is: 'unknown' };

export interface LateOutcome {
  readonly num: number;
  readonly holder: string;
  readonly outcome: Exclude<LookupOutcome, { is: 'unknown' }>;
  readonly shownAt?: number;
}

/** They leave a mark before they are sent (money rule 1 of the contract). */
export function lookupOperations({ read, write }: LedgerEngine) {
  return {
    /** Decides whether a lookup may be sent, and stores that it is. What is proved or given up by the user's word ends with it. */
    beginLookup: write(begin),
    endLookup: write(end),
    /** A lookup that may have been charged is asked for once more, and counts again. */
    repeatLookup: write(repeat),
    /** For what this ledger could not be told at the time. What was decided meanwhile stays; a record is stored in any case. */
    deliverLookup: write(deliver),
    /** Only those who wait for its record now get it as well. */
    noteShown: write(noteShown),
    lookupVerdict: read(async (tx, num: number) => {
      const sql = 'SELECT verdict FROM lookups WHERE num = $1';
      return (await tx.first<{ verdict: string | null }>(written(sql), num))?.verdict ?? null;
    }),
    keepLookupVerdict: write(async (tx, num: number, why: string) => {
      const sql = "UPDATE lookups SET verdict = $1 WHERE num = $2 AND state = 'doubtful'";
      await tx.run(sql, why, num);
    }),
    doubtfulLookups: read((tx) => openLookups(tx, "l.state = 'doubtful'")),
  };
}

async function begin(tx: Tx, wanted: WantedLookup): Promise<LookupVerdict> {
  const { kind, id, holder, proved, word = 0 } = wanted;
  const record = await newestRecord(tx, kind, id, wanted.reuseSince);
  if (record !== undefined) return { verdict: 'known', record };
  // A session asks for an identifier once at a time: its own open lookup failed to store its outcome.
  const lives = async (other: string) => other !== holder && (await tx.holders.lives(other));
  const unshown = await unshownFor(tx, wanted, lives);
  if (unshown !== undefined) return unshown;
  const own = await openLookups(tx, `l.kind = $1 AND l.id = $2 AND ${IS_OPEN}`, kind, id);
  const open = await doubtDead(tx, own, lives);
  const other = open.find(({ state }) => state === 'asking');
  if (other !== undefined)
    return { verdict: 'wait', num: other.num, way: other.way, begunAt: other.begunAt };
  const doubt = open.find(({ num, begunTick }) => num !== proved && begunTick >= word);
  if (doubt !== undefined) return { verdict: 'doubtful', doubt };
  const job = await sentJob(tx, kind, id, word);
  if (job !== undefined) return { verdict: 'in_batch', batch: job.id, state: job.state };
  if (!wanted.mayAsk) return { verdict: 'may_ask' };
  return ask(tx, wanted, open);
}

/** One whose session lives is about to be shown there; who waited for it gets it, too: its session's lease may outlive it. */
async function unshownFor(
  tx: Tx,
  { kind, id, way, asked, unshownSince, waitedFor }: WantedLookup,
  lives: (holder: string) => Promise<boolean>,
): Promise<LookupVerdict | undefined> {
  type Row = {
    num: number;
    holder: string;
    fetchedAt: number;
    data: string;
    shownAt: number | null;
  };
  const rows: Row[] = await tx.all(
    `SELECT ${camel('num, holder, fetched_at, data, shown_at')} FROM lookups
     WHERE data IS NOT NULL AND kind = $1 AND id = $2 AND way = $3 AND asked = $4 AND fetched_at >= $5
     ORDER BY num DESC`,
    ...[kind, id, way, asked, unshownSince],
  );
  for (const { num, holder, fetchedAt, data: json, shownAt } of rows) {
    const isMine = num === waitedFor;
    if (!isMine && shownAt !== null) continue;
    if (!isMine && (await lives(holder))) return { verdict: 'wait', num, way, begunAt: fetchedAt };
    const data = readStoredRecord(json, 'lookups');
    return { verdict: 'unshown', record: { fetchedAt, data, unshown: num } };
  }
  return undefined;
}

/** Begun at or after the tick `since`. */
async function sentJob(tx: Tx, kind: IdentifierKind, id: string, since: number) {
  const which = written(
    `${MAY_HAVE} AND j.kind = $2 AND j.${IS_UNDER_WAY} AND coalesce(j.begun_tick, 0) >= $3`,
  );
  // A running job comes first, because it answers without a decision.
  const order = "(j.state = 'unconfirmed')::integer, j.submitted_at";
  for (const job of await waitingJobs(tx, which, order, id, kind, since))
    if (await isWaitingIn(tx, job.batch, job.seq, id)) return job;
  return undefined;
}

async function ask(
  tx: Tx,
  wanted: WantedLookup,
  open: readonly OpenLookup[],
): Promise<LookupVerdict> {
  const { kind, id, way, keyFingerprint, holder, cost } = wanted;
  for (const { num, way: other } of open) {
    if (num === wanted.proved) await endLookup(tx, num, 'free', wanted.at);
    // The word for a record of one price is none for a record of another.
    else if (other === way) await endLookup(tx, num, 'given_up', wanted.at);
  }
  // What was proved to be free has ended above, so it no longer counts.
  const permitted = cost && (await permitRequest(tx, { ...cost, isWhole: open.length > 0 }, 1));
  if (permitted !== undefined && permitted.verdict !== 'granted') return refuse(permitted);
  await tx.holders.hold(holder);
  const at = await findMomentAfterAll(tx, wanted.at);
  const num = await tx.number(
    `INSERT INTO lookups (kind, id, way, key_fingerprint, holder, state, begun_at, begun_tick, price)
     VALUES ($1, $2, $3, $4, $5, 'asking', $6, $7, $8) RETURNING num AS n`,
    ...[kind, id, way, keyFingerprint, holder, at, await nextTick(tx), cost?.price ?? 0],
  );
  return { verdict: 'ask', num };
}

async function repeat(tx: Tx, num: number, cost: Cost): Promise<Permit> {
  const permitted = await permitRequest(tx, { ...cost, isWhole: true }, 1);
  if (permitted.verdict === 'granted')
    await tx.run('UPDATE lookups SET price = price + $1 WHERE num = $2', cost.price, num);
  return permitted;
}

/** Its identifier is personal data, and only needed where its record is to be shown. `at`: when it was answered (epoch ms). */
export async function endLookup(
  tx: Tx,
  num: number,
  as: 'found' | 'free' | 'given_up',
  at: number | null = null,
) {
  const { uptime, boot } = markNow(tx);
  const sql = `UPDATE lookups SET state = $1, ended_tick = $2, ended_at = $3, uptime = $4, boot = $5,
    id = CASE WHEN data IS NULL THEN '' ELSE id END WHERE num = $6`;
  await tx.run(sql, as, await nextTick(tx), at, uptime, boot, num);
}

async function doubt(tx: Tx, num: number): Promise<UptimeMark> {
  const { uptime: ms, boot } = markNow(tx);
  const sql = "UPDATE lookups SET state = 'doubtful', uptime = $1, boot = $2 WHERE num = $3";
  await tx.run(sql, ms, boot, num);
  return { ms, boot };
}

const OPEN =
  camel(`l.num, l.kind, l.id, l.way, l.holder, l.state, l.verdict, l.begun_at, l.begun_tick,
  l.key_fingerprint, l.uptime, l.boot`);
type OpenRow = Omit<OpenLookup, 'unknownSince'> & Marked;

export const IS_OPEN = "l.state IN ('asking', 'doubtful')";

export async function openLookups<S extends string>(db: Db, which: Written<S>, ...given: Bound[]) {
  const sql = composed(`SELECT ${OPEN} FROM lookups l WHERE ${which} ORDER BY num`);
  return (await db.all<OpenRow>(sql, ...given)).map(marked) as OpenLookup[];
}

export interface OpenInPlan extends OpenLookup {
  readonly batch: number;
  readonly job: number;
}

export async function openInPlan(db: Db, batch?: number): Promise<OpenInPlan[]> {
  const rows: (OpenRow & { batch: number; job: number })[] = await db.all(
    `SELECT ${OPEN}, j.batch, j.seq AS job FROM lookups l
       /* in this order */ JOIN jobs j ON j.kind = l.kind AND j.state = 'planned'
       /* in this order */ JOIN items i ON i.batch = j.batch AND i.seq = j.seq
     WHERE ${IS_OPEN} AND strpos(i.ids, l.id) > 0
       AND ($1::bigint IS NULL OR j.batch = $1) ORDER BY l.num`,
    batch ?? null,
  );
  const open: OpenInPlan[] = [];
  for (const one of rows.map(marked))
    if (await isWaitingIn(db, one.batch, one.job, one.id)) open.push(one);
  return open;
}

export async function doubtDead<Open extends OpenLookup>(
  tx: Tx,
  open: readonly Open[],
  lives = tx.holders.lives,
): Promise<Open[]> {
  const all: Open[] = [];
  for (const lookup of open) {
    if (lookup.state === 'doubtful' || (await lives(lookup.holder))) all.push(lookup);
    else all.push({ ...lookup, state: 'doubtful', unknownSince: await doubt(tx, lookup.num) });
  }
  return all;
}

async function end(tx: Tx, num: number, outcome: LookupOutcome): Promise<void> {
  if (outcome.is === 'unknown') return void (await doubt(tx, num));
  if (outcome.is === 'free') return endLookup(tx, num, 'free', outcome.at);
  // Whoever waited for it finds it, also if the clock was set back in the meantime.
  const begunAt = await tx.number('SELECT begun_at AS n FROM lookups WHERE num = $1', num);
  const late = (fetchedAt: number) => Math.max(fetchedAt, begunAt);
  const { record, unshown, at = null } = outcome;
  if (unshown !== undefined)
    await tx.run(
      'UPDATE lookups SET asked = $1, fetched_at = $2, data = $3 WHERE num = $4',
      ...[unshown.asked, late(unshown.fetchedAt), JSON.stringify(unshown.data), num],
    );
  await endLookup(tx, num, 'found', at);
  if (record !== null) await addRecord(tx, { ...record, fetchedAt: late(record.fetchedAt) });
}

/** A ledger that came back from a copy may have given its number to another one; its holder tells. */
async function deliver(tx: Tx, { num, holder, outcome, shownAt }: LateOutcome): Promise<void> {
  const sql = 'SELECT state FROM lookups WHERE num = $1 AND holder = $2';
  const state = (await tx.first<{ state: string }>(written(sql), num, holder))?.state ?? 'given_up';
  if (state === 'asking' || state === 'doubtful') await end(tx, num, outcome);
  else if (state !== 'found' && outcome.is === 'found' && outcome.record !== null) {
    const { kind, id, fetchedAt } = outcome.record;
    const known = await newestRecord(tx, kind, id, fetchedAt);
    if (known === undefined) await addRecord(tx, outcome.record);
  }
  if (state !== 'given_up' && shownAt !== undefined) await noteShown(tx, num, shownAt);
}

/** How long (ms) a shown record stays for the sessions that were waiting for it. */
const MOMENT = 60_000;

async function noteShown(tx: Tx, num: number, at: number): Promise<void> {
  await forgetUnshown(tx, 'shown_at < $1', at - MOMENT);
  await tx.run('UPDATE lookups SET shown_at = $1 WHERE num = $2 AND data IS NOT NULL', at, num);
}

export function forgetUnshown<S extends string>(
  tx: Tx,
  which: Written<S>,
  given: Bound,
): Promise<number> {
  const sql = `UPDATE lookups SET id = '', asked = NULL, data = NULL WHERE data IS NOT NULL AND ${which}`;
  return tx.run(composed(sql), given);
}
