import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../base/clock.js';
import { asKnownError, ConfereError } from '../base/errors.js';
import { moveFile, readJson, writeWhole } from '../base/flush.js';
import { computeSentCheck, findUnknownAcceptances, omitSentCheck } from '../ledger/accepted.js';
import { jobIdFile } from '../ledger/batch-folder.js';
import {
  releaseAfter,
  type Acceptance,
  type Batch,
  type Job,
  type LateOutcome,
  type Ledger,
  type BegunJob,
  type StoredAcceptance,
} from '../ledger/index.js';
import { listBatchFolders, lostFolderOf } from '../ledger/lost.js';
import type { Submission } from '../service/index.js';

/**
 * What waited on this machine while the database was away, or an older ledger came back; what cannot be written now
 * stays. @throws ConfereError `ledger_lost`
 */
export async function deliverWaiting(ledger: Ledger): Promise<void> {
  const names = await namesIn(join(ledger.folder, 'batches'));
  const open = names.length === 0 ? [] : await ledger.findWithoutJobIds(names);
  for (const { id, num } of open)
    if ((await findUnknownAcceptances(ledger, { id, num })).length > 0)
      await deliverJobIds(ledger, num, id).catch(refuseLoss);
  for (const { path, late } of await waitingOutcomes(ledger)) {
    const isDelivered = await ledger.endLateLookup(late).then(() => true, asKnownError);
    if (isDelivered === true) await rm(path, { force: true });
  }
}

function refuseLoss(error: unknown): void {
  const known = asKnownError(error);
  if (known.code === 'ledger_lost') throw known;
}

/** Nobody else may decide about the jobs of the batch; those of one that another process works on stay. */
async function deliverJobIds(ledger: Ledger, num: number, id: string): Promise<void> {
  await releaseAfter(await ledger.holdBatch(id), async () => {
    const [batch] = await ledger.findBatches({ num });
    if (batch !== undefined) await recoverJobIds(ledger, batch);
  });
}

/** How often, and after how long (ms), the ledger is tried again. */
const TRIES = 6;
const PAUSE = 2_000;

/**
 * Stores a job id, the only way to its paid results, in the ledger and in a file that outlives an older ledger. `taken`:
 * another job has it. @throws ConfereError `ledger_unwritable`
 */
export async function storeJobId(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  batch: Batch,
  { seq, submittedAt }: Pick<Job, 'seq' | 'submittedAt'>,
  { jobId, invalid: rejected }: Submission,
  { ids, price }: BegunJob,
): Promise<'stored' | 'taken'> {
  const { id, num } = batch;
  const path = join(ledger.folderOf(id), jobIdFile(seq));
  const outcome = { is: 'accepted', jobId, rejected } as const;
  const check = computeSentCheck(batch, jobId, ids);
  const at = clock.now();
  const acceptance: Acceptance = {
    job: seq,
    submittedAt,
    outcome,
    at,
    price,
    items: ids.length,
    check,
  };
  const putInFile = async () => {
    await writeWhole(path, JSON.stringify(acceptance));
    return true;
  };
  for (let tries = 1; ; tries += 1) {
    // This process may end while the ledger does not answer.
    const isInFile = await putInFile().catch(() => false);
    let owner: Awaited<ReturnType<typeof ownerOf>> = { num, job: seq };
    try {
      await ledger.storeOutcome(num, seq, outcome, at);
    } catch (error) {
      // A database may have stored it and been lost before it said so.
      owner = await ownerOf(ledger, jobId).catch(() => undefined);
      const known = error instanceof ConfereError ? error : undefined;
      const mayPass = known?.kind === 'ledger' || known?.kind === 'locked';
      if (owner === undefined && (!mayPass || tries === TRIES)) {
        const waits = isInFile && known?.code === 'database_unusable';
        const facts = { of: 'job_id', batch: id, job: seq, jobId, waits } as const;
        throw new ConfereError('ledger_unwritable', facts, { cause: error });
      }
    }
    if (owner !== undefined) {
      if (owner.num === num && owner.job === seq) return 'stored';
      await rm(path, { force: true });
      return 'taken';
    }
    await clock.sleep(PAUSE);
  }
}

async function ownerOf(ledger: Ledger, jobId: string) {
  const [batch] = await ledger.findBatches({ jobId });
  if (batch === undefined) return undefined;
  const job = (await ledger.readJobs(batch.num)).find((one) => one.jobId === jobId);
  return { num: batch.num, job: job?.seq };
}

