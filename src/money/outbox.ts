import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.js';
import { asKnownError, ConfereError } from '../errors.js';
import { writeWhole } from '../flush.js';
import type { Batch, Job, LateOutcome, Ledger, SubmissionOutcome } from '../ledger/index.js';
import type { Submission } from '../service/index.js';

/** What was paid for and cannot be written into the ledger waits in private files of this machine. */
interface OutboxDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Writes down what waited on this machine while the database of a shared ledger was away. What cannot be written now stays for the next time. */
export async function deliverWaiting({ ledger, clock }: OutboxDeps): Promise<void> {
  await deliverJobIds({ ledger, clock });
  await deliverOutcomes(ledger);
}

/** How often, and after how long (ms), the ledger is tried again: another program may hold it. */
const TRIES = 6;
const PAUSE = 2_000;

type Accepted = Extract<SubmissionOutcome, { is: 'accepted' }>;

/** A job id that waits in a file of the batch's folder until the ledger can be written. */
interface Waiting {
  readonly job: number;
  /** When the submission began (epoch ms), as the ledger has it; files of earlier versions have none. */
  readonly submittedAt?: number | null;
  readonly outcome: Accepted;
  readonly at: number;
}

/**
 * Stores the id of an accepted job, the only way to its paid results. If the ledger cannot be written for
 * longer than a while, the id waits in a file, which the next run with this batch writes down. `taken`: another
 * job of this ledger has the id already, so it cannot be that of this submission.
 *
 * @throws ConfereError `ledger_unwritable`, which contains the id
 */
export async function keepJobId(
  deps: OutboxDeps,
  batch: Batch,
  { seq, submittedAt }: Job,
  { jobId, invalid }: Submission,
): Promise<'kept' | 'taken'> {
  const outcome: Accepted = { is: 'accepted', jobId, rejected: invalid };
  const waiting = { job: seq, submittedAt, outcome, at: deps.clock.now() };
  try {
    return await keepTrying(deps, batch, waiting);
  } catch (error) {
    const isInFile = await keepInFile(deps, batch, waiting).then(
      () => true,
      () => false,
    );
    const isAway = error instanceof ConfereError && error.code === 'database_unusable';
    const waits = isInFile && isAway;
    throw new ConfereError(
      'ledger_unwritable',
      { of: 'job_id', batch: batch.id, job: seq, jobId, waits },
      { cause: error },
    );
  }
}

/** The file is there from the first failure on, because this process may end before the ledger can be written. */
async function keepTrying(
  deps: OutboxDeps,
  batch: Batch,
  waiting: Waiting,
): Promise<'kept' | 'taken'> {
  for (let tries = 1; ; tries += 1) {
    try {
      await keep(deps, batch, waiting);
      if (tries > 1) await forgetFile(deps, batch, waiting);
      return 'kept';
    } catch (error) {
      const known = await whoseIs(deps, batch, waiting).catch(() => undefined);
      if (known !== undefined) await forgetFile(deps, batch, waiting);
      if (known !== undefined) return known;
      const { kind } = asKnownError(error);
      const mayPass = kind === 'ledger' || kind === 'locked';
      if (!mayPass || tries === TRIES) throw error;
      if (tries === 1) await keepInFile(deps, batch, waiting).catch(() => undefined);
      await deps.clock.sleep(PAUSE);
    }
  }
}

/**
 * `kept`: this job has the id already, as when a database stored it and was lost before it said so; `taken`: another
 * one has it; undefined if none has.
 */
async function whoseIs(
  { ledger }: OutboxDeps,
  { num }: Batch,
  { job, outcome: { jobId } }: Waiting,
): Promise<'kept' | 'taken' | undefined> {
  const [batch] = await ledger.findBatches({ jobId });
  if (batch === undefined) return undefined;
  const own = batch.num === num ? await ledger.jobsOf(num) : [];
  return own.some((one) => one.seq === job && one.jobId === jobId) ? 'kept' : 'taken';
}

function keep(
  { ledger }: OutboxDeps,
  { num }: Batch,
  { job, outcome, at }: Waiting,
): Promise<void> {
  return ledger.keepOutcome(num, job, outcome, at);
}

async function forgetFile({ ledger }: OutboxDeps, { id }: Batch, { job }: Waiting): Promise<void> {
  await rm(join(ledger.folderOf(id), fileOf(job)), { force: true });
}

async function keepInFile({ ledger }: OutboxDeps, batch: Batch, waiting: Waiting): Promise<void> {
  const path = join(ledger.folderOf(batch.id), fileOf(waiting.job));
  await writeWhole(path, JSON.stringify(waiting));
}

function fileOf(job: number): string {
  return `accepted-${job}.json`;
}

/** The number of the job whose id waits in a file of this name; undefined for another file. */
export function waitingJob(name: string): number | undefined {
  const [, seq] = /^accepted-(\d+)\.json$/.exec(name) ?? [];
  return seq === undefined ? undefined : Number(seq);
}

/**
 * Writes down the job ids that an earlier run could only keep in files.
 *
 * @throws ConfereError `job_id_unreadable` if such a file is damaged; nothing was changed then
 */
export async function recoverJobIds(deps: OutboxDeps, batch: Batch): Promise<void> {
  const folder = deps.ledger.folderOf(batch.id);
  for (const name of await readdir(folder)) {
    const seq = waitingJob(name);
    if (seq === undefined) continue;
    const path = join(folder, name);
    const job = await awaited(deps, batch, seq);
    if (job !== undefined) {
      const waiting = await readWaiting(path, batch, job);
      const isOwn = waiting !== undefined && isOf(waiting, job);
      if (isOwn && !(await isTaken(deps, waiting.outcome.jobId))) await keep(deps, batch, waiting);
    }
    await rm(path, { force: true });
  }
}

