import type { IdentifierKind } from '../identifiers/index.js';
import type { LedgerEngine, Tx } from './db.js';
import { selectIds, belongsToJob, countAnswers } from './job-items.js';
import {
  acceptJob,
  markUnconfirmed,
  endJob,
  readItems,
  readJob,
  readJobs,
  storeProgress,
  EXCLUDED,
  moveItems,
  moveJob,
  nextSeq,
  planJob,
  recountPlanned,
  readWaitingIds,
  findWaitingJobs,
  type Job,
} from './jobs.js';
import {
  markInterruptedLookups,
  closeLookup,
  findOpenPlannedLookups,
  type OpenPlannedLookup,
} from './lookups.js';
import { anyObject, readStored } from './stored-values.js';

/**
 * A decision about a job in doubt, with the reasons: `resend` or `ask` by the program (its verdict), `adopt`,
 * `resubmit` or `abandon` by the user.
 */
export interface RecordedDecision {
  readonly job: number;
  /** Epoch ms. */
  readonly at: number;
  readonly decision: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A job of the service that the user says is one of ours (`bulk resolve --adopt`). */
export interface Adoption {
  readonly batch: number;
  /** The jobs of the batch that it may be. */
  readonly jobs: readonly number[];
  readonly jobId: string;
  /** How many identifiers the service's job has. */
  readonly items: number;
  /** The identifiers that the results of the service's job name so far; while that job runs, more may follow. */
  readonly named: readonly string[];
  readonly isRunning: boolean;
  readonly at: number;
}

export function doubtsOperations({ read, writeBatch }: LedgerEngine) {
  return {
    /** Makes jobs that a killed run left in `submitting` unconfirmed. `why`: a `JobTrouble` as JSON. */
    markInterruptedJobs: writeBatch(async (tx, batch: number, why: string) => {
      for (const { seq, state } of await readJobs(tx, batch))
        if (state === 'submitting') await markUnconfirmed(tx, batch, seq, why);
    }),
    /**
     * Stores a decision or a verdict. After `ask` only the user can decide: `evidence.why` becomes the final verdict of
     * the job.
     */
    recordDecision: writeBatch(recordDecision),
    findDoubtsAboutPlanned: read(findDoubtsAboutPlanned),
    /** Moves identifiers that single lookups left in doubt into a planned job of each kind; returns these jobs. */
    moveDoubtfulToOwnJobs: writeBatch(async (tx, batch: number) => {
      const excluded = await moveDoubtfulToOwnJobs(tx, batch);
      return (await readJobs(tx, batch)).filter(({ seq }) => excluded.includes(seq));
    }),
    readDecisions: read(readDecisions),
    /** Ends jobs by the user's decision, all of them or none. @throws ConfereError `job_taken` */
    abandon: writeBatch(async (tx, batch: number, seqs: readonly number[], at: number) => {
      for (const seq of seqs) {
        const evidence = { by: 'user', jobId: (await readJob(tx, batch, seq))?.jobId ?? null };
        await addDecision(tx, batch, { job: seq, at, decision: 'abandon', evidence });
        await endJob(tx, batch, seq, 'abandoned', at);
      }
    }),
    /**
     * Counts planned identifiers that may have been charged already, by a job that was sent since `since` (epoch ms)
     * and then abandoned.
     */
    countAbandoned: read(countAbandoned),
    /**
     * Adopts the service's job for the best fitting one of `jobs`; returns that job, or undefined if none fits.
     */
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

async function readDecisions(tx: Tx, batch: number): Promise<RecordedDecision[]> {
  const rows: (Omit<RecordedDecision, 'evidence'> & { evidence: string })[] = await tx.all(
    'SELECT job, at, decision, evidence FROM decisions WHERE batch = $1 ORDER BY num',
    batch,
  );
  return rows.map((row) => {
    return { ...row, evidence: readStored(row.evidence, anyObject, 'decisions') };
  });
}

async function countAbandoned(tx: Tx, batch: number, since: number): Promise<number> {
  let count = 0;
  for (const kind of ['cpf', 'cnpj'] as const) {
    const condition = "j.kind = $1 AND j.state = 'abandoned' AND j.submitted_at >= $2";
    const ids = new Set<string>();
    for (const job of await findWaitingJobs(tx, condition, 'j.batch, j.seq', kind, since))
      for (const id of await readWaitingIds(tx, job.batch, job.seq)) ids.add(id);
    if (ids.size === 0) continue;
    // An excluded job is planned as well, but it is not about to be sent.
    const planned =
      "j.batch = $1 AND j.kind = $2 AND j.state = 'planned' AND j.error IS DISTINCT FROM $3";
    for (const { seq } of await findWaitingJobs(tx, planned, 'j.seq', batch, kind, EXCLUDED))
      count += (await readWaitingIds(tx, batch, seq)).filter((id) => ids.has(id)).length;
  }
  return count;
}

/**
 * Returns whether the user adopted the job's id. Identifiers that the results of an adopted job do not name may belong
 * to another job of the service.
 */
export function isAdopted(tx: Tx, batch: number, seq: number): Promise<boolean> {
  const sql = "SELECT 1 FROM decisions WHERE batch = $1 AND job = $2 AND decision = 'adopt'";
  return tx.has(sql, batch, seq);
}

async function adopt(tx: Tx, adoption: Adoption): Promise<Job | undefined> {
  const { batch, jobId, items, named, at } = adoption;
  const fitting: Job[] = [];
  for (const seq of adoption.jobs) {
    const candidate = await readJob(tx, batch, seq);
    if (candidate && (await mayAdopt(tx, adoption, candidate))) fitting.push(candidate);
  }
  const rankAbandoned = ({ state }: Job) => Number(state === 'abandoned');
  const job = fitting.sort((a, b) => rankAbandoned(a) - rankAbandoned(b) || a.items - b.items)[0];
  if (job === undefined) return undefined;
  if (job.jobId !== null && job.jobId !== jobId) await undoAdoption(tx, batch, job, at);
  const evidence = { by: 'user', jobId, totalRecords: items, named: named.length };
  await addDecision(tx, batch, { job: job.seq, at, decision: 'adopt', evidence });
  // Only the answer to a submission says how many identifiers were rejected.
  const rejected = job.jobId === null ? 0 : job.rejected;
  await acceptJob(tx, batch, job.seq, { jobId, rejected }, at);
  return job;
}

/** Ends an earlier adoption, because the user now names another job id; the records that it brought stay. */
async function undoAdoption(tx: Tx, batch: number, { seq, state }: Job, at: number): Promise<void> {
  if (state === 'accepted')
    await moveJob(tx, batch, seq, 'unconfirmed', { error: '' }, ['accepted']);
  const { found } = countAnswers(await readItems(tx, batch, seq));
  await storeProgress(tx, batch, seq, { found, notFound: 0, skipped: 0, error: null }, at, at);
}

/**
 * Returns whether the service's job may be `job`: both have the same id, or the results of the service's job name only
 * identifiers that `job` sent. If they name none yet, the service's job must be running and have the same size.
 */
async function mayAdopt(tx: Tx, adoption: Adoption, job: Job): Promise<boolean> {
  if (job.jobId === adoption.jobId) return true;
  if (job.jobId !== null && !(await isAdopted(tx, adoption.batch, job.seq))) return false;
  if (adoption.items > job.items || adoption.items === 0) return false;
  if (adoption.named.length === 0) return adoption.isRunning && adoption.items === job.items;
  const sent = new Set(selectIds(await readItems(tx, adoption.batch, job.seq), belongsToJob));
  const foreign = adoption.named.filter((id) => !sent.has(id)).length;
  // Identifiers that were erased or answered otherwise are no longer in our job, but the service still names them.
  return foreign < adoption.named.length && foreign <= job.items - sent.size;
}

/** Returns the doubts of single lookups about identifiers that wait in planned jobs of the batch. */
async function findDoubtsAboutPlanned(tx: Tx, batch: number): Promise<OpenPlannedLookup[]> {
  return (await findOpenPlannedLookups(tx, batch)).filter(({ state }) => state === 'doubtful');
}

/**
 * Ends the doubts about the identifiers of a job that is about to be sent, if the user consented to paying again. While
 * single lookups ask for some of these identifiers, no doubt ends. Returns the number of these lookups.
 */
export async function endAcceptedDoubts(tx: Tx, batch: number, seq: number, hasConsent: boolean) {
  const openOfJob = (await findOpenPlannedLookups(tx, batch)).filter(({ job }) => job === seq);
  const open = await markInterruptedLookups(tx, openOfJob);
  const askingCount = open.filter(({ state }) => state === 'asking').length;
  if (askingCount > 0) return askingCount;
  // A job brings no real-time record, which is another product with another price, so those doubts stay.
  const accepted = hasConsent ? open.filter(({ mode }) => mode === 'simple') : [];
  for (const { num } of accepted) await closeLookup(tx, num, 'given_up');
  return 0;
}

/**
 * Moves identifiers that single lookups left in doubt into a planned job of each kind, which is sent only with the
 * user's consent; returns the numbers of these jobs.
 */
export async function moveDoubtfulToOwnJobs(tx: Tx, batch: number): Promise<number[]> {
  const doubtful = await findDoubtsAboutPlanned(tx, batch);
  const planned = (await readJobs(tx, batch)).filter(({ state }) => state === 'planned');
  const excluded: number[] = [];
  for (const kind of new Set(doubtful.map((lookup) => lookup.kind)))
    excluded.push(await moveDoubtfulOfKind(tx, batch, kind, doubtful, planned));
  await tx.run(
    `UPDATE jobs SET error = CASE WHEN seq = ANY ($1::integer[]) THEN $2 END
     WHERE batch = $3 AND state = 'planned' AND (error = $2 OR seq = ANY ($1::integer[]))`,
    ...[excluded, EXCLUDED, batch],
  );
  return excluded;
}

async function moveDoubtfulOfKind(
  tx: Tx,
  batch: number,
  kind: IdentifierKind,
  doubtful: readonly OpenPlannedLookup[],
  planned: readonly Job[],
) {
  const doubtfulOfKind = doubtful.filter((lookup) => lookup.kind === kind);
  const idsIn = (seq: number) => doubtfulOfKind.flatMap(({ id, job }) => (job === seq ? [id] : []));
  const hasNoOthers = ({ seq, items }: Job) => items === new Set(idsIn(seq)).size;
  const existing = planned.find((job) => job.kind === kind && hasNoOthers(job));
  const seq = existing?.seq ?? (await nextSeq(tx, batch));
  if (existing === undefined) await planJob(tx, batch, { seq, kind, items: doubtfulOfKind.length });
  for (const { job } of doubtfulOfKind) await moveItems(tx, batch, job, seq, idsIn(job));
  await recountPlanned(tx, batch);
  return seq;
}
