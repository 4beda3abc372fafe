import { createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, writePrivateFile } from '../base/flush.js';
import { beginAllMetersAnew } from './balances.js';
import { readJobNumber } from './batch-folder.js';
import { nextTick, type LedgerEngine, type Tx } from './db.js';
import { selectIds, belongsToJob } from './job-items.js';
import {
  acceptJob,
  returnToPlan,
  readItems,
  readJob,
  readJobs,
  moveItems,
  moveJob,
  planJob,
  recountPlanned,
  type Job,
} from './jobs.js';
import { selectBatches, type Batch } from './batches.js';
import { splitJob, type SubmissionOutcome } from './submitting.js';

/**
 * The service's answer to a submission. A file in the folder of the batch keeps it until the batch is removed
 * (contract, "Money" 1).
 */
export interface Acceptance {
  readonly job: number;
  /** Epoch ms. Files of earlier versions may lack it, and all fields after `at`. */
  readonly submittedAt?: number | null;
  readonly outcome: Extract<SubmissionOutcome, { is: 'accepted' }>;
  /** Epoch ms of the answer. */
  readonly at: number;
  /** Credits of a found record, as the request counted them. */
  readonly price?: number | null;
  /** How many identifiers were sent; removed when an identifier is erased from the batch. */
  readonly items?: number;
  /** A checksum of these identifiers, removed together with `items`. */
  readonly check?: string;
}

/**
 * `stored`: the job waited for this answer. `came_back`: the ledger did not know the submission, because the user
 * restored an earlier state of it, so all meters begin anew. `not_needed`: the job was sent again since, or another job
 * has the id. `misfit`: no planned job has these identifiers.
 */
export type AcceptanceVerdict = 'stored' | 'came_back' | 'not_needed' | 'misfit';

export function acceptedOperations({ read, writeBatch }: LedgerEngine) {
  return {
    /** Returns the batches, of those with these ids, that have a job without a job id. */
    findWithoutJobIds: read(async (tx, ids: readonly string[]) => {
      const rows: Pick<Batch, 'num' | 'id'>[] = await tx.all(
        `SELECT num, id FROM batches b WHERE id = ANY ($1::text[])
           AND EXISTS (SELECT 1 FROM jobs j WHERE j.batch = b.num AND j.job_id IS NULL)`,
        ids,
      );
      return rows;
    }),
    /** Stores a job id that the ledger does not have, for the identifiers that were sent under it. */
    storeAcceptance: writeBatch((tx, batch: number, acceptance: Acceptance) =>
      storeAcceptance(tx, batch, acceptance),
    ),
  };
}

/**
 * Returns a checksum of sent identifiers. Its key has the input's hash, which an erasure changes, so that nobody can try
 * identifiers afterwards until the checksum fits, and so learn which one was erased.
 */
export function computeSentCheck(
  { id, inputHash }: Pick<Batch, 'id' | 'inputHash'>,
  jobId: string,
  sent: readonly string[],
): string {
  const key = `${id} ${inputHash ?? ''} ${jobId}`;
  return createHmac('sha256', key).update(sent.join(' ')).digest('hex');
}

/** The states of a job whose job id may still become known. */
const AWAITED: ReadonlySet<Job['state']> = new Set(['submitting', 'unconfirmed', 'abandoned']);

async function storeAcceptance(
  tx: Tx,
  batch: number,
  acceptance: Acceptance,
): Promise<AcceptanceVerdict> {
  const { job: seq, outcome, at } = acceptance;
  if (await tx.has('SELECT 1 FROM jobs WHERE job_id = $1', outcome.jobId)) return 'not_needed';
  const job = await readJob(tx, batch, seq);
  const storedSubmittedAt = job?.submittedAt ?? 0;
  const { submittedAt = storedSubmittedAt } = acceptance;
  const isOlder = (submittedAt ?? 0) < storedSubmittedAt;
  if (job !== undefined && AWAITED.has(job.state)) {
    if (isOlder) return 'not_needed';
    if (submittedAt === storedSubmittedAt) {
      await acceptJob(tx, batch, seq, outcome, at);
      return 'stored';
    }
  }
  const match = await findSentIdentifiers(tx, batch, acceptance, job);
  if (match === undefined) return 'misfit';
  if (match.job.state !== 'planned') await returnToPlan(tx, batch, match.job.seq);
  await gatherSent(tx, batch, seq, match);
  const ticks = { begun_tick: await nextTick(tx), ended_tick: null, verdict: null };
  const sent = { submitted_at: submittedAt ?? at, price: acceptance.price ?? 1 };
  await moveJob(tx, batch, seq, 'submitting', { ...sent, ...ticks });
  await acceptJob(tx, batch, seq, outcome, at);
  await beginAllMetersAnew(tx);
  return 'came_back';
}

