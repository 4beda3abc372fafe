import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { isIntact, readPieces } from '../../base/checksum.js';
import { returnKnownError, ConfereError, isStop } from '../../base/errors.js';
import type { ErrorKind } from '../../base/facts.js';
import type { ResultBatch } from '../../export/index.js';
import { moveFile, removePath } from '../../base/flush.js';
import {
  describeLayout,
  detectLayout,
  type InputLayout,
  type InputOptions,
  type InputOrigin,
} from '../../input/index.js';
import { copyInput, flushCopy, isTypedByPerson, type Source } from '../../input/private-copy.js';
import { inputPath, nextCopyPath, placeNextCopy, workbookPath } from '../../ledger/batch-folder.js';
import type { Batch, Job } from '../../ledger/index.js';
import { readStored } from '../../ledger/stored-values.js';
import { requirePurpose } from '../../base/requester.js';
import type { LocalDeps } from '../dependencies.js';
import { createProgress, type EndedBatch } from '../events.js';
import { markLastWork, readTypedInput } from '../find-batch.js';
import { discardUnplanned, finishRemovals, removeFolder } from '../removal.js';
import { stopIfAsked } from '../stop.js';
import { computeEndTime, readFigures, summarize } from '../summary.js';
import { planBatch } from './plan.js';

export interface OpenRequest {
  readonly source: Source;
  readonly name: string;
  readonly input: InputOptions;
  readonly label?: string;
  /** With this option (`--again`) the run makes a new batch if the last one of the same input and options has ended. */
  readonly wantsNewBatch: boolean;
  /** Epoch ms; `Number.MAX_SAFE_INTEGER` for `--fresh`, so that no record is new enough. */
  readonly reuseSince: number;
  /** The run asks for fresh answers, so it continues no batch that was made without `fresh`. */
  readonly fresh: boolean;
  /** Throws if the result could not be written. It is called before the batch is made, and when its rows are known. */
  readonly refuseBadOutput?: (batch: ResultBatch) => Promise<void>;
}

/** A batch that this process has locked, until `release`. */
export interface HeldBatch {
  readonly batch: Batch;
  /** Whether this run made the batch, or made its plan after an earlier run was interrupted. */
  readonly isNew: boolean;
  readonly release: () => Promise<void>;
}

/**
 * Copies an input, finds or makes its batch, locks it and plans its jobs.
 *
 * @throws UsageError where the input is refused, and errors of kind `locked`; also ConfereError `interrupted` or
 * `terminated`, and then no new batch is left behind
 */
export async function openBatch(deps: LocalDeps, request: OpenRequest): Promise<HeldBatch> {
  const { refuseBadOutput } = request;
  const held = await copyAndPlan(deps, request);
  const describe = () => ({ ...held.batch, inputLayout: readLayout(held.batch) });
  if (refuseBadOutput !== undefined)
    await checkOrRelease(deps, held, () => refuseBadOutput(describe()));
  return held;
}

async function copyAndPlan(deps: LocalDeps, request: OpenRequest): Promise<HeldBatch> {
  const { ledger, stop } = deps;
  const { source, input, name } = request;
  await finishRemovals(ledger);
  const folder = ledger.incomingFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, deps.newId());
  const workbook = `${path}.workbook`;
  const reportUnpacked = createProgress(deps, 'unpacking', null);
  try {
    if (!isTypedByPerson(source)) reportUnpacked(0);
    const copied = await copyInput(source, path, input, name, {
      onRows: reportUnpacked,
      stop,
      keepAt: workbook,
    });
    stopIfAsked(deps);
    return await openStaged(deps, request, { path, workbook, ...copied });
  } catch (error) {
    deps.emit({ type: 'unread' });
    stopIfAsked(deps);
    throw error;
  } finally {
    await removePath(path);
    await removePath(workbook);
  }
}

/** A copied input at `path`. `workbook`: where the original file is kept, if the input is a workbook. */
type Staged = Awaited<ReturnType<typeof copyInput>> & {
  readonly path: string;
  readonly workbook: string;
};