/**
 * Takes home the job ids of a batch that its ledger does not have. Returns whether the ledger is an older one that came back.
 * @throws ConfereError `job_id_unreadable`, `ledger_lost`
 */
export async function recoverJobIds(ledger: Ledger, batch: Batch): Promise<boolean> {
  const { cameBack, lost } = await takeHome(ledger, batch);
  const { id } = batch;
  const { length: jobs } = lost;
  if (jobs > 0) throw new ConfereError('ledger_lost', { why: 'jobs', batch: id, jobs });
  return cameBack;
}

async function takeHome(ledger: Ledger, batch: Batch) {
  const lost: StoredAcceptance[] = [];
  let cameBack = false;
  for (const file of await findUnknownAcceptances(ledger, batch)) {
    const { path, seq, acceptance } = file;
    const end =
      acceptance === undefined
        ? await withoutId(ledger, batch, seq, path)
        : await ledger.storeAcceptance(batch.num, acceptance);
    if (end === 'came_back') cameBack = true;
    else if (end === 'misfit') lost.push(file);
    else if (end === 'not_needed') await rm(path, { force: true });
  }
  return { cameBack, lost };
}

/** A file that cannot be read stays, unless the user gave the job up. */
async function withoutId(ledger: Ledger, { id, num }: Batch, seq: number, path: string) {
  const job = (await ledger.readJobs(num)).find((one) => one.seq === seq);
  if (job?.state === 'abandoned') return 'not_needed';
  if (job === undefined || job.state === 'planned') return 'misfit';
  throw new ConfereError('job_id_unreadable', { batch: id, job: seq, path });
}

/** The user accepts the ledger as it is: the ids of jobs that do not fit its plans move aside. Returns how many. */
export async function acceptLostJobs(ledger: Ledger): Promise<number> {
  const own = new Set(listBatchFolders(ledger.folder));
  let count = 0;
  for (const { id, num } of await ledger.findBatches()) {
    if (!own.has(id) || (await findUnknownAcceptances(ledger, { id, num })).length === 0) continue;
    await releaseAfter(await ledger.holdBatch(id), async () => {
      const [batch] = await ledger.findBatches({ num });
      const { lost } = batch === undefined ? { lost: [] } : await takeHome(ledger, batch);
      for (const one of lost) await moveAside(lostFolderOf(ledger, id), one);
      count += lost.length;
    });
  }
  return count;
}

async function moveAside(folder: string, { path, acceptance }: StoredAcceptance): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = join(folder, basename(path));
  if (acceptance === undefined) await moveFile(path, aside);
  else await writeWhole(aside, JSON.stringify(omitSentCheck(acceptance)));
  await rm(path, { force: true });
}

/** Returns whether it is in a private file: only if `error` says that the database is away. */
export async function storeOutcome(
  ledger: Pick<Ledger, 'folder'>,
  late: LateOutcome,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof ConfereError) || error.code !== 'database_unusable') return false;
  return writeOutcome(ledger, late).then(
    () => true,
    () => false,
  );
}

export async function markOutcomeShown(ledger: Pick<Ledger, 'folder'>, num: number, at: number) {
  for (const { late } of await waitingOutcomes(ledger))
    if (late.num === num) await writeOutcome(ledger, { ...late, shownAt: at });
}

/** Sessions of two ledgers that were in this place one after the other may have the same numbers. */
async function writeOutcome(ledger: Pick<Ledger, 'folder'>, late: LateOutcome): Promise<void> {
  const folder = outcomesFolder(ledger);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeWhole(join(folder, `lookup-${late.num}-${late.holder}.json`), JSON.stringify(late));
}

function outcomesFolder({ folder }: Pick<Ledger, 'folder'>): string {
  return join(folder, 'waiting');
}

/** A file that cannot be read stays: it may be the only trace of what was paid for. */
async function waitingOutcomes(ledger: Pick<Ledger, 'folder'>) {
  const all: { readonly path: string; readonly late: LateOutcome }[] = [];
  for (const name of await namesIn(outcomesFolder(ledger))) {
    const path = join(outcomesFolder(ledger), name);
    const late = name.endsWith('.json') ? await readJson<LateOutcome>(path) : undefined;
    const isWhole = Number.isSafeInteger(late?.num) && typeof late?.holder === 'string';
    const isEnd = late?.outcome?.is === 'found' || late?.outcome?.is === 'free';
    if (isWhole && isEnd) all.push({ path, late: late as LateOutcome });
  }
  return all;
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
