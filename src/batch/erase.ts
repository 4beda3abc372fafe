import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readPieces } from '../base/checksum.js';
import { ConfereError, UsageError } from '../base/errors.js';
import { removeFile } from '../base/flush.js';
import { readTyped, shownId } from '../identifiers/index.js';
import { eraseRows, findRows, namesAny } from '../input/erase-rows.js';
import { removeSentChecks } from '../ledger/accepted.js';
import { INPUT, inputPath, nextCopyPath, placeNextCopy } from '../ledger/batch-folder.js';
import { releaseAfter, type Batch, type OpenIdentifier } from '../ledger/index.js';
import { lostFolder } from '../ledger/lost.js';
import { worthOf } from '../money/balance.js';
import { deliverWaiting } from '../money/outbox.js';
import type { LocalDeps } from './dependencies.js';
import { soundCopy } from './export-batch.js';
import { layoutOf } from './plan/open-batch.js';
import { discardUnplanned, removeLeftovers, type GoingRecords } from './removal.js';

export interface Erasure extends GoingRecords {
  readonly identifiers: number;
  readonly batches: readonly string[];
  readonly rows: number;
}

/** What is to be erased, as a user wrote it. `number`: among all. @throws UsageError `not_erasable` */
export function erasable(text: string, number: number) {
  const reading = readTyped(text);
  if (reading.valid) return reading;
  throw new UsageError('not_erasable', { number });
}

/** Ms without a reader after which a copy of an input was left by a run that ended. */
export const LEFT = 3_600_000;

/** @throws UsageError while anything about them is under way or in doubt; ConfereError `copy_damaged` */
export async function foreseeErasure(deps: LocalDeps, ids: ReadonlySet<string>): Promise<Erasure> {
  const { ledger } = deps;
  await deliverWaiting(ledger);
  const { batches: holding, records, open } = await ledger.findStoredAbout([...ids]);
  const erasing = erasingOf(deps, ids, holding);
  if (open[0] !== undefined) throw notOver(open[0]);
  const busy = holding.find(({ state }) => state !== 'ended');
  if (busy !== undefined && busy.state !== 'ended') throw underWay(busy.id, busy.state);
  const found: { id: string; rows: number }[] = [];
  for (const batch of await ledger.findBatches()) {
    const rows = await rowsIn(erasing, batch);
    if (rows !== undefined) found.push({ id: batch.id, rows });
  }
  return {
    identifiers: ids.size,
    batches: found.map(({ id }) => id),
    rows: found.reduce((sum, { rows }) => sum + rows, 0),
    records: records.reduce((sum, claim) => sum + claim.records, 0),
    credits: worthOf(records, deps.terms),
  };
}

/** What was cut short goes on: first rows and identifiers, the records last. @throws as above, and `locked` */
export async function erase(deps: LocalDeps, ids: ReadonlySet<string>): Promise<void> {
  const { ledger, clock } = deps;
  for (;;) {
    const { batches: holding } = await ledger.findStoredAbout([...ids]);
    const erasing = erasingOf(deps, ids, holding);
    for (const batch of await ledger.findBatches()) await eraseIn(erasing, batch);
    const verdict = await ledger.eraseRecords([...ids]);
    if (verdict === 'in_use') continue;
    if (typeof verdict !== 'number') throw notOver(verdict);
    break;
  }
  await removeLeftovers(ledger.incomingFolder(), clock.now() - LEFT);
  await eraseLost(lostFolder(ledger), ids);
}

type Erasing = ReturnType<typeof erasingOf>;

/** `holding`: the batches that have one of the identifiers. */
function erasingOf(
  deps: LocalDeps,
  ids: ReadonlySet<string>,
  holding: readonly { readonly num: number }[],
) {
  return { ...deps, ids, holding: new Set(holding.map(({ num }) => num)) };
}

/** How many rows of a batch are about the identifiers; undefined where nothing of it is. */
async function rowsIn(erasing: Erasing, batch: Batch): Promise<number | undefined> {
  const { ids, holding } = erasing;
  const isHolding = holding.has(batch.num);
  if (batch.plannedAt === null)
    return isHolding || (await namesAny(inputPath(erasing, batch), ids)) ? 0 : undefined;
  const find = (path: string) => findRows(path, layoutOf(batch), ids);
  const { rows = [], isNamed = false } = (await inSoundCopy(erasing, batch, find)) ?? {};
  return rows.length > 0 || isNamed || isHolding ? rows.length : undefined;
}

/** A damaged copy of a batch that has nothing of the identifiers is no hindrance, unless it names one. */
async function inSoundCopy<T>(
  erasing: Erasing,
  batch: Batch,
  work: (path: string) => Promise<T>,
): Promise<T | undefined> {
  const path = inputPath(erasing, batch);
  await placeNextCopy(path, batch);
  const wasThere = existsSync(path);
  try {
    return await work(await soundCopy(erasing, batch));
  } catch (error) {
    const isDamaged = error instanceof ConfereError && error.code === 'copy_damaged';
    const isHolding = erasing.holding.has(batch.num);
    if (!isDamaged || isHolding || (await namesAny(path, erasing.ids))) throw error;
    return undefined;
  } finally {
    // What another machine has, this one needed for a moment only.
    if (!wasThere) await removeFile(path);
  }
}

async function eraseIn(erasing: Erasing, listed: Batch): Promise<void> {
  // Another machine may have erased somebody before.
  if (listed.reasons['erased'] !== undefined)
    await removeSentChecks(erasing.ledger.folderOf(listed.id));
  if ((await rowsIn(erasing, listed)) === undefined) return;
  const { ledger } = erasing;
  await releaseAfter(await ledger.holdBatch(listed.id), async () => {
    const [batch] = await ledger.findBatches({ num: listed.num });
    if (batch?.plannedAt === null) await discardUnplanned(ledger, batch);
    else if (batch !== undefined)
      await inSoundCopy(erasing, batch, (path) => eraseHeld(erasing, batch, path));
  });
}

/** The copy without the rows is on disk before the ledger has its checksum, and takes its place afterwards. */
async function eraseHeld({ ledger, ids }: Erasing, batch: Batch, path: string): Promise<void> {
  const next = nextCopyPath(path);
  const { layout, ...without } = await eraseRows(path, next, layoutOf(batch), ids);
  await ledger.storeNextCopy(batch.num, readPieces(next));
  await removeSentChecks(ledger.folderOf(batch.id));
  const verdict = await ledger.eraseFromBatch({
    ...without,
    batch: batch.num,
    ids: [...ids],
    layout: JSON.stringify(layout),
  });
  if (verdict === 'erased') {
    await placeNextCopy(path, { inputHash: without.hash, inputSize: without.size });
    return;
  }
  await removeFile(next);
  throw underWay(batch.id, verdict);
}

/** Of batches that an accepted ledger does not know. */
async function eraseLost(folder: string, ids: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (await namesAny(join(folder, name, INPUT), ids)) await removeFile(join(folder, name));
}

function underWay(batch: string, state: 'running' | 'unconfirmed'): UsageError {
  return new UsageError('batch_under_way', { batch, state });
}

function notOver({ kind, id }: OpenIdentifier): UsageError {
  return new UsageError('lookup_not_over', { shown: shownId(kind, id) });
}
