import type { SubmissionRequest } from '../../operations/submitting.js';
import type { Job } from '../../types.js';
import type { Holders } from '../holders.js';
import type { OpenLookup } from '../tables/lookups.js';
import type { Tables } from '../tables/index.js';
import { doubtDead } from './lookups.js';

/**
 * Separates a job that is about to be sent from single lookups: what one left in doubt becomes a job of its
 * own with an unknown outcome, or is given up where the user agreed to pay again. Returns how many identifiers
 * are being asked for right now; then nothing else was changed.
 */
export function clearLookups(
  tables: Tables,
  holders: Holders,
  request: SubmissionRequest,
  { seq, kind }: Job,
): number {
  const { jobs, lookups, ticks } = tables;
  const { batch, at } = request;
  const found = lookups.openInJob(batch, seq, kind);
  if (found.length === 0) return 0;
  const open = doubtDead(tables, found, (holder) => holders.lives(holder), at);
  const asking = open.filter(({ state }) => state === 'asking').length;
  if (asking > 0) return asking;
  for (const lookup of open) {
    if (!request.evenIfElsewhere) moveOut(tables, request, kind, lookup);
    lookups.end(lookup.num, 'given_up', ticks.next());
  }
  jobs.recount(batch, seq);
  return 0;
}

function moveOut(
  { balances, batches, items, jobs }: Tables,
  { batch, lookupTrouble }: SubmissionRequest,
  kind: Job['kind'],
  lookup: OpenLookup,
): void {
  const seq = jobs.lastSeq(batch) + 1;
  const [owner] = batches.find({ num: batch, most: 1 });
  const accountOf = (key: string | undefined) => balances.accountOf(key ?? '') ?? key;
  // The balance of another account says nothing about it.
  const isOwn = accountOf(owner?.keyFingerprint) === accountOf(lookup.keyFingerprint);
  jobs.planDoubted(batch, {
    ...{ seq, kind, error: lookupTrouble, begunTick: lookup.begunTick },
    ...{ submittedAt: lookup.begunAt, doubtedAt: lookup.doubtedAt ?? lookup.begunAt },
    verdict: lookup.verdict ?? (isOwn ? null : 'other_account'),
  });
  items.moveTo(batch, lookup.id, seq);
}
