import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock.js';
import type { TypedInput } from '../base/facts.js';
import { ConfereError, ignoreKnownError, UsageError } from '../base/errors.js';
import { readJson, replacePrivateFile, writePrivateFile } from '../base/flush.js';
import { maskCpfs } from '../identifiers/index.js';
import type { Batch, Ledger } from '../ledger/index.js';

type Batches = Pick<Ledger, 'findBatches' | 'folder'>;

/**
 * Returns the batch whose id begins with the prefix; without one, the batch that was last worked on.
 *
 * @throws UsageError `empty_batch_name`, `no_batches`, `ambiguous_batch`; ConfereError `no_such_batch`
 */
export async function findBatch(ledger: Batches, prefix: string | undefined): Promise<Batch> {
  // An empty prefix would match every batch.
  if (prefix === '') throw new UsageError('empty_batch_name', {});
  if (prefix === undefined) {
    const last = await findLastBatch(ledger);
    if (last === undefined) throw new UsageError('no_batches', {});
    return last;
  }
  const [first, ...others] = await ledger.findBatches({ idPrefix: prefix });
  if (first === undefined) throw new ConfereError('no_such_batch', { prefix });
  if (others.length === 0) return first;
  throw new UsageError('ambiguous_batch', { prefix, ids: [first, ...others].map(({ id }) => id) });
}

/** Returns a batch as `findBatch` does. @throws as `findBatch`, and UsageError `batch_not_planned` */
export async function findPlannedBatch(ledger: Batches, prefix?: string): Promise<Batch> {
  const batch = await findBatch(ledger, prefix);
  if (batch.plannedAt !== null) return batch;
  throw new UsageError('batch_not_planned', { batch: batch.id, file: batch.file });
}

const LAST_WORK = 'last-batch.json';

/** Records the batch as the last one worked on. Errors are ignored: only the default of `findBatch` depends on this. */
export async function markLastWork(
  { ledger, clock }: { readonly ledger: Pick<Ledger, 'folder'>; readonly clock: Clock },
  { id }: Batch,
): Promise<void> {
  const path = join(ledger.folder, LAST_WORK);
  const work = JSON.stringify({ id, at: clock.now() });
  await replacePrivateFile(path, work).catch(() => undefined);
}

/** Returns the batch that was last worked on, or the newest if that was made later. */
async function findLastBatch(ledger: Batches): Promise<Batch | undefined> {
  const [newest] = await ledger.findBatches({ limit: 1 });
  const work = await readJson<{ id: string; at: number }>(join(ledger.folder, LAST_WORK));
  const { id: last, at = 0 } = work ?? {};
  if (newest === undefined || newest.createdAt > at) return newest;
  const sameId = await ledger.findBatches({ idPrefix: last });
  return sameId.find(({ id }) => id === last) ?? newest;
}

type Folders = Pick<Ledger, 'batchFolder'>;

/**
 * Stores how the user typed an input, so that a later command can print the command line that continues its batch.
 * Nothing is stored if the text contains an identifier, or if the batch is `fresh`, because a repeated command would
 * then pay for everything again.
 */
export async function storeTypedInput(
  ledger: Folders,
  { id, fresh }: Pick<Batch, 'id' | 'fresh'>,
  typed: TypedInput,
): Promise<void> {
  const text = JSON.stringify(typed);
  const path = typedPath(ledger, id);
  // The stamp is not checked: its digits may look like a CPF, and no command shows them.
  const shown = JSON.stringify({ ...typed, stamp: undefined });
  if (fresh || maskCpfs(shown) !== shown) return;
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  // A failure is ignored, because the text only makes a message more helpful.
  await writePrivateFile(path, text).catch(ignoreKnownError);
}

/** Returns the input of a batch as the user gave it on the command line; undefined where that was not stored. */
export async function readInputAsGiven(
  ledger: Folders,
  { id }: Pick<Batch, 'id'>,
): Promise<TypedInput | undefined> {
  const { path, options, ...rest } = (await readJson<TypedInput>(typedPath(ledger, id))) ?? {};
  return path !== undefined && Array.isArray(options) ? { path, options, ...rest } : undefined;
}

/** Returns how the input was typed, if a run that reads the same file again would continue this batch. */
export async function findInputToContinue(
  ledger: Batches & Folders,
  batch: Batch,
): Promise<TypedInput | undefined> {
  const typed = await readInputAsGiven(ledger, batch);
  const isErased = batch.erased.rows.length > 0;
  if (typed?.stamp === undefined || isErased) return undefined;
  if ((await readStamp(typed.path)) !== typed.stamp) return undefined;
  const isLaterOfSameInput = ({ num, inputHash, label }: Batch) =>
    num > batch.num && inputHash === batch.inputHash && label === batch.label;
  return (await ledger.findBatches()).some(isLaterOfSameInput) ? undefined : typed;
}

/** Returns size and modification time of a file, as one text; undefined where there is no file. */
export async function readStamp(path: string): Promise<string | undefined> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.isFile() === true ? `${facts.size} ${facts.mtimeMs}` : undefined;
}

function typedPath(ledger: Folders, id: string): string {
  return join(ledger.batchFolder(id), 'typed.json');
}
