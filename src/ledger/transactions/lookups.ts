import type {
  DoubtfulLookup,
  LateOutcome,
  LookupOutcome,
  LookupVerdict,
  WantedLookup,
} from '../operations/lookups.js';
import type { StoredRecord, UnshownRecord } from '../operations/records.js';
import type { LookupEnd, OpenLookup } from '../tables/lookups.js';
import type { UptimeMark } from '../types.js';
import type { Engine } from './engine.js';
import type { Tables } from '../tables/index.js';
import { brokenLimit, momentAfterAll } from './limits.js';
import { orVerdict, refuse } from './refusals.js';

export function lookupOperations({ note, read, write }: Engine) {
  return {
    beginLookup: orVerdict<[WantedLookup], LookupVerdict>(write(begin)),
    endLookup: write(end),
    deliverLookup: write(deliver),
    noteShown: note(({ unshown }, num: number, at: number) => unshown.shown(num, at)),
    lookupVerdict: read(async function ({ lookups }, num: number) {
      return (await lookups.stateOf(num))?.verdict ?? null;
    }),
    keepLookupVerdict: write(({ lookups }, num: number, why: string) =>
      lookups.setVerdict(num, why),
    ),
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
  lives: (holder: string) => Promise<boolean>,
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
  lives: (holder: string) => Promise<boolean>,
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
