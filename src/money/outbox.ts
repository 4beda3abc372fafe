import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.js';
import { asKnownError, ConfereError } from '../errors.js';
import { readJson, writeWhole } from '../flush.js';
import { jobIdFile, waitingJob } from '../ledger/batch-folder.js';
import {
  releasing,
  type Batch,
  type Job,
  type LateOutcome,
  type Ledger,
  type SubmissionOutcome,
} from '../ledger/index.js';
import type { Submission } from '../service/index.js';

/** What waited on this machine while the database was away; what cannot be written now stays. */
export async function deliverWaiting(ledger: Ledger): Promise<void> {
  const batches = join(ledger.folder, 'batches');
  for (const id of await namesIn(batches)) {
    const names = await namesIn(join(batches, id));
    if (names.some((name) => waitingJob(name) !== undefined))
      await deliverJobIds(ledger, id).catch(asKnownError);
  }
  for (const { path, late } of await waitingOutcomes(ledger)) {
    const isDelivered = await ledger.deliverLookup(late).then(() => true, asKnownError);
    if (isDelivered === true) await rm(path, { force: true });
  }
}

/** Nobody else may decide about the jobs of the batch; those of one that another machine works on stay. */
async function deliverJobIds(ledger: Ledger, id: string): Promise<void> {
  const batch = (await ledger.findBatches({ idPrefix: id })).find((one) => one.id === id);
  if (batch === undefined) return;
  await releasing(await ledger.holdBatch(id), () => recoverJobIds(ledger, batch));
}

/** How often, and after how long (ms), the ledger is tried again. */
const TRIES = 6;
const PAUSE = 2_000;

interface Waiting {
  readonly job: number;
  readonly submittedAt?: number | null;
  readonly outcome: Extract<SubmissionOutcome, { is: 'accepted' }>;
  readonly at: number;
}

/** Stores a job id, the only way to its paid results; it is in a file until the ledger has it. `taken`: another job has it. @throws ConfereError `ledger_unwritable` */
export async function storeJobId(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  { id, num }: Batch,
  { seq, submittedAt }: Job,
  { jobId, invalid: rejected }: Submission,
): Promise<'stored' | 'taken'> {
  const path = join(ledger.folderOf(id), jobIdFile(seq));
  const outcome = { is: 'accepted', jobId, rejected } as const;
  const waiting: Waiting = { job: seq, submittedAt, outcome, at: clock.now() };
  const putInFile = async () => {
    await writeWhole(path, JSON.stringify(waiting));
    return true;
  };
  for (let tries = 1; ; tries += 1) {
    // This process may end while the ledger does not answer.
    const isInFile = await putInFile().catch(() => false);
    let owner: Awaited<ReturnType<typeof ownerOf>> = { num, job: seq };
    try {
      await ledger.keepOutcome(num, seq, outcome, waiting.at);
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
      await rm(path, { force: true });
      return owner.num === num && owner.job === seq ? 'stored' : 'taken';
    }
    await clock.sleep(PAUSE);
  }
}

async function ownerOf(ledger: Ledger, jobId: string) {
  const [batch] = await ledger.findBatches({ jobId });
  if (batch === undefined) return undefined;
  const job = (await ledger.jobsOf(batch.num)).find((one) => one.jobId === jobId);
  return { num: batch.num, job: job?.seq };
}

const AWAITED: ReadonlySet<Job['state']> = new Set(['submitting', 'unconfirmed', 'abandoned']);

/** @throws ConfereError `job_id_unreadable` */
export async function recoverJobIds(ledger: Ledger, batch: Batch): Promise<void> {
  const folder = ledger.folderOf(batch.id);
  for (const name of await readdir(folder)) {
    const seq = waitingJob(name);
    if (seq === undefined) continue;
    const path = join(folder, name);
    const job = (await ledger.jobsOf(batch.num)).find((one) => one.seq === seq);
    if (job?.jobId === null && AWAITED.has(job.state)) {
      const waiting = await readWaiting(path, batch, job);
      // Another machine may have proved the submission free and sent the job again; the id is not that of the second one.
      const { submittedAt = job.submittedAt, outcome, at } = waiting ?? {};
      const isOwn = outcome !== undefined && submittedAt === job.submittedAt;
      if (isOwn && (await ownerOf(ledger, outcome.jobId)) === undefined)
        await ledger.keepOutcome(batch.num, seq, outcome, at ?? 0);
    }
    await rm(path, { force: true });
  }
}

/** The file stays if it cannot be read, unless the user gave the job up. */
async function readWaiting(path: string, { id }: Batch, { seq, state }: Job) {
  const waiting = await readJson<Waiting>(path);
  const { is, jobId, rejected }: Partial<Waiting['outcome']> = waiting?.outcome ?? {};
  const isId = typeof jobId === 'string' && jobId !== '';
  const isWhole = is === 'accepted' && isId && Number.isSafeInteger(rejected);
  if (isWhole && waiting?.job === seq) return waiting;
  if (state === 'abandoned') return undefined;
  throw new ConfereError('job_id_unreadable', { batch: id, job: seq, path });
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
