import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asKnownError, ConfereError } from '../errors.js';
import { writeWhole } from '../flush.js';
import type { LateOutcome, Ledger } from '../ledger/index.js';

type Waits = Pick<Ledger, 'folder'>;

/**
 * Keeps how a lookup ended in a private file of this machine, if `error` says that the database of a shared ledger is
 * away; the next command here delivers it. Returns whether it is kept.
 */
export async function keepWaiting(
  { folder }: Waits,
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
export async function noteShownWaiting({ folder }: Waits, num: number, at: number): Promise<void> {
  for (const name of await waitingOutcomes(folder)) {
    const late = await read(join(waitingFolder(folder), name));
    if (late?.num === num)
      await writeWhole(pathOf(folder, late), JSON.stringify({ ...late, shownAt: at }));
  }
}

/**
 * Stores what waited on this machine while the database of a shared ledger was away. What cannot be stored now stays
 * for the next time, and so does a file that cannot be read: it may be the only trace of what was paid for.
 */
export async function deliverOutcomes(ledger: Waits & Pick<Ledger, 'deliverLookup'>) {
  const { folder } = ledger;
  for (const name of await waitingOutcomes(folder)) {
    const path = join(waitingFolder(folder), name);
    const late = await read(path);
    if (late === undefined) continue;
    const isDelivered = await ledger.deliverLookup(late).then(() => true, asKnownError);
    if (isDelivered === true) await rm(path, { force: true });
  }
}

/** The names of the files whose outcomes wait in the folder of a ledger. */
export async function waitingOutcomes(folder: string): Promise<string[]> {
  const names = await readdir(waitingFolder(folder)).catch(() => []);
  return names.filter((name) => name.endsWith('.json'));
}

function waitingFolder(folder: string): string {
  return join(folder, 'waiting');
}

/** Sessions of two ledgers that were in this place one after the other may have the same numbers. */
function pathOf(folder: string, { num, holder }: LateOutcome): string {
  return join(waitingFolder(folder), `lookup-${num}-${holder}.json`);
}

async function read(path: string): Promise<LateOutcome | undefined> {
  try {
    const late = JSON.parse(await readFile(path, 'utf8')) as LateOutcome;
    const isWhole = Number.isSafeInteger(late.num) && typeof late.holder === 'string';
    const isEnd = ['found', 'free'].includes(late.outcome.is);
    return isWhole && isEnd ? late : undefined;
  } catch {
    return undefined;
  }
}
