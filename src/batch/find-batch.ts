import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock.js';
import type { TypedInput } from '../base/facts.js';
import { asKnownError, ConfereError, UsageError } from '../base/errors.js';
import { readJson, writeInPlace, writeWhole } from '../base/flush.js';
import { maskIdentifiers } from '../identifiers/index.js';
import type { Batch, Ledger } from '../ledger/index.js';

type Batches = Pick<Ledger, 'findBatches' | 'folder'>;

/** The one last worked on without a prefix. @throws UsageError */
export async function findBatch(ledger: Batches, prefix: string | undefined): Promise<Batch> {
  // An empty prefix would match every batch.
  if (prefix === '') throw new UsageError('empty_batch_name', {});
  if (prefix === undefined) {
    const last = await lastBatch(ledger);
    if (last === undefined) throw new UsageError('no_batches', {});
    return last;
  }
  const [first, ...others] = await ledger.findBatches({ idPrefix: prefix });
  if (first === undefined) throw new ConfereError('no_such_batch', { prefix });
  if (others.length === 0) return first;
  throw new UsageError('ambiguous_batch', { prefix, ids: [first, ...others].map(({ id }) => id) });
}

/** @throws UsageError also where its input was not read to the end */
export async function findPlannedBatch(ledger: Batches, prefix?: string): Promise<Batch> {
  const batch = await findBatch(ledger, prefix);
  if (batch.plannedAt !== null) return batch;
  throw new UsageError('batch_not_planned', { batch: batch.id, file: batch.file });
}

const LAST_WORK = 'last-batch.json';

/** Nothing else depends on it. */
export async function markLastWork(
  { ledger, clock }: { readonly ledger: Pick<Ledger, 'folder'>; readonly clock: Clock },
  { id }: Batch,
): Promise<void> {
  const path = join(ledger.folder, LAST_WORK);
  const work = JSON.stringify({ id, at: clock.now() });
  await writeInPlace(path, work).catch(() => undefined);
}

/** Unless another was made later. */
async function lastBatch(ledger: Batches): Promise<Batch | undefined> {
  const [newest] = await ledger.findBatches({ most: 1 });
  const work = await readJson<{ id: string; at: number }>(join(ledger.folder, LAST_WORK));
  const { id: last, at = 0 } = work ?? {};
  if (newest === undefined || newest.createdAt > at) return newest;
  const alike = await ledger.findBatches({ idPrefix: last });
  return alike.find(({ id }) => id === last) ?? newest;
}

type Folders = Pick<Ledger, 'folderOf'>;

/**
 * So that a later command can print the command line that reads it again. Not what holds an identifier, nor a batch that
 * pays for everything again.
 */
export async function storeTypedInput(
  ledger: Folders,
  { id, fresh }: Pick<Batch, 'id' | 'fresh'>,
  typed: TypedInput,
): Promise<void> {
  const text = JSON.stringify(typed);
  const path = typedPath(ledger, id);
  // The digits of a time may look like a CPF, and no command shows them.
  const shown = JSON.stringify({ ...typed, stamp: undefined });
  if (fresh || maskIdentifiers(shown) !== shown) return;
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  // A sentence is the worse without it, and nothing else.
  await writeWhole(path, text).catch(asKnownError);
}

export async function typedInputOf(
  ledger: Folders,
  { id }: Pick<Batch, 'id'>,
): Promise<TypedInput | undefined> {
  const { path, options, ...more } = (await readJson<TypedInput>(typedPath(ledger, id))) ?? {};
  return path !== undefined && Array.isArray(options) ? { path, options, ...more } : undefined;
}

/** Undefined where a run that reads the input again would not continue this batch. */
export async function inputToContinue(
  ledger: Batches & Folders,
  batch: Batch,
): Promise<TypedInput | undefined> {
  const typed = await typedInputOf(ledger, batch);
  const isErased = batch.erased.rows.length > 0;
  if (typed?.stamp === undefined || isErased) return undefined;
  if ((await stampOf(typed.path)) !== typed.stamp) return undefined;
  const isOfSame = ({ num, inputHash, label }: Batch) =>
    num > batch.num && inputHash === batch.inputHash && label === batch.label;
  return (await ledger.findBatches()).some(isOfSame) ? undefined : typed;
}

/** Undefined for what is no file. */
export async function stampOf(path: string): Promise<string | undefined> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.isFile() === true ? `${facts.size} ${facts.mtimeMs}` : undefined;
}

function typedPath(ledger: Folders, id: string): string {
  return join(ledger.folderOf(id), 'typed.json');
}
