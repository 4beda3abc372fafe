import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asKnownError, UsageError } from '../errors.js';
import type { Batch, Ledger } from '../ledger/index.js';
import { summarize } from './summary.js';
import { say } from '../text/index.js';

/**
 * Removes a batch: its rows in the ledger, its copy of the input, and the records fetched before `before`
 * (epoch ms) that only it shows.
 * @throws kind `locked` while a run holds it; UsageError while the service may still be working on it
 */
export async function removeBatch(
  ledger: Ledger,
  batch: Batch,
  before = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const { release } = ledger.hold(batch.id);
  try {
    refuseUnderWay(ledger, batch);
    ledger.removal.batch(batch.num, before);
  } finally {
    release();
  }
  await rm(ledger.folderOf(batch.id), { recursive: true, force: true });
}

/** Its results would not come home, and what other jobs were charged could not be told any more. */
function refuseUnderWay(ledger: Ledger, { id, num }: Batch): void {
  if (ledger.batches.withPrefix(id).length === 0) return;
  const { state } = summarize(ledger, num);
  if (state !== 'running' && state !== 'unconfirmed') return;
  const way =
    state === 'running' ? `confere bulk watch ${id}` : `confere bulk resolve ${id} --abandon`;
  const told =
    state === 'running' ? say`is still being processed` : say`has a job whose outcome is unknown`;
  throw new UsageError(
    'batch_under_way',
    say`Batch ${id} ${told}, and its results may be paid for; '${way}' comes first. Nothing was removed.`,
  );
}

export interface Purged {
  readonly batches: number;
  readonly records: number;
  /** Batches that are old enough and running, unconfirmed or held: they were left. */
  readonly kept: readonly string[];
}

/** Removes what was last touched before `before` (epoch ms), except what is running or unconfirmed. */
export async function purge(ledger: Ledger, before: number): Promise<Purged> {
  const old = ledger.batches.list().filter((batch) => lastTouched(ledger, batch) < before);
  const kept: string[] = [];
  for (const batch of old) {
    if (!(await removed(ledger, batch, before))) kept.push(batch.id);
  }
  await removeLeftovers(ledger.folderOf('incoming'), before);
  const records = ledger.removal.records(before);
  return { batches: old.length - kept.length, records, kept };
}

/** When a batch was made, or sent something, or heard of it, whichever was last (epoch ms). */
function lastTouched(ledger: Ledger, { num, createdAt }: Batch): number {
  const moments = ledger.jobs.of(num).flatMap((job) => [job.submittedAt ?? 0, job.polledAt ?? 0]);
  return moments.reduce((last, moment) => Math.max(last, moment), createdAt);
}

async function removed(ledger: Ledger, batch: Batch, before: number): Promise<boolean> {
  try {
    await removeBatch(ledger, batch, before);
    return true;
  } catch (error) {
    const { kind, code } = asKnownError(error);
    if (kind === 'locked' || code === 'batch_under_way') return false;
    throw error;
  }
}

/** Copies of inputs that a killed run left before they belonged to a batch. */
async function removeLeftovers(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts !== undefined && facts.mtimeMs < before) await rm(path, { force: true });
  }
}
