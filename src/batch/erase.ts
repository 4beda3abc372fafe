import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readPieces } from '../base/checksum.js';
import { ConfereError, UsageError } from '../base/errors.js';
import { removePath } from '../base/flush.js';
import { readTyped, formatShownId } from '../identifiers/index.js';
import {
  containsAnyIdentifier,
  eraseRows,
  findRows,
  workbookContainsAnyIdentifier,
} from '../input/erase-rows.js';
import { removeSubmissionChecksums } from '../ledger/accepted.js';
import {
  INPUT,
  inputPath,
  nextCopyPath,
  placeNewCopy,
  readWorkbookFacts,
  workbookPath,
} from '../ledger/batch-folder.js';
import { releaseAfter, type Batch, type OpenIdentifier } from '../ledger/index.js';
import { lostFolder } from '../ledger/lost.js';
import { computeRecordsCost } from '../money/balance.js';
import { storeWaitingOutcomes } from '../money/outbox.js';
import type { LocalDeps } from './dependencies.js';
import { provideCopy, provideWorkbook } from './export-batch.js';
import { readLayout } from './plan/open-batch.js';
import { discardUnplanned, removeLeftovers, type RemovedRecords } from './removal.js';

/** The extent of an erasure: numbers, and the ids of the batches. */
export interface ErasureExtent extends RemovedRecords {
  readonly identifiers: number;
  readonly batches: readonly string[];
  readonly rows: number;
  /** How many rows of the log lose their identifier. */
  readonly requests: number;
  /** How many of the batches keep a workbook, which is removed. */
  readonly workbooks: number;
}

/** Reads an identifier to erase, as the user typed it. `number` is its position. @throws UsageError `not_erasable` */
export function readErasable(text: string, number: number) {
  const reading = readTyped(text);
  if (reading.valid) return reading;
  throw new UsageError('not_erasable', { number });
}

/** A copy of an input that has not changed for this long (ms) is taken for one that a killed run has left. */
export const LEFTOVER_AGE = 3_600_000;

/**
 * Counts what the erasure of these identifiers would remove.
 *
 * @throws UsageError `lookup_not_over`, `batch_under_way`; ConfereError `copy_damaged`
 */
export async function foreseeErasure(
  deps: LocalDeps,
  ids: ReadonlySet<string>,
): Promise<ErasureExtent> {
  const { ledger } = deps;
  await storeWaitingOutcomes(ledger);
  const stored = await ledger.findStoredAbout([...ids]);
  const { batches: containing, records, openIdentifiers, requests } = stored;
  const context = createErasureContext(deps, ids, containing);
  if (openIdentifiers[0] !== undefined) throw buildLookupNotOver(openIdentifiers[0]);
  const busy = containing.find(({ state }) => state !== 'ended');
  if (busy !== undefined && busy.state !== 'ended') throw buildBatchUnderWay(busy.id, busy.state);
  const affected: { id: string; rows: number; hasWorkbook: boolean }[] = [];
  for (const batch of await ledger.findBatches()) {
    const rows = await countRows(context, batch);
    const hasWorkbook = readWorkbookFacts(batch) !== undefined;
    if (rows !== undefined) affected.push({ id: batch.id, rows, hasWorkbook });
  }
  return {
    identifiers: ids.size,
    batches: affected.map(({ id }) => id),
    rows: affected.reduce((sum, { rows }) => sum + rows, 0),
    workbooks: affected.filter(({ hasWorkbook }) => hasWorkbook).length,
    records: records.reduce((sum, one) => sum + one.records, 0),
    credits: computeRecordsCost(records, deps.terms),
    requests,
  };
}

/**
 * Erases these identifiers from private copies, batches and records. The records go last, so that an erasure that was
 * interrupted can be repeated.
 *
 * @throws as `foreseeErasure`, and an error of kind `locked`
 */
export async function erase(deps: LocalDeps, ids: ReadonlySet<string>): Promise<void> {
  const { ledger, clock } = deps;
  for (;;) {
    const { batches: containing } = await ledger.findStoredAbout([...ids]);
    const context = createErasureContext(deps, ids, containing);
    for (const batch of await ledger.findBatches()) await eraseFromBatch(context, batch);
    const verdict = await ledger.eraseRecords([...ids]);
    if (verdict === 'in_use') continue;
    if (typeof verdict !== 'number') throw buildLookupNotOver(verdict);
    break;
  }
  await removeLeftovers(ledger.incomingFolder(), clock.now() - LEFTOVER_AGE);
  await eraseLostInputs(lostFolder(ledger), ids);
}

type ErasureContext = ReturnType<typeof createErasureContext>;

/** Builds the context of an erasure. `containing`: the batches that have one of the identifiers in the ledger. */
function createErasureContext(
  deps: LocalDeps,
  ids: ReadonlySet<string>,
  containing: readonly { readonly num: number }[],
) {
  return { ...deps, ids, batchesInLedger: new Set(containing.map(({ num }) => num)) };
}

/** Returns the function that counts the rows of a batch as `countRows` does. @throws ConfereError `copy_damaged` */
export async function createRowCounter(deps: LocalDeps, ids: ReadonlySet<string>) {
  const { batches } = await deps.ledger.findStoredAbout([...ids]);
  const context = createErasureContext(deps, ids, batches);
  return (batch: Batch): Promise<number | undefined> => countRows(context, batch);
}

/**
 * Counts the rows of a batch that have one of the identifiers. Returns undefined if neither the files nor the ledger
 * have any of them for this batch.
 */
