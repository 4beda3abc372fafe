import type { IdentifierKind } from '../../../identifiers/index.js';
import type { Database } from '../../../sqlite/index.js';
import type {
  DoubtfulLookup,
  LookupOutcome,
  LookupVerdict,
  WantedLookup,
} from '../../operations/lookups.js';
import type { StoredRecord, UnshownRecord } from '../../operations/records.js';
import { ONE_EACH } from '../../operations/balances.js';
import type { Holders } from '../holders.js';
import type { OpenLookup } from '../tables/lookups.js';
import type { Tables } from '../tables/index.js';
import { brokenBudget, transactionOrVerdict } from './refusals.js';

export function lookupOperations(db: Database, tables: Tables, holders: Holders) {
  const { jobs, lookups, unshown } = tables;
  return {
    beginLookup: (wanted: WantedLookup): LookupVerdict =>
      transactionOrVerdict<LookupVerdict, LookupVerdict>(db, (refuse) =>
        begin(tables, holders, wanted, refuse),
      ),
    endLookup: (num: number, outcome: LookupOutcome) => {
      db.transaction(() => {
        end(tables, num, outcome);
      });
    },
    noteShown: (num: number, at: number) => {
      db.transaction(() => {
        unshown.shown(num, at);
      });
    },
    keepLookupVerdict: (num: number, why: string) => {
      db.transaction(() => {
        lookups.setVerdict(num, why);
        jobs.setVerdictOfWaiting(num, why);
      });
    },
  };
}

function begin(
  tables: Tables,
  holders: Holders,
  wanted: WantedLookup,
  refuse: (verdict: LookupVerdict) => never,
): LookupVerdict {
  const { lookups, records, ticks } = tables;
  const { kind, id, holder, at } = wanted;
  const record = records.newest(kind, id, wanted.reuseSince);
  if (record !== undefined) return { verdict: 'known', record: withNumber(tables, wanted, record) };
  // A session asks for an identifier once at a time: its own open lookup failed to store its outcome.
  const lives = (other: string) => other !== holder && holders.lives(other);
  // One that lives is about to show it; who waited for it gets it, too.
  const unshown = tables.unshown
    .answersTo(wanted)
    .find((paid) => paid.num === wanted.waitedFor || !(paid.isShown || lives(paid.holder)));
  if (unshown !== undefined) return { verdict: 'unshown', record: unshown.record };
  const open = doubtDead(tables, lookups.open(kind, id), lives, at);
  const other = open.find(({ state }) => state === 'asking');
  if (other !== undefined) {
    const { num, way, begunAt } = other;
    return { verdict: 'wait', num, way, begunAt };
  }
  const blocked = firstDoubt(open, wanted) ?? inBatch(tables, kind, id, wanted.word);
  if (blocked !== undefined) return blocked;
  if (!wanted.mayAsk) return { verdict: 'may_ask' };
  for (const { num, way } of open) {
    if (num === wanted.proved) endLookup(tables, num, 'free');
    // The word for a record of one price is none for a record of another.
    else if (way === wanted.way) endLookup(tables, num, 'given_up');
  }
  const { prices = ONE_EACH } = wanted;
  const cost = prices[wanted.way === 'realtime' ? 'realtime' : kind];
  // What was proved to be free has ended above, so it no longer counts.
  const broken = brokenBudget(tables, wanted, cost);
  if (broken !== undefined) return refuse(broken);
  holders.hold(holder);
  return { verdict: 'ask', num: lookups.begin(wanted, ticks.next()) };
}

/** Adds the number of its lookup, if nobody has been shown it yet. */
export function withNumber(
  { unshown }: Tables,
  { kind, id }: Pick<WantedLookup, 'kind' | 'id'>,
  record: StoredRecord,
): UnshownRecord {
  return { ...record, unshown: unshown.numberOf(kind, id, record.fetchedAt) };
}

/** A lookup has ended, and jobs wait for it no longer. */
export function endLookup(
  { jobs, lookups, ticks }: Tables,
  num: number,
  as: 'found' | 'free' | 'given_up',
): void {
  lookups.end(num, as, ticks.next());
  jobs.endWaitFor(num);
}

/** Marks the lookups of dead sessions as doubtful; returns all of them as they are then. */
export function doubtDead(
  { lookups, uptimes }: Tables,
  open: readonly OpenLookup[],
  lives: (holder: string) => boolean,
  at: number,
): OpenLookup[] {
  return open.map((lookup) => {
    if (lookup.state === 'doubtful' || lives(lookup.holder)) return lookup;
    uptimes.begin(lookups.doubt(lookup.num, at));
    return { ...lookup, state: 'doubtful', doubtedAt: at };
  });
}

function firstDoubt(
  open: readonly OpenLookup[],
  { proved, word = 0 }: WantedLookup,
): LookupVerdict | undefined {
  const found = open.find(({ num, begunTick }) => num !== proved && begunTick >= word);
  return found && { verdict: 'doubtful', doubt: toDoubtful(found) };
}

function inBatch(
  { items }: Tables,
  kind: IdentifierKind,
  id: string,
  word = 0,
): LookupVerdict | undefined {
  const found = items.sentInBatch(kind, id, word);
  return found && { verdict: 'in_batch', ...found };
}

function toDoubtful(lookup: OpenLookup): DoubtfulLookup {
  const { num, kind, way, begunTick, begunAt, keyFingerprint, verdict } = lookup;
  return {
    num,
    kind,
    way,
    begunTick,
    keyFingerprint,
    doubtedAt: lookup.doubtedAt ?? begunAt,
    verdict,
  };
}

function end(tables: Tables, num: number, outcome: LookupOutcome): void {
  const { lookups, records, uptimes } = tables;
  if (outcome.is === 'unknown') {
    uptimes.begin(lookups.doubt(num, outcome.at));
    return;
  }
  if (outcome.is === 'free') {
    endLookup(tables, num, 'free');
    return;
  }
  // Whoever waited for it finds it, also if the clock was set back in the meantime.
  const notBefore = lookups.begunAt(num);
  const late = <T extends { readonly fetchedAt: number }>(of: T): T => {
    return { ...of, fetchedAt: Math.max(of.fetchedAt, notBefore) };
  };
  if (outcome.unshown !== undefined) tables.unshown.add(num, late(outcome.unshown));
  endLookup(tables, num, 'found');
  if (outcome.record !== null) records.add(late(outcome.record));
}
