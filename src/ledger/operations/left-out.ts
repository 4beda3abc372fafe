import type { IdentifierKind } from '../../identifiers/index.js';
import type { LeftOut } from './doubts.js';
import { doubtDead, endLookup, toDoubtful } from './lookups.js';
import type { SubmissionRequest } from './submitting.js';
import type { Tables } from '../tables/index.js';
import type { OpenInPlan } from '../tables/lookups.js';
import type { ItemCounts, Job } from '../types.js';

/**
 * Separates a job that is about to be sent from single lookups: what one left in doubt is left out, or sent where the
 * user agreed to pay again. Returns how many identifiers are being asked for right now; then nothing else was changed.
 */
export async function clearLookups(
  tables: Tables,
  request: SubmissionRequest,
  { seq }: Job,
  isAgreed: boolean,
): Promise<number> {
  const { holders, lookups } = tables;
  const { batch, at } = request;
  const found = (await lookups.openInPlan(batch)).filter(({ job }) => job === seq);
  if (found.length === 0) return 0;
  const open = await doubtDead(tables, found, holders.lives, at);
  const asking = open.filter(({ state }) => state === 'asking').length;
  if (asking > 0) return asking;
  // A real-time record is another product with another price: its doubt stays, whatever becomes of the job.
  const ended = isAgreed ? open.filter(({ way }) => way === 'simple') : [];
  for (const { num } of ended) await endLookup(tables, num, 'given_up');
  return 0;
}

/**
 * Moves the identifiers that single lookups left in doubt out of the planned jobs of a batch into one planned job of
 * each kind, which is not sent. Returns the numbers of these jobs.
 */
export async function leaveOut(tables: Tables, batch: number): Promise<number[]> {
  const { jobs, lookups } = tables;
  const doubtful = (await lookups.openInPlan(batch)).filter(({ state }) => state === 'doubtful');
  const planned = (await jobs.of(batch)).filter(({ state }) => state === 'planned');
  const left: number[] = [];
  for (const kind of new Set(doubtful.map((lookup) => lookup.kind)))
    left.push(await leaveOutOf(tables, batch, kind, doubtful, planned));
  await jobs.markLeftOut(batch, left);
  return left;
}

async function leaveOutOf(
  { items, jobs }: Tables,
  batch: number,
  kind: IdentifierKind,
  doubtful: readonly OpenInPlan[],
  planned: readonly Job[],
): Promise<number> {
  const own = doubtful.filter((lookup) => lookup.kind === kind);
  const idsIn = (seq: number) => new Set(own.flatMap(({ id, job }) => (job === seq ? [id] : [])));
  const known = planned.find((job) => job.kind === kind && job.items === idsIn(job.seq).size);
  const seq = known?.seq ?? (await jobs.lastSeq(batch)) + 1;
  if (known === undefined) await jobs.plan(batch, { seq, kind, items: own.length });
  for (const { job } of own) await items.move(batch, job, seq, idsIn(job));
  await jobs.recount(batch);
  return seq;
}

/** What single lookups left in doubt of the identifiers that a batch has not sent. */
export async function leftOutOf(
  { lookups }: Pick<Tables, 'lookups'>,
  batch: number,
): Promise<LeftOut[]> {
  const open = await lookups.openInPlan(batch);
  return open
    .filter(({ state }) => state === 'doubtful')
    .map((lookup) => ({ id: lookup.id, job: lookup.job, doubt: toDoubtful(lookup) }));
}

/** Counts them as unconfirmed. `kind`: the identifiers of this kind alone. */
export function withLeftOut(
  counts: ItemCounts,
  open: readonly OpenInPlan[],
  kind?: IdentifierKind,
): ItemCounts {
  const doubtful = open.filter(
    (lookup) => lookup.state === 'doubtful' && (kind === undefined || lookup.kind === kind),
  );
  const left = new Set(doubtful.map(({ id }) => id)).size;
  const { pending, unconfirmed } = counts;
  return { ...counts, pending: pending - left, unconfirmed: unconfirmed + left };
}
