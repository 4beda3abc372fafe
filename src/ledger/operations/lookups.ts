import type { IdentifierKind } from '../../identifiers/index.js';
import type { Cost, OverLimit } from './balances.js';
import type { NewRecord, StoredRecord, UnshownRecord } from './records.js';
import type { Holders, Tables } from '../tables/index.js';
import type { LookupEnd, OpenLookup } from '../tables/lookups.js';
import type { Engine } from '../db/engine.js';
import { brokenLimit, momentAfterAll } from './limits.js';
import { orVerdict, refuse } from './refusals.js';
import type { UptimeMark } from '../types.js';

/** Whether it is a simple lookup, or one at the revenue authority. */
export type LookupWay = 'simple' | 'realtime';

/** A single lookup that somebody wants, and that may be charged. */
export interface WantedLookup {
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly way: LookupWay;
  readonly keyFingerprint: string;
  /** The session that makes it; no other session of this ledger ever has the same name. */
  readonly holder: string;
  /** A record fetched at or after this moment (epoch ms) is the answer. */
  readonly reuseSince: number;
  /** What else the answer depends on: the birth date of a real-time lookup, as digits. */
  readonly asked: string;
  /** A record fetched at or after this moment (epoch ms) that nobody has been shown is the answer. */
  readonly unshownSince: number;
  /** The number of a lookup of another session that this one has waited for: its record is the answer. */
  readonly waitedFor?: number;
  /** The tick at which the user agreed to pay again: what was begun before it stops nothing. */
  readonly word?: number;
  /** The number of a doubtful lookup that was proved not to be charged. */
  readonly proved?: number;
  /** False: nothing is begun; the verdict is `may_ask` where it would be `ask`. */
  readonly mayAsk: boolean;
  /** What it may cost, and the limits that must cover it; without, nothing limits it. */
  readonly cost?: Cost;
  readonly at: number;
}

/** A lookup with an unknown outcome. */
export interface DoubtfulLookup {
  readonly num: number;
  readonly kind: IdentifierKind;
  readonly way: LookupWay;
  /** The tick before it was sent. */
  readonly begunTick: number;
  readonly keyFingerprint: string;
  /** When its outcome became unknown, in the uptime of the machine that noted it; null where it noted none. */
  readonly unknownSince: UptimeMark | null;
  /** Why only the user can decide; null while the balance may still settle it. */
  readonly verdict: string | null;
}

/** A lookup with an unknown outcome, for people. */
export interface NamedDoubt extends Pick<DoubtfulLookup, 'kind' | 'way'> {
  readonly id: string;
  /** Epoch ms. */
  readonly begunAt: number;
}

/** What a lookup may do. Only `ask` begins it. */
export type LookupVerdict =
  /**
   * Stored and flushed under this number: it may be sent now. `givenUpIn`: the batch whose abandoned job may have been
   * charged for it, unless the user agreed to pay again.
   */
  | { readonly verdict: 'ask'; readonly num: number; readonly givenUpIn?: string }
  | { readonly verdict: 'may_ask' }
  | OverLimit
  | { readonly verdict: 'known'; readonly record: UnshownRecord }
  /** An earlier lookup was paid for, and died before it could show its record, or this one waited for it. */
  | { readonly verdict: 'unshown'; readonly record: UnshownRecord }
  /** A living session is asking for the same identifier since `begunAt` (epoch ms). */
  | {
      readonly verdict: 'wait';
      readonly num: number;
      readonly way: LookupWay;
      readonly begunAt: number;
    }
  | { readonly verdict: 'doubtful'; readonly doubt: DoubtfulLookup }
  /** A job of this batch has the identifier, unanswered. */
  | {
      readonly verdict: 'in_batch';
      readonly batch: string;
      readonly state: 'running' | 'unconfirmed';
    };

/** How a single lookup ended. */
export type LookupOutcome =
  /** It was charged. `record` is stored with it; null if it must not answer other lookups. */
  | {
      readonly is: 'found';
      /** When it was answered (epoch ms); left out by an older version. */
      readonly at?: number;
      readonly record: NewRecord | null;
      /** Kept until it is shown; `asked` as it was wanted. */
      readonly unshown?: {
        readonly asked: string;
        readonly data: object;
        readonly fetchedAt: number;
      };
    }
  /** It was answered and cost nothing, or it was never sent. */
  | { readonly is: 'free' }
  /** No answer came, and it may have been charged. */
  | { readonly is: 'unknown'; readonly at: number };

/** An outcome that waited on a machine until the ledger could be written. */
export interface LateOutcome {
  readonly num: number;
  /** The session that made it, as its lookup has it. */
  readonly holder: string;
  readonly outcome: Exclude<LookupOutcome, { is: 'unknown' }>;
  /** When its record was shown (epoch ms); left out where it may not have been. */
  readonly shownAt?: number;
}