async function countRows(context: ErasureContext, batch: Batch): Promise<number | undefined> {
  const { ids, batchesInLedger } = context;
  const isInLedger = batchesInLedger.has(batch.num);
  if (batch.plannedAt === null)
    return isInLedger || (await containsAnyIdentifier(inputPath(context, batch), ids))
      ? 0
      : undefined;
  const find = (path: string) => findRows(path, readLayout(batch), ids);
  const { rows = [], isOutsideRows = false } = (await withSoundCopy(context, batch, find)) ?? {};
  const isFound = rows.length > 0 || isOutsideRows || isInLedger;
  return isFound || (await isInWorkbook(context, batch)) ? rows.length : undefined;
}

/** Whether the workbook of a batch has one of the identifiers, for example in a sheet that was not read. */
async function isInWorkbook(context: ErasureContext, batch: Batch): Promise<boolean> {
  const existedBefore = existsSync(workbookPath(context, batch));
  try {
    const path = await provideWorkbook(context, batch);
    return path !== undefined && (await workbookContainsAnyIdentifier(path, context.ids));
  } catch (error) {
    // A damaged workbook cannot be searched. It counts as without the identifier, because no result is written from it.
    if (error instanceof ConfereError && error.code === 'copy_damaged') return false;
    throw error;
  } finally {
    if (!existedBefore) await removePath(workbookPath(context, batch));
  }
}

/**
 * Calls `work` with a sound private copy. Returns undefined for a damaged one, if neither the ledger nor this copy has
 * one of the identifiers for this batch.
 *
 * @throws ConfereError `copy_damaged`
 */
async function withSoundCopy<T>(
  context: ErasureContext,
  batch: Batch,
  work: (path: string) => Promise<T>,
): Promise<T | undefined> {
  const path = inputPath(context, batch);
  await placeNewCopy(path, batch);
  const existedBefore = existsSync(path);
  try {
    return await work(await provideCopy(context, batch));
  } catch (error) {
    const isDamaged = error instanceof ConfereError && error.code === 'copy_damaged';
    const isInLedger = context.batchesInLedger.has(batch.num);
    if (!isDamaged || isInLedger || (await containsAnyIdentifier(path, context.ids))) throw error;
    return undefined;
  } finally {
    // The copy belongs to another machine, and was fetched only for this work.
    if (!existedBefore) await removePath(path);
  }
}

async function eraseFromBatch(context: ErasureContext, listed: Batch): Promise<void> {
  // Another machine may have erased rows, and a checksum on this machine could still prove whom a small job was about.
  if (listed.reasons['erased'] !== undefined) {
    await removeSubmissionChecksums(context.ledger.batchFolder(listed.id));
    if (readWorkbookFacts(listed) === undefined) await removePath(workbookPath(context, listed));
  }
  if ((await countRows(context, listed)) === undefined) return;
  const { ledger } = context;
  await releaseAfter(await ledger.holdBatch(listed.id), async () => {
    const [batch] = await ledger.findBatches({ num: listed.num });
    if (batch?.plannedAt === null) await discardUnplanned(ledger, batch);
    else if (batch !== undefined)
      await withSoundCopy(context, batch, (path) => eraseFromCopy(context, batch, path));
  });
}

/**
 * Erases from a batch whose lock is held. The copy without the rows is on disk before the ledger has its checksum, and
 * replaces the private copy afterwards.
 */
async function eraseFromCopy(
  { ledger, ids }: ErasureContext,
  batch: Batch,
  path: string,
): Promise<void> {
  const nextPath = nextCopyPath(path);
  const { layout, ...newCopy } = await eraseRows(path, nextPath, readLayout(batch), ids);
  await ledger.storeNextCopy(batch.num, readPieces(nextPath));
  await removeSubmissionChecksums(ledger.batchFolder(batch.id));
  const verdict = await ledger.eraseFromBatch({
    ...newCopy,
    batch: batch.num,
    ids: [...ids],
    layout: JSON.stringify(layout),
  });
  if (verdict === 'erased') {
    for (const workbook of [
      workbookPath({ ledger }, batch),
      nextCopyPath(workbookPath({ ledger }, batch)),
    ])
      await removePath(workbook);
    await placeNewCopy(path, { inputHash: newCopy.hash, inputSize: newCopy.size });
    return;
  }
  await removePath(nextPath);
  throw buildBatchUnderWay(batch.id, verdict);
}

/**
 * Removes the inputs of lost batches that contain one of the identifiers: the ledger does not know these batches, so no
 * row can be erased from them.
 */
async function eraseLostInputs(folder: string, ids: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (await lostFolderContains(join(folder, name), ids)) await removePath(join(folder, name));
}

/** Whether the folder of a lost batch has an input or a workbook with one of the identifiers. */
async function lostFolderContains(folder: string, ids: ReadonlySet<string>): Promise<boolean> {
  if (await containsAnyIdentifier(join(folder, INPUT), ids)) return true;
  const workbook = workbookPath({ ledger: { batchFolder: () => folder } }, { id: '' });
  return existsSync(workbook) && workbookContainsAnyIdentifier(workbook, ids);
}

function buildBatchUnderWay(batch: string, state: 'running' | 'unconfirmed'): UsageError {
  return new UsageError('batch_under_way', { batch, state });
}

function buildLookupNotOver({ kind, id }: OpenIdentifier): UsageError {
  return new UsageError('lookup_not_over', { shown: formatShownId(kind, id) });
}
