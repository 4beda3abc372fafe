import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isIntact } from '../base/checksum.js';
import { flushFile, flushFolder, moveFile, removeFile } from '../base/flush.js';
import type { Batch } from './reading.js';

/** Whether a name is one that `newId` gives a batch. */
export function isBatchId(name: string): boolean {
  return /^[0-9a-z]{10}$/.test(name);
}

/** Its name in the folder of a batch. It is written after the ledger has the batch. */
export const INPUT = 'input';

/** Of the private copy of its input. */
export function inputPath(
  { ledger }: { readonly ledger: { readonly folderOf: (batchId: string) => string } },
  { id }: Pick<Batch, 'id'>,
): string {
  return join(ledger.folderOf(id), INPUT);
}

/** Null until the batch is planned. */
type InputFacts = Pick<Batch, 'inputHash' | 'inputSize'>;

/** Whether the file is there and is the input of a batch. */
export async function hasInput(
  path: string,
  { inputHash: hash, inputSize: size }: InputFacts,
): Promise<boolean> {
  return hash !== null && size !== null && isIntact(path, { hash, size });
}

/** Whether the file is the input of a batch, also after it was fetched. Pieces with another checksum leave everything as it was. */
export async function mendCopy(
  path: string,
  batch: InputFacts,
  newId: () => string,
  pieces: () => AsyncIterable<Uint8Array>,
): Promise<boolean> {
  if (await hasInput(path, batch)) return true;
  const part = `${path}.${newId()}`;
  try {
    await pipeline(pieces, createWriteStream(part, { mode: 0o600 }));
    const isWhole = await hasInput(part, batch);
    if (isWhole) await putCopy(part, path);
    return isWhole;
  } finally {
    await removeFile(part);
  }
}

async function putCopy(from: string, path: string): Promise<void> {
  await flushFile(from);
  await moveFile(from, path);
  await flushFolder(dirname(path));
}

/** Where a copy without some rows waits until the ledger has its checksum. */
export function nextCopyOf(path: string): string {
  return `${path}.next`;
}

/** Places the waiting copy if it is the one that the ledger knows: whoever wrote it may have been killed in between. */
export async function settleCopy(path: string, batch: InputFacts): Promise<void> {
  const next = nextCopyOf(path);
  if (await hasInput(next, batch)) await putCopy(next, path);
}

/** The job id that the service gave to a job, and what was sent under it. */
export function jobIdFile(seq: number): string {
  return `accepted-${seq}.json`;
}

/** The number of the job whose id is in a file of this name. */
export function acceptedJobIn(name: string): number | undefined {
  const [, seq] = /^accepted-(\d+)\.json$/.exec(name) ?? [];
  return seq === undefined ? undefined : Number(seq);
}
