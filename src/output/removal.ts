import type { Erasure } from '../batch/erase.js';
import type { ForeseenPurge, GoingRecords, Purged } from '../batch/removal.js';
import type { Batch } from '../ledger/index.js';
import { t } from '../messages/index.js';
import { joined } from './terminal/text.js';

export function deletionText({ id, file, rows }: Batch, going: GoingRecords): string {
  return joined(' ', [t.removal.removesBatch({ id, file, rows }), lossText(going)]);
}

export function purgeText({ batches, kept, ...going }: ForeseenPurge): string {
  return joined(' ', [t.removal.removesOld({ batches }), lossText(going), keptText(kept)]);
}

function lossText({ records, credits }: GoingRecords): string {
  return records === 0 ? '' : t.removal.takesRecords({ records, credits });
}

export function purgedText({ batches, records, credits, kept }: Purged): string {
  return joined('\n', [t.removal.removedOld({ batches, records, credits }), keptText(kept)]);
}

export function nothingOldText({ kept }: Pick<Purged, 'kept'>): string {
  return joined('\n', [t.removal.nothingOld, keptText(kept)]);
}

function keptText(kept: readonly string[]): string {
  return kept.length === 0 ? '' : t.removal.kept(kept.join(', '));
}

/** `about`: the people and companies as they may be shown. */
export function erasureText(
  about: readonly string[],
  { rows, batches, ...going }: Erasure,
): string {
  const told = t.removal.removesPeople({ whom: whom(about), rows, batches: batches.length });
  return joined(' ', [told, lossText(going)]);
}

export function erasedText(
  about: readonly string[],
  { rows, batches: of, records, credits }: Erasure,
  isShared: boolean,
): string {
  const batches = of.length;
  const told = t.removal.removedPeople({ whom: whom(about), rows, batches, records, credits });
  return joined('\n', [told, isShared && batches > 0 && t.removal.otherMachines]);
}

export function nothingStoredText(about: readonly string[]): string {
  return t.removal.nothingStored(whom(about));
}

function whom(about: readonly string[]): string {
  return about.length <= 3 ? about.join(', ') : t.removal.people(about.length);
}
