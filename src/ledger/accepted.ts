import { createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, writeWhole } from '../base/flush.js';
import { beginMetersAnew } from './balances.js';
import { acceptedJobIn } from './batch-folder.js';
import { nextTick, type LedgerEngine, type Tx } from './db.js';
import { idsWith, isOfJob } from './job-items.js';
import {
  acceptJob,
  backToPlanned,
  itemsOf,
  jobOf,
  jobsOf,
  moveItems,
  moveJob,
  planJob,
  recount,
  type Job,
} from './jobs.js';
import type { Ledger } from './ledger.js';
import { selectBatches, type Batch } from './reading.js';
import { split, type SubmissionOutcome } from './submitting.js';

/** What the service answered to a submission. A file beside the batch keeps it until the batch is removed (contract, "Money" 1). */
export interface Acceptance {
  readonly job: number;
  /** Epoch ms. Files of earlier versions may lack it, and what follows `at`. */
  readonly submittedAt?: number | null;
  readonly outcome: Extract<SubmissionOutcome, { is: 'accepted' }>;
  readonly at: number;
  /** Credits of a found record, as the request counted them. */
  readonly price?: number | null;
  /** How many identifiers were sent, and their checksum: both go when somebody is erased from the batch. */
  readonly items?: number;
  readonly check?: string;
}

/**
 * `stored`: the job waited for this answer. `came_back`: the ledger did not know the submission, so an earlier state of it was
 * restored; the meter of the account must begin anew. `not_needed`: the job was sent again since, or another one has the id.
 * `misfit`: nothing that is planned has these identifiers.
 */
export type Homecoming = 'stored' | 'came_back' | 'not_needed' | 'misfit';

export function acceptedOperations({ read, writeBatch }: LedgerEngine) {
  return {
    /** Those of these batches that have a job without a job id. */
    withoutJobIds: read(async (tx, ids: readonly string[]) => {
      const rows: Pick<Batch, 'num' | 'id'>[] = await tx.all(
        `SELECT num, id FROM batches b WHERE id = ANY ($1::text[])
           AND EXISTS (SELECT 1 FROM jobs j WHERE j.batch = b.num AND j.job_id IS NULL)`,
        ids,
      );
      return rows;
    }),
    /** Stores a job id that the ledger does not have, with the identifiers that were sent under it. */
    takeHome: writeBatch((tx, batch: number, acceptance: Acceptance) =>
      takeHome(tx, batch, acceptance),
    ),
  };
}

/** Whoever erases somebody changes the checksum of the input, so that no guess at an identifier can be proved any more. */
export function checkOfSent(
  { id, inputHash }: Pick<Batch, 'id' | 'inputHash'>,
  jobId: string,
  sent: readonly string[],
): string {
  const key = `${id} ${inputHash ?? ''} ${jobId}`;
  return createHmac('sha256', key).update(sent.join(' ')).digest('hex');
}

const AWAITED: ReadonlySet<Job['state']> = new Set(['submitting', 'unconfirmed', 'abandoned']);

async function takeHome(tx: Tx, batch: number, acceptance: Acceptance): Promise<Homecoming> {
  const { job: seq, outcome, at } = acceptance;
  if (await tx.has('SELECT 1 FROM jobs WHERE job_id = $1', outcome.jobId)) return 'not_needed';
  const job = await jobOf(tx, batch, seq);
  const began = job?.submittedAt ?? 0;
  const { submittedAt = began } = acceptance;
  const isOlder = (submittedAt ?? 0) < began;
  if (job !== undefined && AWAITED.has(job.state)) {
    if (isOlder) return 'not_needed';
    if (submittedAt === began) {
      await acceptJob(tx, batch, seq, outcome, at);
      return 'stored';
    }
  }
  const place = await placeOfSent(tx, batch, acceptance, job);
  if (place === undefined) return 'misfit';
  if (place.job.state !== 'planned') await backToPlanned(tx, batch, place.job.seq);
  await gatherSent(tx, batch, seq, place);
  const ticks = { begun_tick: await nextTick(tx), ended_tick: null, verdict: null };
  const sent = { submitted_at: submittedAt ?? at, price: acceptance.price ?? 1 };
  await moveJob(tx, batch, seq, 'submitting', { ...sent, ...ticks });
  await acceptJob(tx, batch, seq, outcome, at);
  await beginMetersAnew(tx);
  return 'came_back';
}