async function openStaged(deps: LocalDeps, request: OpenRequest, staged: Staged) {
  const { ledger, baseUrl, keyFingerprint, requester } = deps;
  const { label = null, fresh, reuseSince, wantsNewBatch, name } = request;
  const wanted = {
    id: deps.newId(),
    file: name,
    label,
    baseUrl,
    keyFingerprint,
    requester,
    fresh,
    reuseSince,
    matchKey: computeMatchKey(request, staged.hash),
    createdAt: deps.clock.now(),
  };
  const knownBatch = await ledger.findBatchToContinue(wanted, wantsNewBatch);
  requirePurpose(requester, knownBatch?.purpose);
  const layout = isPlanned(knownBatch) ? undefined : await detectLayoutOfCopy(request, staged);
  // A batch that is not made yet has no rows and no result.
  const noBatch = { rows: 0, outputs: {}, kind: layout?.kind ?? null };
  const inputLayout = layout ?? (knownBatch && readLayoutWithOrigin(knownBatch, staged));
  await request.refuseBadOutput?.({ ...(knownBatch ?? noBatch), inputLayout });
  const { batch, isNew } = await ledger.findOrCreateBatch(wanted, wantsNewBatch);
  const held = await holdBatch(deps, batch, wantsNewBatch);
  try {
    await planOrRepair(deps, request, held.batch, staged, layout);
    // A batch that was only now planned may still be refused and discarded, so its id is announced later.
    const mayBeDiscarded = isNew || !isPlanned(held.batch);
    if (!mayBeDiscarded) announceBatch(deps, batch, await readEndedBatch(deps, batch, reuseSince));
    return { ...held, isNew: mayBeDiscarded, batch: await rereadBatch(deps, batch) };
  } catch (error) {
    await held.release();
    throw error;
  }
}

const UNDER_WAY: ReadonlySet<Job['state']> = new Set(['submitting', 'unconfirmed', 'accepted']);

/**
 * Locks a batch that was made with the key in use.
 *
 * @throws ConfereError `other_key`, `batch_held`, `batch_forgotten`
 */
export async function holdBatch(deps: LocalDeps, batch: Batch, wantsNewBatch = false) {
  await refuseOtherKey(deps, batch, wantsNewBatch);
  return holdForAnyKey(deps, batch);
}

/**
 * Refuses a batch of another API key, because the service shows a job only to the key that sent it.
 *
 * @throws ConfereError `other_key`
 */
export async function refuseOtherKey(
  { ledger, keyFingerprint }: Pick<LocalDeps, 'ledger' | 'keyFingerprint'>,
  batch: Batch,
  wantsNewBatch: boolean,
): Promise<void> {
  const { id, num, file, keyFingerprint: madeWith } = batch;
  if (madeWith === keyFingerprint) return;
  const states = (await ledger.readJobs(num)).map(({ state }) => state);
  const isUnderWay = states.some((state) => UNDER_WAY.has(state));
  const typed = await readTypedInput(ledger, batch);
  throw new ConfereError('other_key', {
    batch: id,
    file,
    madeWith,
    inUse: keyFingerprint,
    typed,
    isUnderWay,
    isPlanned: states.includes('planned'),
    isOwed: wantsNewBatch && !isUnderWay,
  });
}