/** The identifiers that were sent, and the job that has them. */
interface SentIdentifiers {
  readonly job: Job;
  readonly ids: readonly string[];
}

/**
 * Finds the job whose first identifiers are those that were sent: `knownJob`, or a planned one if no job has that
 * number yet.
 */
async function findSentIdentifiers(
  tx: Tx,
  batch: number,
  { outcome: { jobId }, items, check }: Acceptance,
  knownJob: Job | undefined,
): Promise<SentIdentifiers | undefined> {
  const [stored] = await selectBatches(tx, 'num = $1', batch);
  if (stored === undefined || items === undefined || check === undefined) return undefined;
  const candidates = knownJob === undefined ? await readJobs(tx, batch) : [knownJob];
  for (const job of candidates) {
    // Only the user may take an abandoned job up again.
    if (job.jobId !== null || job.state === 'abandoned') continue;
    if (knownJob === undefined && job.state !== 'planned') continue;
    const ids = selectIds(await readItems(tx, batch, job.seq), belongsToJob).slice(0, items);
    if (ids.length === items && computeSentCheck(stored, jobId, ids) === check) return { job, ids };
  }
  return undefined;
}

/**
 * Makes `seq` a job of exactly the sent identifiers, as the split before the submission did, so that the numbers of
 * later jobs stay right.
 */
async function gatherSent(tx: Tx, batch: number, seq: number, { job, ids }: SentIdentifiers) {
  if (job.seq === seq) {
    await splitJob(tx, batch, seq, ids.length);
    return;
  }
  const { kind, round } = job;
  await planJob(tx, batch, { seq, kind, items: ids.length, round });
  await moveItems(tx, batch, job.seq, seq, ids);
  await recountPlanned(tx, batch, job.seq);
}

/** A file with the service's answer to the submission of the job `seq`. */
export interface StoredAcceptance {
  readonly path: string;
  readonly seq: number;
  /** Undefined for a file that cannot be read. */
  readonly acceptance: Acceptance | undefined;
}

interface JobsAndFolders {
  readonly readJobs: (batch: number) => Promise<readonly Pick<Job, 'seq' | 'jobId'>[]>;
  readonly batchFolder: (batchId: string) => string;
}

/**
 * Returns the files of a batch on this machine with answers that its ledger does not have, in the order of submission.
 */
export async function findUnknownAcceptances(
  ledger: JobsAndFolders,
  { num, id }: Pick<Batch, 'num' | 'id'>,
): Promise<StoredAcceptance[]> {
  const jobs = await ledger.readJobs(num);
  const seqsWithId = new Set(jobs.flatMap(({ seq, jobId }) => (jobId === null ? [] : [seq])));
  const acceptances = await readStoredAcceptances(
    ledger.batchFolder(id),
    (seq) => !seqsWithId.has(seq),
  );
  const readMoment = ({ acceptance }: StoredAcceptance) => acceptance?.submittedAt ?? 0;
  return acceptances.sort((a, b) => readMoment(a) - readMoment(b) || a.seq - b.seq);
}

async function readStoredAcceptances(folder: string, isWanted: (seq: number) => boolean) {
  const acceptances: StoredAcceptance[] = [];
  for (const name of await readdir(folder)) {
    const seq = readJobNumber(name);
    if (seq === undefined || !isWanted(seq)) continue;
    const path = join(folder, name);
    acceptances.push({ path, seq, acceptance: await readAcceptance(path, seq) });
  }
  return acceptances;
}

async function readAcceptance(path: string, seq: number): Promise<Acceptance | undefined> {
  const file = await readJson<Acceptance>(path);
  const { is, jobId, rejected }: Partial<Acceptance['outcome']> = file?.outcome ?? {};
  const hasId = typeof jobId === 'string' && jobId !== '';
  const isComplete = is === 'accepted' && hasId && Number.isSafeInteger(rejected);
  return isComplete && file?.job === seq ? (file as Acceptance) : undefined;
}

/**
 * Removes the checksums of sent identifiers from the files of a batch: for a small job, somebody could try identifiers
 * until the checksum fits.
 */
export async function removeSubmissionChecksums(folder: string): Promise<void> {
  for (const { path, acceptance } of await readStoredAcceptances(folder, () => true))
    if (acceptance?.check !== undefined)
      await writePrivateFile(path, JSON.stringify(omitSentCheck(acceptance)));
}

/** Returns an acceptance without the checksum of the sent identifiers and their number. */
export function omitSentCheck(acceptance: Acceptance): Acceptance {
  return { ...acceptance, items: undefined, check: undefined };
}
