import type { SubmissionRequest } from '../operations/submitting.js';
import type { Job } from '../types.js';
import type { OpenLookup } from '../rows/lookup-row.js';
import type { Steps, Tables } from './steps.js';
import { doubtDead, endLookup } from './lookups.js';

/**
 * Separates a job that is about to be sent from single lookups: what one left in doubt becomes a job of its
 * own with an unknown outcome, or is sent where the user agreed to pay again. Returns how many identifiers
 * are being asked for right now; then nothing else was changed.
 */
export function* clearLookups(
  tables: Tables,
  request: SubmissionRequest,
  { seq, kind }: Job,
): Steps<number> {
  const { holders, jobs, lookups } = tables;
  const { batch, at } = request;
  const found = yield* lookups.openInJob(batch, seq, kind);
  if (found.length === 0) return 0;
  const open = yield* doubtDead(tables, found, holders.lives, at);
  const asking = open.filter(({ state }) => state === 'asking').length;
  if (asking > 0) return asking;
  for (const lookup of onePerIdentifier(open)) yield* clear(tables, request, kind, lookup);
  yield* jobs.recount(batch, seq);
  return 0;
}

/** Of two, the simple one: once its doubt has ended, the next run finds the real-time one. */
function onePerIdentifier(open: readonly OpenLookup[]): Iterable<OpenLookup> {
  const rank = ({ way }: OpenLookup) => (way === 'simple' ? 1 : 0);
  const simpleLast = open.toSorted((a, b) => rank(a) - rank(b));
  return new Map(simpleLast.map((lookup) => [lookup.id, lookup])).values();
}

/**
 * The job takes the doubt of a simple lookup over, and the lookup ends. A real-time record is another product with
 * another price: its doubt stays what it is, whatever becomes of the job, which only waits for it.
 */
function* clear(
  tables: Tables,
  request: SubmissionRequest,
  kind: Job['kind'],
  lookup: OpenLookup,
): Steps<void> {
  const isRealtime = lookup.way === 'realtime';
  const { batch, evenIfElsewhere, resubmits = false } = request;
  const isForBatch = resubmits || (yield* tables.jobs.hasGivenUpWaiting(batch, lookup.num));
  const isAgreed = evenIfElsewhere || (isRealtime && isForBatch);
  if (!isAgreed) yield* moveOut(tables, request, kind, lookup);
  if (!isRealtime) yield* endLookup(tables, lookup.num, 'given_up');
}

function* moveOut(
  { balances, batches, items, jobs }: Tables,
  { batch, lookupTrouble }: SubmissionRequest,
  kind: Job['kind'],
  lookup: OpenLookup,
): Steps<void> {
  const seq = (yield* jobs.lastSeq(batch)) + 1;
  const [owner] = yield* batches.find({ num: batch, most: 1 });
  const key = owner?.keyFingerprint;
  const account = (yield* balances.accountOf(key ?? '')) ?? key;
  const asker = (yield* balances.accountOf(lookup.keyFingerprint)) ?? lookup.keyFingerprint;
  // The balance of another account says nothing about it.
  const isOwn = account === asker;
  yield* jobs.planDoubted(batch, {
    ...{ seq, kind, error: lookupTrouble, begunTick: lookup.begunTick },
    ...{ submittedAt: lookup.begunAt, doubtedAt: lookup.doubtedAt ?? lookup.begunAt },
    lookup: lookup.way === 'realtime' ? lookup.num : null,
    verdict: lookup.verdict ?? (isOwn ? null : 'other_account'),
  });
  yield* items.moveTo(batch, lookup.id, seq);
}
