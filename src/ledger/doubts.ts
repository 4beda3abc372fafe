import type { IdentifierKind } from '../identifiers/index.js';
import type { LedgerEngine, Tx } from './db.js';
import { idsWith, isOfJob, tallyOf } from './job-items.js';
import {
  acceptJob,
  doubtJob,
  endJob,
  itemsOf,
  jobOf,
  jobsOf,
  keepProgress,
  LEFT_OUT,
  moveItems,
  moveJob,
  nextSeq,
  planJob,
  recount,
  waitingIdsOf,
  waitingJobs,
  type Job,
} from './jobs.js';
import { doubtDead, endLookup, openInPlan, type OpenInPlan } from './lookups.js';
import type { ItemCounts } from './reading.js';
import { anyObject, readStored } from './stored-values.js';

/** Why a submission with an unknown outcome was sent again, left waiting, adopted or abandoned. */
export interface RecordedDecision {
  readonly job: number;
  readonly at: number;
  readonly decision: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

export interface Adoption {
  readonly batch: number;
  readonly jobs: readonly number[];
  readonly jobId: string;
  /** How many identifiers the service's job has, and those that its results name. */
  readonly items: number;
  readonly named: readonly string[];
  /** It may name identifiers later. */
  readonly isRunning: boolean;
  readonly at: number;
}

export function doubtsOperations({ read, writeBatch }: LedgerEngine) {
  return {
    /** A killed run left them in `submitting`. */
    doubtCutShort: writeBatch(async (tx, batch: number, why: string) => {
      for (const { seq, state } of await jobsOf(tx, batch))
        if (state === 'submitting') await doubtJob(tx, batch, seq, why);
    }),
    /** `ask`: only the user can decide, and `evidence.why` is the final verdict of the job. */
    recordDecision: writeBatch(recordDecision),
    leftOut: read(doubtfulInPlan),
    /** Moves what single lookups left in doubt into a planned job of each kind, which is sent only at the user's word. */
    leaveOut: writeBatch(async (tx, batch: number) => {
      const left = await leaveOut(tx, batch);
      return (await jobsOf(tx, batch)).filter(({ seq }) => left.includes(seq));
    }),
    decisionsOf: read(decisionsOf),
    /** All of them or none. */
    abandon: writeBatch(async (tx, batch: number, seqs: readonly number[], at: number) => {
      for (const seq of seqs) {
        const evidence = { by: 'user', jobId: (await jobOf(tx, batch, seq))?.jobId ?? null };
        await addDecision(tx, batch, { job: seq, at, decision: 'abandon', evidence });
        await endJob(tx, batch, seq, 'abandoned', at);
      }
    }),
    /** How many planned identifiers are in an abandoned job sent since `since`: they may have been charged. */
    givenUpIn: read(givenUpIn),
    /** Adopts the service's job for the one of `jobs` that it fits best; undefined if it fits none (see `fits`). */
    adopt: writeBatch(adopt),
  };
}

export async function addDecision(
  tx: Tx,
  batch: number,
  { job, at, decision, evidence }: RecordedDecision,
): Promise<void> {
  const sql = `INSERT INTO decisions (batch, job, at, decision, evidence)
    VALUES ($1, $2, $3, $4, $5)`;
  await tx.run(sql, batch, job, at, decision, JSON.stringify(evidence));
}

async function recordDecision(tx: Tx, batch: number, decision: RecordedDecision): Promise<void> {
  await addDecision(tx, batch, decision);
  if (decision.decision !== 'ask') return;
  const { why } = decision.evidence;
  await tx.run(
    `UPDATE jobs SET verdict = $1 WHERE batch = $2 AND seq = $3 AND state = 'unconfirmed'`,
    ...[typeof why === 'string' ? why : 'ask', batch, decision.job],
  );
}

async function decisionsOf(tx: Tx, batch: number): Promise<RecordedDecision[]> {
  const rows: (Omit<RecordedDecision, 'evidence'> & { evidence: string })[] = await tx.all(
    'SELECT job, at, decision, evidence FROM decisions WHERE batch = $1 ORDER BY num',
    batch,
  );
  return rows.map((row) => {
    return { ...row, evidence: readStored(row.evidence, anyObject, 'decisions') };
  });
}

async function givenUpIn(tx: Tx, batch: number, since: number): Promise<number> {
  let count = 0;
  for (const kind of ['cpf', 'cnpj'] as const) {
    const which = "j.kind = $1 AND j.state = 'abandoned' AND j.submitted_at >= $2";
    const ids = new Set<string>();
    for (const job of await waitingJobs(tx, which, 'j.batch, j.seq', kind, since))
      for (const id of await waitingIdsOf(tx, job.batch, job.seq)) ids.add(id);
    if (ids.size === 0) continue;
    // What a single lookup left in doubt is planned, but not sent.
    const planned =
      "j.batch = $1 AND j.kind = $2 AND j.state = 'planned' AND j.error IS DISTINCT FROM $3";
    for (const { seq } of await waitingJobs(tx, planned, 'j.seq', batch, kind, LEFT_OUT))
      count += (await waitingIdsOf(tx, batch, seq)).filter((id) => ids.has(id)).length;
  }
  return count;
}

/** What the service's job does not name may then be part of another one. */
export function isAdopted(tx: Tx, batch: number, seq: number): Promise<boolean> {
  const sql = "SELECT 1 FROM decisions WHERE batch = $1 AND job = $2 AND decision = 'adopt'";
  return tx.has(sql, batch, seq);
}

async function adopt(tx: Tx, adoption: Adoption): Promise<Job | undefined> {
  const { batch, jobId, items, named, at } = adoption;
  const fitting: Job[] = [];
  for (const seq of adoption.jobs) {
    const candidate = await jobOf(tx, batch, seq);
    if (candidate && (await fits(tx, adoption, candidate))) fitting.push(candidate);
  }
  const isGivenUp = ({ state }: Job) => Number(state === 'abandoned');
  const job = fitting.sort((a, b) => isGivenUp(a) - isGivenUp(b) || a.items - b.items)[0];
  if (job === undefined) return undefined;
  if (job.jobId !== null && job.jobId !== jobId) await letGo(tx, batch, job, at);
  const evidence = { by: 'user', jobId, totalRecords: items, named: named.length };
  await addDecision(tx, batch, { job: job.seq, at, decision: 'adopt', evidence });
  // Only the answer to a submission says how many identifiers were rejected.
  const rejected = job.jobId === null ? 0 : job.rejected;
  await acceptJob(tx, batch, job.seq, { jobId, rejected }, at);
  return job;
}

/** The job that was adopted before is another one; what it named of ours stays. */
async function letGo(tx: Tx, batch: number, { seq, state }: Job, at: number): Promise<void> {
  if (state === 'accepted')
    await moveJob(tx, batch, seq, 'unconfirmed', { error: '' }, ['accepted']);
  const { found } = tallyOf(await itemsOf(tx, batch, seq));
  await keepProgress(tx, batch, seq, { found, notFound: 0, skipped: 0, error: null }, at, at);
}

/** By its id, or because it names only what was sent; one that names none yet must run and have the same size. */
async function fits(tx: Tx, adoption: Adoption, job: Job): Promise<boolean> {
  if (job.jobId === adoption.jobId) return true;
  if (job.jobId !== null && !(await isAdopted(tx, adoption.batch, job.seq))) return false;
  if (adoption.items > job.items || adoption.items === 0) return false;
  if (adoption.named.length === 0) return adoption.isRunning && adoption.items === job.items;
  const sent = new Set(idsWith(await itemsOf(tx, adoption.batch, job.seq), isOfJob));
  const foreign = adoption.named.filter((id) => !sent.has(id)).length;
  // As many may be foreign as the job has lost, because they were erased or answered otherwise.
  return foreign < adoption.named.length && foreign <= job.items - sent.size;
}

async function doubtfulInPlan(tx: Tx, batch: number): Promise<OpenInPlan[]> {
  return (await openInPlan(tx, batch)).filter(({ state }) => state === 'doubtful');
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
  const doubtful = await doubtfulInPlan(tx, batch);
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

export function withLeftOut(counts: ItemCounts, open: readonly OpenInPlan[]): ItemCounts {
  const doubtful = open.filter(({ state }) => state === 'doubtful');
  const left = new Set(doubtful.map(({ id }) => id)).size;
  const { pending, unconfirmed } = counts;
  return { ...counts, pending: pending - left, unconfirmed: unconfirmed + left };
}