/** Single lookups leave a mark before they are sent (money rule 1 of the contract). */
export function lookupOperations({ note, read, write }: Engine) {
  return {
    /**
     * Decides whether a lookup may be sent, and stores that it is. A lookup whose session has died becomes
     * doubtful at this moment. What is proved or given up by the user's word ends in the same transaction, which
     * also holds the limits. `over_limit` changes nothing.
     */
    beginLookup: orVerdict<[WantedLookup], LookupVerdict>(write(begin)),
    /** Stores how it ended; the record, if any, in the same transaction, and not as older than the lookup. */
    endLookup: write(end),
    /**
     * Stores how a lookup ended that this ledger could not be told at the time. Its doubt ends; what was decided about it
     * meanwhile stays, and a record is stored in any case. Does nothing if it is known already.
     */
    deliverLookup: write(deliver),
    /** Notes that the record of this lookup has been shown. Only those who wait for it now get it as well. */
    noteShown: note(({ unshown }, num: number, at: number) => unshown.shown(num, at)),
    /** Why only the user can decide about a lookup; null where that was not found. */
    lookupVerdict: read(async function ({ lookups }, num: number) {
      return (await lookups.stateOf(num))?.verdict ?? null;
    }),
    /** Stores that only the user can decide about a doubtful lookup. */
    keepLookupVerdict: write(({ lookups }, num: number, why: string) =>
      lookups.setVerdict(num, why),
    ),
    /** The lookups whose outcome nobody knows, oldest first, at most `most`. */
    doubtfulLookups: read(async function ({ lookups }, most: number) {
      const doubtful = await lookups.doubtful(most);
      return doubtful.map(({ kind, way, id, begunAt }) => ({ kind, way, id, begunAt }));
    }),
  };
}

async function begin(tables: Tables, wanted: WantedLookup): Promise<LookupVerdict> {
  const { holders, lookups, records } = tables;
  const { kind, id, holder, at } = wanted;
  const record = await records.newest(kind, id, wanted.reuseSince);
  if (record !== undefined)
    return { verdict: 'known', record: await withNumber(tables, wanted, record) };
  // A session asks for an identifier once at a time: its own open lookup failed to store its outcome.
  const lives = async function (other: string): Promise<boolean> {
    return other !== holder && (await holders.lives(other));
  };
  const unshown = await unshownFor(tables, wanted, lives);
  if (unshown !== undefined) return unshown;
  const open = await doubtDead(tables, await lookups.open(kind, id), lives, at);
  const other = open.find(({ state }) => state === 'asking');
  if (other !== undefined) {
    const { num, way, begunAt } = other;
    return { verdict: 'wait', num, way, begunAt };
  }
  const blocked = firstDoubt(open, wanted) ?? (await inBatch(tables, wanted));
  if (blocked !== undefined) return blocked;
  if (!wanted.mayAsk) return { verdict: 'may_ask' };
  return await ask(tables, wanted, open);
}

/**
 * A record that was paid for and that nobody has been shown. One whose session lives is about to be shown there, and
 * who waits for it gets it, too: on another machine, the session may have died and its lease still last.
 */
async function unshownFor(
  { unshown }: Tables,
  wanted: WantedLookup,
  lives: Holders['lives'],
): Promise<LookupVerdict | undefined> {
  const { way, waitedFor } = wanted;
  for (const { num, isShown, holder, record } of await unshown.answersTo(wanted)) {
    if (num === waitedFor) return { verdict: 'unshown', record };
    if (isShown) continue;
    return (await lives(holder))
      ? { verdict: 'wait', num, way, begunAt: record.fetchedAt }
      : { verdict: 'unshown', record };
  }
  return undefined;
}

/** Begins a lookup that nothing but a budget stops. `open`: the doubtful ones that it replaces. */
async function ask(
  tables: Tables,
  wanted: WantedLookup,
  open: readonly OpenLookup[],
): Promise<LookupVerdict> {
  const { holders, lookups, ticks } = tables;
  for (const { num, way } of open) {
    if (num === wanted.proved) await endLookup(tables, num, 'free');
    // The word for a record of one price is none for a record of another.
    else if (way === wanted.way) await endLookup(tables, num, 'given_up');
  }
  // What was proved to be free has ended above, so it no longer counts.
  const broken = wanted.cost && (await brokenLimit(tables, wanted.cost, 1));
  if (broken !== undefined) return refuse(broken);
  await holders.hold(wanted.holder);
  const at = await momentAfterAll(tables, wanted.at);
  const num = await lookups.begin({ ...wanted, at }, await ticks.next());
  const givenUpIn = await givenUpBatch(tables, wanted);
  return { verdict: 'ask', num, givenUpIn };
}

