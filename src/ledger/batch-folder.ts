import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { isIntact } from '../base/checksum.js';
import { flushFile, flushFolder, moveFile, removePath } from '../base/flush.js';
import type { Batch } from './batches.js';
import { readStored } from './stored-values.js';

/** Returns whether a name is a batch id, as `newId` makes it. */
export function isBatchId(name: string): boolean {
  return /^[0-9a-z]{10}$/.test(name);
}

/** The name of the private copy in the folder of a batch. It is written after the ledger has the batch. */
export const INPUT = 'input';

/** Returns the path of a batch's private copy. */
export function inputPath(
  { ledger }: { readonly ledger: { readonly batchFolder: (batchId: string) => string } },
  { id }: Pick<Batch, 'id'>,
): string {
  return join(ledger.batchFolder(id), INPUT);
}

/** Returns the path of the workbook from which a batch's private copy was read. */
export function workbookPath(
  of: Parameters<typeof inputPath>[0],
  batch: Pick<Batch, 'id'>,
): string {
  return join(dirname(inputPath(of, batch)), 'workbook');
}

const WITH_WORKBOOK = v.object({
  origin: v.optional(
    v.object({ workbook: v.optional(v.object({ hash: v.string(), size: v.number() })) }),
  ),
});

/**
 * Returns checksum and size of the workbook that is kept with a batch; undefined if there is none. @throws ConfereError
 * `state_unusable`
 */
export function readWorkbookFacts({ layout }: Pick<Batch, 'layout'>): CopyFacts | undefined {
  if (layout === null) return undefined;
  const workbook = readStored(layout, WITH_WORKBOOK, 'batches').origin?.workbook;
  return workbook && { inputHash: workbook.hash, inputSize: workbook.size };
}

/** The checksum and size of a private copy; null until the batch is planned. */
type CopyFacts = Pick<Batch, 'inputHash' | 'inputSize'>;

/** Returns whether the file exists and is the unchanged private copy of a batch. */
export async function isIntactCopy(
  path: string,
  { inputHash: hash, inputSize: size }: CopyFacts,
): Promise<boolean> {
  return hash !== null && size !== null && isIntact(path, { hash, size });
}

/**
 * Restores a missing or changed private copy from `pieces`. Returns whether the copy is intact afterwards; pieces with
 * another checksum change nothing.
 */
export async function restoreCopy(
  path: string,
  batch: CopyFacts,
  newId: () => string,
  pieces: () => AsyncIterable<Uint8Array>,
): Promise<boolean> {
  if (await isIntactCopy(path, batch)) return true;
  const temporaryPath = `${path}.${newId()}`;
  try {
    await pipeline(pieces, createWriteStream(temporaryPath, { mode: 0o600 }));
    const isRestored = await isIntactCopy(temporaryPath, batch);
    if (isRestored) await placeCopy(temporaryPath, path);
    return isRestored;
  } finally {
    await removePath(temporaryPath);
  }
}

async function placeCopy(from: string, path: string): Promise<void> {
  await flushFile(from);
  await moveFile(from, path);
  await flushFolder(dirname(path));
}

/**
 * Returns the path where a new copy of the input waits until the ledger has its checksum: a private copy without erased
 * rows, or a workbook that the user has changed.
 */
export function nextCopyPath(path: string): string {
  return `${path}.next`;
}

/**
 * Places the waiting copy if the ledger has its checksum: the process that wrote it may have been killed in between.
 */
export async function placeNextCopy(path: string, batch: CopyFacts): Promise<void> {
  const next = nextCopyPath(path);
  if (await isIntactCopy(next, batch)) await placeCopy(next, path);
}

/** The name of the file with the service's answer to the submission of a job (`Acceptance`). */
export function jobIdFile(seq: number): string {
  return `accepted-${seq}.json`;
}

/** Returns the number of the job whose `Acceptance` a file of this name has. */
export function readJobNumber(name: string): number | undefined {
  const [, seq] = /^accepted-(\d+)\.json$/.exec(name) ?? [];
  return seq === undefined ? undefined : Number(seq);
}
