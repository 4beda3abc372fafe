import type { IdentifierKind } from '../identifiers/index.js';
import type { Tx } from './db.js';
import { moveItems } from './items.js';
import { jobsOf, LEFT_OUT, nextSeq, planJob, recount } from './jobs.js';
import {
  doubtDead,
  endLookup,
  openInPlan,
  toDoubtful,
  type DoubtfulLookup,
  type OpenInPlan,
} from './lookups.js';
import type { ItemCounts, Job } from './types.js';

export interface LeftOut {
  readonly id: string;
  readonly job: number;
  readonly doubt: DoubtfulLookup;
}

/** Ends the doubts about a job that is about to be sent where the user agreed to pay again; returns how many are being asked for now. */
export async function clearLookups(tx: Tx, batch: number, seq: number, isAgreed: boolean) {
  const found = (await openInPlan(tx, batch)).filter(({ job }) => job === seq);
  const open = await doubtDead(tx, found);
  const asking = open.filter(({ state }) => state === 'asking').length;
  if (asking > 0) return asking;
  // A real-time record is another product with another price: its doubt stays, whatever becomes of the job.
  const ended = isAgreed ? open.filter(({ way }) => way === 'simple') : [];
  for (const { num } of ended) await endLookup(tx, num, 'given_up');
  return 0;
}

/** Moves what single lookups left in doubt into a planned job of each kind, which is not sent; returns their numbers. */
export async function leaveOut(tx: Tx, batch: number): Promise<number[]> {
  const doubtful = (await openInPlan(tx, batch)).filter(({ state }) => state === 'doubtful');
  const planned = (await jobsOf(tx, batch)).filter(({ state }) => state === 'planned');
  const left: number[] = [];
  for (const kind of new Set(doubtful.map((lookup) => lookup.kind)))
    left.push(await leaveOutOf(tx, batch, kind, doubtful, planned));
  await tx.run(
    `UPDATE jobs SET error = CASE WHEN seq = ANY ($1::integer[]) THEN $2 END
     WHERE batch = $3 AND state = 'planned' AND (error = $2 OR seq = ANY ($1::integer[]))`,
    ...[left, LEFT_OUT, batch],
  );
  return left;
}

async function leaveOutOf(
  tx: Tx,
  batch: number,
  kind: IdentifierKind,
  doubtful: readonly OpenInPlan[],
  planned: readonly Job[],
) {
  const own = doubtful.filter((lookup) => lookup.kind === kind);
  const idsIn = (seq: number) => own.flatMap(({ id, job }) => (job === seq ? [id] : []));
  const isTheirs = ({ seq, items }: Job) => items === new Set(idsIn(seq)).size;
  const known = planned.find((job) => job.kind === kind && isTheirs(job));
  const seq = known?.seq ?? (await nextSeq(tx, batch));
  if (known === undefined) await planJob(tx, batch, { seq, kind, items: own.length });
  for (const { job } of own) await moveItems(tx, batch, job, seq, idsIn(job));
  await recount(tx, batch);
  return seq;
}

export async function leftOutOf(tx: Tx, batch: number): Promise<LeftOut[]> {
  return (await openInPlan(tx, batch))
    .filter(({ state }) => state === 'doubtful')
    .map((lookup) => ({ id: lookup.id, job: lookup.job, doubt: toDoubtful(lookup) }));
}

export function withLeftOut(counts: ItemCounts, open: readonly OpenInPlan[]): ItemCounts {
  const doubtful = open.filter(({ state }) => state === 'doubtful');
  const left = new Set(doubtful.map(({ id }) => id)).size;
  const { pending, unconfirmed } = counts;
  return { ...counts, pending: pending - left, unconfirmed: unconfirmed + left };
}
