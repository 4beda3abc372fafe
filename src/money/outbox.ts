import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../base/clock.js';
import { returnKnownError, ConfereError } from '../base/errors.js';
import { moveFile, readJson, removePath, writePrivateFile } from '../base/flush.js';
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
import { listBatchFolders, lostBatchFolder } from '../ledger/lost.js';
import type { SubmissionAnswer } from '../service/index.js';

/**
 * Stores in the ledger the job ids and outcomes that wait in files of this machine, because the database was away or a
 * backup of the ledger was restored. A file stays as long as the ledger cannot be written. @throws ConfereError
 * `ledger_lost`
 */
export async function storeWaitingOutcomes(ledger: Ledger): Promise<void> {
  const names = await listNames(join(ledger.folder, 'batches'));
  const batchesWithoutIds = names.length === 0 ? [] : await ledger.findWithoutJobIds(names);
  for (const { id, num } of batchesWithoutIds)
    if ((await findUnknownAcceptances(ledger, { id, num })).length > 0)
      await storeJobIdsUnderLease(ledger, num, id).catch(rethrowLostLedger);
  for (const { path, late } of await readWaitingOutcomes(ledger)) {
    const stored = await ledger.endLateLookup(late).then(() => true, returnKnownError);
    if (stored === true) await removePath(path);
  }
}

function rethrowLostLedger(error: unknown): void {
  const knownError = returnKnownError(error);
  if (knownError.code === 'ledger_lost') throw knownError;
}

/** Stores the job ids of a batch under its lease, so that no other process decides about its jobs at the same time. */
async function storeJobIdsUnderLease(ledger: Ledger, num: number, id: string): Promise<void> {
  await releaseAfter(await ledger.holdBatch(id), async () => {
    for (const batch of await ledger.findBatches({ num })) await recoverJobIds(ledger, batch);
  });
}

/** The database may be away for some seconds, so storing a job id is tried `ATTEMPTS` times, `PAUSE` ms apart. */
const ATTEMPTS = 6;
const PAUSE = 2_000;

/**
 * Stores a job id, the only way to its paid results, in the ledger and in a file: if a backup of the ledger is
 * restored, the file still has it. Returns `taken` if another job has this id. @throws ConfereError `ledger_unwritable`
 */
export async function storeJobId(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  batch: Batch,
  { seq, submittedAt }: Pick<Job, 'seq' | 'submittedAt'>,
  { jobId, invalid: rejected }: SubmissionAnswer,
  { ids, price }: BegunJob,
): Promise<'stored' | 'taken'> {
  const { id, num } = batch;
  const path = join(ledger.batchFolder(id), jobIdFile(seq));
  const outcome = { is: 'accepted', jobId, rejected } as const;
  const sentCheck = computeSentCheck(batch, jobId, ids);
  const at = clock.now();
  const acceptance: Acceptance = {
    job: seq,
    submittedAt,
    outcome,
    at,
    price,
    items: ids.length,
    check: sentCheck,
  };
  const writeAcceptance = async () => {
    await writePrivateFile(path, JSON.stringify(acceptance));
    return true;
  };
  for (let attempt = 1; ; attempt += 1) {
    // The file comes first: this process may be killed while the ledger does not answer.
    const isInFile = await writeAcceptance().catch(() => false);
    let owner: Awaited<ReturnType<typeof findOwner>> = { num, job: seq };
    try {
      await ledger.storeOutcome(num, seq, outcome, at);
    } catch (error) {
      // The connection may be lost after the database has stored the id and before it says so.
      owner = await findOwner(ledger, jobId).catch(() => undefined);
      const knownError = error instanceof ConfereError ? error : undefined;
      const isTemporary = knownError?.kind === 'ledger' || knownError?.kind === 'locked';
      if (owner === undefined && (!isTemporary || attempt === ATTEMPTS)) {
        const waits = isInFile && knownError?.code === 'database_unusable';
        const facts = { of: 'job_id', batch: id, job: seq, jobId, waits } as const;
        throw new ConfereError('ledger_unwritable', facts, { cause: error });
      }
    }
    if (owner !== undefined) {
      if (owner.num === num && owner.job === seq) return 'stored';
      await removePath(path);
      return 'taken';
    }
    await clock.sleep(PAUSE);
  }
}

async function findOwner(ledger: Ledger, jobId: string) {
  const [batch] = await ledger.findBatches({ jobId });
  if (batch === undefined) return undefined;
  const job = (await ledger.readJobs(batch.num)).find((one) => one.jobId === jobId);
  return { num: batch.num, job: job?.seq };
}

/**
 * Stores in the ledger the job ids of a batch that only files have. Returns whether these files show that a backup of
 * the ledger was restored. @throws ConfereError `job_id_unreadable`, `ledger_lost`
 */
