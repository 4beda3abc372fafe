import type { Erasure } from '../batch/erase.js';
import type { ForeseenPurge, GoingRecords, Purged } from '../batch/removal.js';
import type { Batch } from '../ledger/index.js';
import { t } from '../messages/index.js';

/** What a removal of a batch takes, as a statement to which one may say yes or no. */
export function deletionText({ id, file, rows }: Batch, going: GoingRecords): string {
  const told = t.removal.removesBatch(id, file, rows);
  return [told, ...lossText(going)].join(' ');
}

/** The same of a purge. */
export function purgeText({ batches, kept, ...going }: ForeseenPurge): string {
  const told = t.removal.removesOld(batches);
  return [told, ...lossText(going), ...keptText(kept)].join(' ');
}

/** What it cost, and would cost again. */
function lossText({ records, credits }: GoingRecords): string[] {
  if (records === 0) return [];
  return [t.removal.takesRecords(records, credits)];
}

export function purgedText({ batches, records, credits, kept }: Purged): string {
  const told = t.removal.removedOld(batches, records, credits);
  return [told, ...keptText(kept)].join('\n');
}

export function nothingOldText({ kept }: Pick<Purged, 'kept'>): string {
  return [t.removal.nothingOld, ...keptText(kept)].join('\n');
}

function keptText(kept: readonly string[]): string[] {
  return kept.length === 0 ? [] : [t.removal.kept(kept.join(', '))];
}

/** `about`: the people and companies as they may be shown. */
export function erasureText(
  about: readonly string[],
  { rows, batches, ...going }: Erasure,
): string {
  const told = t.removal.removesPeople(whom(about), rows, batches.length);
  return [told, ...lossText(going)].join(' ');
}

export function erasedText(
  about: readonly string[],
  { rows, batches, records, credits }: Erasure,
  isShared: boolean,
): string {
  const told = t.removal.removedPeople({
    whom: whom(about),
    rows,
    batches: batches.length,
    records,
    credits,
  });
  const others = t.removal.otherMachines;
  return isShared && batches.length > 0 ? `${told}\n${others}` : told;
}

export function nothingStoredText(about: readonly string[]): string {
  return t.removal.nothingStored(whom(about));
}

/** Not more than a few are named. */
function whom(about: readonly string[]): string {
  if (about.length <= 3) return about.join(', ');
  return t.removal.people(about.length);
}