/** Locks a batch of any API key, for work without requests. @throws ConfereError `batch_held`, `batch_forgotten` */
export async function holdForAnyKey(deps: LocalDeps, batch: Batch): Promise<HeldBatch> {
  const { release } = await deps.ledger.holdBatch(batch.id);
  try {
    const reread = await rereadBatch(deps, batch);
    await deps.ledger.recordBatchUse(batch.num, deps.requester, deps.clock.now());
    // A batch without a plan is not noted as the last work: a refusal may still discard it, and a command without a
    // batch id finds it anyway, because it is the newest.
    if (isPlanned(reread)) await markLastWork(deps, reread);
    return { batch: reread, isNew: false, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Emits the id of a batch. `ended` is undefined for a new batch, and null for a known one that may still send
 * something.
 */
export function announceBatch(
  { emit }: Pick<LocalDeps, 'emit'>,
  { id, createdAt }: Batch,
  ended?: EndedBatch | null,
): void {
  emit({ type: 'batch', id, isNew: ended === undefined, createdAt, ended: ended ?? null });
}

/** Returns when a batch ended and what a new one would cost; null where another run of it would send something. */
export async function readEndedBatch(
  { ledger, terms }: Pick<LocalDeps, 'ledger' | 'terms'>,
  { num }: Batch,
  reuseSince: number,
): Promise<EndedBatch | null> {
  const at = computeEndTime(await readFigures(ledger, num));
  if (at === null) return null;
  const { estimated, saved } = (await summarize(ledger, num, terms)).credits;
  return { at, isStale: at < reuseSince, worstCase: estimated + saved };
}

/** The fields that a stored layout has, whichever version of confere made it. */
const LAYOUT = v.looseObject({
  encoding: v.picklist(['utf8', 'utf8-broken', 'latin1', 'cp850', 'utf16le', 'utf16be']),
  lineEnd: v.picklist(['\n', '\r\n', '\r']),
  delimiter: v.string(),
  hasHeader: v.boolean(),
  columns: v.array(v.string()),
  bom: v.number(),
  preamble: v.number(),
  column: v.number(),
  kind: v.picklist(['cpf', 'cnpj', 'both']),
});

/**
 * Returns the layout by which the rows of a planned batch are read.
 *
 * @throws ConfereError where the stored one is damaged
 */
export function readLayout(batch: Batch): InputLayout {
  return readStored(batch.layout, LAYOUT, 'batches');
}

/** Reads a batch anew once it is locked: the process that held it before may have removed it. */
async function rereadBatch({ ledger }: LocalDeps, { num }: Batch): Promise<Batch> {
  const [batch] = await ledger.findBatches({ num });
  if (batch === undefined) throw new ConfereError('batch_forgotten', {});
  return batch;
}

/** Returns the hash of content and options by which a later run with the same input finds its batch. */
export function computeMatchKey(
  { label, fresh, input }: Pick<OpenRequest, 'label' | 'fresh' | 'input'>,
  contentHash: string,
): string {
  const givenOptions = Object.entries(input).filter(([, value]) => value !== undefined);
  const sorted = givenOptions.sort(([a], [b]) => a.localeCompare(b, 'en'));
  const options = JSON.stringify([contentHash, label ?? null, fresh, sorted]);
  return createHash('sha256').update(options).digest('hex');
}

/** Returns the layout that a planned batch has once the workbook of this run is kept. */
function readLayoutWithOrigin(batch: Batch, { origin }: Staged): InputLayout {
  const layout = readLayout(batch);
  return origin === undefined ? layout : withOrigin(layout, origin);
}

function isPlanned(batch: Batch | undefined): boolean {
  return batch !== undefined && batch.plannedAt !== null;
}

function detectLayoutOfCopy({ input, name }: OpenRequest, { path, origin }: Staged) {
  return detectLayout(path, input, name, origin);
}

async function planOrRepair(
  deps: LocalDeps,
  request: OpenRequest,
  batch: Batch,
  staged: Staged,
  knownLayout: InputLayout | undefined,
): Promise<void> {
  const { ledger } = deps;
  const { name, reuseSince } = request;
  const path = inputPath(deps, batch);
  if (batch.plannedAt !== null) {
    if (!(await isIntact(path, staged))) {
      // The match key includes the content, so the new copy is identical to the original one.
      await moveFile(staged.path, path);
      await flushCopy(path, name);
    }
    await replaceWorkbook(deps, batch, staged, name);
    return;
  }
  // Another process may have made the batch, and stopped before its plan, since this run looked for it.
  const layout = knownLayout ?? (await detectLayoutOfCopy(request, staged));
  await moveFile(staged.path, path);
  const flushed = flushCopy(path, name)
    .then(() => ledger.storeCopy(batch.num, readPieces(path)))
    .then(() => placeWorkbook(deps, batch, staged, workbookPath(deps, batch)));
  // This handler avoids an unhandled rejection; `planBatch` awaits the promise and gets the error.
  flushed.catch(() => undefined);
  try {
    deps.emit({ type: 'input', description: describeLayout(layout, name) });
    await planBatch(deps, batch.num, { ...staged, path, layout, name, flushed }, reuseSince);
  } catch (error) {
    await Promise.allSettled([flushed]);
    await discardUnplanned(ledger, batch);
    throw error;
  }
}

/** Keeps the workbook of an input at `path`, and stores it in a shared ledger. */
async function placeWorkbook(
  { ledger }: LocalDeps,
  { num, file }: Batch,
  { origin, workbook }: Staged,
  path: string,
): Promise<void> {
  if (origin?.workbook === undefined) return;
  await moveFile(workbook, path);
  await flushCopy(path, file);
  await ledger.storeWorkbook(num, readPieces(path));
}

/**
 * Keeps the workbook of this run instead of an earlier one with the same text: its other sheets and its formats may
 * have changed, and a batch from before workbooks were kept has none. The new one is on disk before the ledger has its
 * checksum, and replaces the old one afterwards.
 */
async function replaceWorkbook(
  deps: LocalDeps,
  batch: Batch,
  staged: Staged,
  name: string,
): Promise<void> {
  const { origin } = staged;
  if (origin?.workbook === undefined || origin.sheet === undefined) return;
  const layout = readLayout(batch);
  const path = workbookPath(deps, batch);
  if (layout.origin?.workbook?.hash === origin.workbook.hash) {
    if (await isIntact(path, origin.workbook)) return;
    await moveFile(staged.workbook, path);
    await flushCopy(path, name);
    return;
  }
  await placeWorkbook(deps, batch, staged, nextCopyPath(path));
  await deps.ledger.storeLayout(batch.num, JSON.stringify(withOrigin(layout, origin)));
  const { hash, size } = origin.workbook;
  await placeNextCopy(path, { inputHash: hash, inputSize: size });
}

/** Returns a layout with another workbook: the facts by which rows are read stay, those for writing are replaced. */
function withOrigin(layout: InputLayout, { sheet, workbook }: InputOrigin): InputLayout {
  if (workbook === undefined || sheet === undefined) return layout;
  const { name, number, room, and: followingSheets, uncomputed, errors } = sheet;
  const newFacts = { name, number, room, and: followingSheets, uncomputed, errors };
  return {
    ...layout,
    origin: { ...layout.origin, sheet: { ...layout.origin?.sheet, ...newFacts }, workbook },
  };
}

/**
 * The kinds of errors that refuse a batch before anything is sent: a refused key, a limit, the balance, another process
 * or batch at work, and an output that cannot be written.
 */
const REFUSALS: ReadonlySet<ErrorKind> = new Set(['auth', 'credits', 'locked', 'usage']);

/**
 * Removes a new batch of which nothing was sent, if `trouble` is a refusal or a stop. Returns whether the batch is
 * gone. The caller has not announced the batch yet.
 */
export async function discardIfRefused(
  { ledger }: Pick<LocalDeps, 'ledger'>,
  { batch, isNew }: HeldBatch,
  trouble: ConfereError | undefined,
): Promise<boolean> {
  const isRefused = trouble !== undefined && (isStop(trouble) || REFUSALS.has(trouble.kind));
  if (!isNew || !isRefused) return false;
  if (!(await ledger.discardPlan(batch.num))) return false;
  await discardUnplanned(ledger, batch);
  await removeFolder(ledger.batchFolder(batch.id));
  return true;
}

/**
 * Runs `check` on a held batch. Where that throws, releases the batch, after `discardIfRefused` has judged the error.
 *
 * @throws the error of `check`, or the stop that the user asked for
 */
export async function checkOrRelease<T>(deps: LocalDeps, held: HeldBatch, check: () => Promise<T>) {
  const { stop } = deps;
  const { batch } = held;
  try {
    stopIfAsked({ stop, batch });
    return await check();
  } catch (error) {
    const isDiscarded = await discardIfRefused(deps, held, returnKnownError(error));
    await held.release();
    stopIfAsked(isDiscarded ? { stop } : { stop, batch });
    throw error;
  }
}
