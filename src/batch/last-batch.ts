import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.js';
import type { Batch, Ledger } from '../ledger/index.js';

/** What a file of this machine says of the batch that a command had last. */
interface LastWork {
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Writes down which batch is worked on. Where that cannot be written, nothing else depends on it. */
export async function noteWork(
  { ledger, clock }: { readonly ledger: Pick<Ledger, 'folder'>; readonly clock: Clock },
  { id }: Batch,
): Promise<void> {
  const work: LastWork = { id, at: clock.now() };
  await writeFile(pathOf(ledger), JSON.stringify(work), { mode: 0o600 }).catch(() => undefined);
}

/** The batch last worked on: the one that a command of this machine had, unless another was made later. */
export async function lastBatch(
  ledger: Pick<Ledger, 'findBatches' | 'folder'>,
): Promise<Batch | undefined> {
  const [newest] = await ledger.findBatches({ most: 1 });
  const work = await lastWork(ledger);
  if (newest === undefined || work === undefined || newest.createdAt > work.at) return newest;
  const alike = await ledger.findBatches({ idPrefix: work.id });
  return alike.find(({ id }) => id === work.id) ?? newest;
}

async function lastWork(ledger: Pick<Ledger, 'folder'>): Promise<LastWork | undefined> {
  try {
    return JSON.parse(await readFile(pathOf(ledger), 'utf8')) as LastWork;
  } catch {
    return undefined;
  }
}

function pathOf({ folder }: Pick<Ledger, 'folder'>): string {
  return join(folder, 'last-batch.json');
}