/** A record that is too old to be reused would be paid for again in any case. */
async function givenUpBatch(
  { items }: Tables,
  { kind, id, reuseSince, word }: WantedLookup,
): Promise<string | undefined> {
  return word === undefined ? await items.givenUpBatch(kind, id, reuseSince) : undefined;
}

/** Adds the number of its lookup, if nobody has been shown it yet. */
export async function withNumber(
  { unshown }: Tables,
  { kind, id }: Pick<WantedLookup, 'kind' | 'id'>,
  record: StoredRecord,
): Promise<UnshownRecord> {
  return { ...record, unshown: await unshown.numberOf(kind, id, record.fetchedAt) };
}

export async function endLookup(
  { lookups, ticks }: Pick<Tables, 'lookups' | 'ticks'>,
  num: number,
  as: LookupEnd,
  at: number | null = null,
): Promise<void> {
  await lookups.end(num, as, await ticks.next(), at);
}

/** The outcome of a lookup is unknown from now on, and its settle time begins. */
async function doubt(
  { lookups, uptimes }: Pick<Tables, 'lookups' | 'uptimes'>,
  num: number,
  at: number,
): Promise<UptimeMark> {
  await lookups.doubt(num, at);
  return await uptimes.ofLookup(num);
}

/** Marks the lookups of dead sessions as doubtful; returns all of them as they are then. */
export async function doubtDead<Open extends OpenLookup>(
  tables: Pick<Tables, 'lookups' | 'uptimes'>,
  open: readonly Open[],
  lives: Holders['lives'],
  at: number,
): Promise<Open[]> {
  const all: Open[] = [];
  for (const lookup of open) {
    if (lookup.state === 'doubtful' || (await lives(lookup.holder))) all.push(lookup);
    else {
      const unknownSince = await doubt(tables, lookup.num, at);
      all.push({ ...lookup, state: 'doubtful', unknownSince });
    }
  }
  return all;
}

function firstDoubt(
  open: readonly OpenLookup[],
  { proved, word = 0 }: WantedLookup,
): LookupVerdict | undefined {
  const found = open.find(({ num, begunTick }) => num !== proved && begunTick >= word);
  return found && { verdict: 'doubtful', doubt: toDoubtful(found) };
}

async function inBatch(
  { items }: Tables,
  { kind, id, word = 0 }: WantedLookup,
): Promise<LookupVerdict | undefined> {
  const found = await items.sentInBatch(kind, id, word);
  return found && { verdict: 'in_batch', ...found };
}

export function toDoubtful(lookup: OpenLookup): DoubtfulLookup {
  const { num, kind, way, begunTick, unknownSince, keyFingerprint, verdict } = lookup;
  return { num, kind, way, begunTick, unknownSince, keyFingerprint, verdict };
}

async function end(tables: Tables, num: number, outcome: LookupOutcome): Promise<void> {
  const { lookups, records } = tables;
  if (outcome.is === 'unknown') {
    await doubt(tables, num, outcome.at);
    return;
  }
  if (outcome.is === 'free') {
    await endLookup(tables, num, 'free');
    return;
  }
  // Whoever waited for it finds it, also if the clock was set back in the meantime.
  const notBefore = await lookups.begunAt(num);
  const late = <T extends { readonly fetchedAt: number }>(of: T): T => {
    return { ...of, fetchedAt: Math.max(of.fetchedAt, notBefore) };
  };
  if (outcome.unshown !== undefined) await tables.unshown.add(num, late(outcome.unshown));
  await endLookup(tables, num, 'found', outcome.at ?? null);
  if (outcome.record !== null) await records.add(late(outcome.record));
}

/** A number may belong to another lookup where the ledger was restored from a copy; its holder tells. */
async function deliver(tables: Tables, late: LateOutcome): Promise<void> {
  const { num, holder, outcome, shownAt } = late;
  const own = await tables.lookups.stateOf(num);
  const state = own?.holder === holder ? own.state : 'given_up';
  if (state === 'asking' || state === 'doubtful') await end(tables, num, outcome);
  else if (state !== 'found') await addIfNew(tables, outcome);
  if (state !== 'given_up' && shownAt !== undefined) await tables.unshown.shown(num, shownAt);
}

async function addIfNew({ records }: Tables, outcome: LateOutcome['outcome']): Promise<void> {
  if (outcome.is !== 'found' || outcome.record === null) return;
  const { kind, id, fetchedAt } = outcome.record;
  if ((await records.newest(kind, id, fetchedAt)) === undefined) await records.add(outcome.record);
}