export async function recoverJobIds(ledger: Ledger, batch: Batch): Promise<boolean> {
  const { isRestored, lost } = await recoverUnknownIds(ledger, batch);
  const { id } = batch;
  const { length: jobs } = lost;
  if (jobs > 0) throw new ConfereError('ledger_lost', { why: 'jobs', batch: id, jobs });
  return isRestored;
}

async function recoverUnknownIds(ledger: Ledger, batch: Batch) {
  const lost: StoredAcceptance[] = [];
  let isRestored = false;
  for (const file of await findUnknownAcceptances(ledger, batch)) {
    const { path, seq, acceptance } = file;
    const verdict =
      acceptance === undefined
        ? await decideAboutUnreadable(ledger, batch, seq, path)
        : await ledger.storeAcceptance(batch.num, acceptance);
    if (verdict === 'came_back') isRestored = true;
    else if (verdict === 'misfit') lost.push(file);
    else if (verdict === 'not_needed') await removePath(path);
  }
  return { isRestored, lost };
}

/** Decides about a file that cannot be read: the file stays, unless the user has abandoned its job. */
async function decideAboutUnreadable(
  ledger: Ledger,
  { id, num }: Batch,
  seq: number,
  path: string,
) {
  const job = (await ledger.readJobs(num)).find((one) => one.seq === seq);
  if (job?.state === 'abandoned') return 'not_needed';
  if (job === undefined || job.state === 'planned') return 'misfit';
  throw new ConfereError('job_id_unreadable', { batch: id, job: seq, path });
}

/**
 * Moves aside the job ids that fit no plan of the ledger, because the user accepts the ledger as it is. Returns the
 * number of these job ids.
 */
export async function acceptLostJobs(ledger: Ledger): Promise<number> {
  const onThisMachine = new Set(listBatchFolders(ledger.folder));
  let count = 0;
  for (const { id, num } of await ledger.findBatches()) {
    if (!onThisMachine.has(id)) continue;
    if ((await findUnknownAcceptances(ledger, { id, num })).length === 0) continue;
    await releaseAfter(await ledger.holdBatch(id), async () => {
      for (const batch of await ledger.findBatches({ num })) {
        const { lost } = await recoverUnknownIds(ledger, batch);
        for (const file of lost) await moveAside(lostBatchFolder(ledger, id), file);
        count += lost.length;
      }
    });
  }
  return count;
}

async function moveAside(folder: string, { path, acceptance }: StoredAcceptance): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const newPath = join(folder, basename(path));
  if (acceptance === undefined) await moveFile(path, newPath);
  else await writePrivateFile(newPath, JSON.stringify(omitSentCheck(acceptance)));
  await removePath(path);
}

/** Writes an outcome to a private file if `error` says that the database is away. Returns whether the file has it. */
export async function writeWaitingOutcome(
  ledger: Pick<Ledger, 'folder'>,
  late: LateOutcome,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof ConfereError) || error.code !== 'database_unusable') return false;
  return writeOutcomeFile(ledger, late).then(
    () => true,
    () => false,
  );
}

/** Records in the waiting file of a lookup that its record has reached the user. `at`: epoch ms. */
export async function markOutcomeDelivered(
  ledger: Pick<Ledger, 'folder'>,
  num: number,
  at: number,
) {
  for (const { late } of await readWaitingOutcomes(ledger))
    if (late.num === num) await writeOutcomeFile(ledger, { ...late, shownAt: at });
}

/**
 * Names the file by number and holder, because two ledgers that were here one after the other may use the same numbers.
 */
async function writeOutcomeFile(ledger: Pick<Ledger, 'folder'>, late: LateOutcome): Promise<void> {
  const folder = outcomesFolder(ledger);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writePrivateFile(
    join(folder, `lookup-${late.num}-${late.holder}.json`),
    JSON.stringify(late),
  );
}

function outcomesFolder({ folder }: Pick<Ledger, 'folder'>): string {
  return join(folder, 'waiting');
}

/** Reads the intact files. A damaged file stays, because it may be the only trace of a paid record. */
async function readWaitingOutcomes(ledger: Pick<Ledger, 'folder'>) {
  const outcomes: { readonly path: string; readonly late: LateOutcome }[] = [];
  for (const name of await listNames(outcomesFolder(ledger))) {
    const path = join(outcomesFolder(ledger), name);
    const late = name.endsWith('.json') ? await readJson<LateOutcome>(path) : undefined;
    const { num, holder, outcome } = late ?? {};
    const isWhole = Number.isSafeInteger(num) && typeof holder === 'string';
    const hasOutcome = outcome?.is === 'found' || outcome?.is === 'free';
    if (isWhole && hasOutcome) outcomes.push({ path, late: late as LateOutcome });
  }
  return outcomes;
}

function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