interface PlaceOfSent {
  readonly job: Job;
  readonly ids: readonly string[];
}

/** The job of that number, or, where there is none yet, any planned one, whose first identifiers are those that were sent. */
async function placeOfSent(
  tx: Tx,
  batch: number,
  { outcome: { jobId }, items, check }: Acceptance,
  own: Job | undefined,
): Promise<PlaceOfSent | undefined> {
  const [stored] = await selectBatches(tx, 'num = $1', batch);
  if (stored === undefined || items === undefined || check === undefined) return undefined;
  const all = own === undefined ? await jobsOf(tx, batch) : [own];
  for (const job of all) {
    // Only the user ends an abandoned job.
    if (job.jobId !== null || job.state === 'abandoned') continue;
    if (own === undefined && job.state !== 'planned') continue;
    const ids = idsWith(await itemsOf(tx, batch, job.seq), isOfJob).slice(0, items);
    if (ids.length === items && checkOfSent(stored, jobId, ids) === check) return { job, ids };
  }
  return undefined;
}

/** The job `seq` has what was sent and nothing else, as after the split before the submission, so that later numbers fit, too. */
async function gatherSent(tx: Tx, batch: number, seq: number, { job, ids }: PlaceOfSent) {
  if (job.seq === seq) {
    await split(tx, batch, seq, ids.length);
    return;
  }
  const { kind, round } = job;
  await planJob(tx, batch, { seq, kind, items: ids.length, round });
  await moveItems(tx, batch, job.seq, seq, ids);
  await recount(tx, batch, job.seq);
}

export interface StoredAcceptance {
  readonly path: string;
  readonly seq: number;
  /** Undefined for a file that cannot be read. */
  readonly acceptance: Acceptance | undefined;
}

/** The files of a batch on this machine with answers that its ledger does not have, in the order of the submissions. */
export async function unknownAcceptances(
  ledger: Ledger,
  { num, id }: Pick<Batch, 'num' | 'id'>,
): Promise<StoredAcceptance[]> {
  const jobs = await ledger.jobsOf(num);
  const known = new Set(jobs.flatMap(({ seq, jobId }) => (jobId === null ? [] : [seq])));
  const all = await storedAcceptances(ledger.folderOf(id), (seq) => !known.has(seq));
  const moment = ({ acceptance }: StoredAcceptance) => acceptance?.submittedAt ?? 0;
  return all.sort((a, b) => moment(a) - moment(b) || a.seq - b.seq);
}

async function storedAcceptances(folder: string, isMeant: (seq: number) => boolean) {
  const all: StoredAcceptance[] = [];
  for (const name of await readdir(folder)) {
    const seq = acceptedJobIn(name);
    if (seq === undefined || !isMeant(seq)) continue;
    const path = join(folder, name);
    all.push({ path, seq, acceptance: await readAcceptance(path, seq) });
  }
  return all;
}

async function readAcceptance(path: string, seq: number): Promise<Acceptance | undefined> {
  const file = await readJson<Acceptance>(path);
  const { is, jobId, rejected }: Partial<Acceptance['outcome']> = file?.outcome ?? {};
  const isId = typeof jobId === 'string' && jobId !== '';
  const isWhole = is === 'accepted' && isId && Number.isSafeInteger(rejected);
  return isWhole && file?.job === seq ? (file as Acceptance) : undefined;
}

/** Afterwards nobody can find out by guessing who was in a job: of a small one, the checksum would prove it. */
export async function forgetChecks(folder: string): Promise<void> {
  for (const { path, acceptance } of await storedAcceptances(folder, () => true))
    if (acceptance?.check !== undefined)
      await writeWhole(path, JSON.stringify(withoutCheck(acceptance)));
}

export function withoutCheck(acceptance: Acceptance): Acceptance {
  return { ...acceptance, items: undefined, check: undefined };
}