async function isTaken({ ledger }: OutboxDeps, jobId: string): Promise<boolean> {
  return (await ledger.findBatches({ jobId })).length > 0;
}

/** The file stays if it cannot be read: it may be the only trace of what was paid for, unless the user gave that up. */
async function readWaiting(
  path: string,
  { id }: Batch,
  { seq: job, state }: Job,
): Promise<Waiting | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const waiting = parsed(text);
  if (waiting?.job === job && isAccepted(waiting.outcome)) return waiting as Waiting;
  if (state === 'abandoned') return undefined;
  throw new ConfereError('job_id_unreadable', { batch: id, job, path });
}

function parsed(text: string): Partial<Waiting> | undefined {
  try {
    return (JSON.parse(text) ?? undefined) as Partial<Waiting> | undefined;
  } catch {
    return undefined;
  }
}

function isAccepted(outcome: Partial<Accepted> | undefined): boolean {
  const { is, jobId, rejected } = outcome ?? {};
  const isId = typeof jobId === 'string' && jobId !== '';
  return is === 'accepted' && isId && Number.isSafeInteger(rejected);
}

const AWAITED: ReadonlySet<Job['state']> = new Set(['submitting', 'unconfirmed', 'abandoned']);

/** The job, unless its id is known. One that was given up meanwhile comes home, too. */
async function awaited(
  { ledger }: OutboxDeps,
  { num }: Batch,
  seq: number,
): Promise<Job | undefined> {
  const job = (await ledger.jobsOf(num)).find((one) => one.seq === seq);
  return job?.jobId === null && AWAITED.has(job.state) ? job : undefined;
}

/** Another machine may have proved the submission free and sent the job again; the id is not that of the second one. */
function isOf({ submittedAt }: Waiting, job: Job): boolean {
  return submittedAt === undefined || submittedAt === job.submittedAt;
}

/** Those of a batch that another machine works on stay. */
async function deliverJobIds(deps: OutboxDeps): Promise<void> {
  const batches = join(deps.ledger.folder, 'batches');
  for (const id of await namesIn(batches)) {
    const names = await namesIn(join(batches, id));
    if (names.some((name) => waitingJob(name) !== undefined))
      await deliverOf(deps, id).catch(asKnownError);
  }
}

async function deliverOf(deps: OutboxDeps, id: string): Promise<void> {
  const alike = await deps.ledger.findBatches({ idPrefix: id });
  const batch = alike.find((one) => one.id === id);
  if (batch === undefined) return;
  // Nobody else may decide about its jobs meanwhile.
  const { release } = await deps.ledger.holdBatch(id);
  try {
    await recoverJobIds(deps, batch);
  } finally {
    await release();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/**
 * Keeps how a lookup ended in a private file of this machine, if `error` says that the database of a shared ledger is
 * away; the next command here delivers it. Returns whether it is kept.
 */
export async function keepWaiting(
  { folder }: Pick<Ledger, 'folder'>,
  late: LateOutcome,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof ConfereError) || error.code !== 'database_unusable') return false;
  try {
    await mkdir(waitingFolder(folder), { recursive: true, mode: 0o700 });
    await writeWhole(pathOf(folder, late), JSON.stringify(late));
    return true;
  } catch {
    return false;
  }
}

/** Notes in its file, if it has one, that the record of a lookup has been shown. */
export async function noteShownWaiting(
  { folder }: Pick<Ledger, 'folder'>,
  num: number,
  at: number,
): Promise<void> {
  for (const name of await waitingOutcomes(folder)) {
    const late = await readOutcome(join(waitingFolder(folder), name));
    if (late?.num === num)
      await writeWhole(pathOf(folder, late), JSON.stringify({ ...late, shownAt: at }));
  }
}

/** A file that cannot be read stays: it may be the only trace of what was paid for. */
async function deliverOutcomes(ledger: Pick<Ledger, 'folder' | 'deliverLookup'>) {
  const { folder } = ledger;
  for (const name of await waitingOutcomes(folder)) {
    const path = join(waitingFolder(folder), name);
    const late = await readOutcome(path);
    if (late === undefined) continue;
    const isDelivered = await ledger.deliverLookup(late).then(() => true, asKnownError);
    if (isDelivered === true) await rm(path, { force: true });
  }
}

async function waitingOutcomes(folder: string): Promise<string[]> {
  return (await namesIn(waitingFolder(folder))).filter((name) => name.endsWith('.json'));
}

function waitingFolder(folder: string): string {
  return join(folder, 'waiting');
}

/** Sessions of two ledgers that were in this place one after the other may have the same numbers. */
function pathOf(folder: string, { num, holder }: LateOutcome): string {
  return join(waitingFolder(folder), `lookup-${num}-${holder}.json`);
}

async function readOutcome(path: string): Promise<LateOutcome | undefined> {
  try {
    const late = JSON.parse(await readFile(path, 'utf8')) as LateOutcome;
    const isWhole = Number.isSafeInteger(late.num) && typeof late.holder === 'string';
    const isEnd = ['found', 'free'].includes(late.outcome.is);
    return isWhole && isEnd ? late : undefined;
  } catch {
    return undefined;
  }
}
