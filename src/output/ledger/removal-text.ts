import type { Erasure } from '../../batch/erase.js';
import type { ForeseenPurge, GoingRecords, Purged } from '../../batch/removal.js';
import type { Batch } from '../../ledger/index.js';
import { plural, say } from '../../text/index.js';

/** What a removal of a batch takes, as a statement to which one may say yes or no. */
export function deletionText({ id, file, rows }: Batch, going: GoingRecords): string {
  const told = say`This removes batch ${id} (${file}, ${plural(rows, 'row', 'rows')}) with its results.`;
  return [told, ...lossText(going)].join(' ');
}

/** The same of a purge. */
export function purgeText({ batches, kept, ...going }: ForeseenPurge): string {
  const told = say`This removes ${plural(batches, 'batch', 'batches')}, inputs and results included, and single records of that age.`;
  return [told, ...lossText(going), ...keptText(kept)].join(' ');
}

/** What it cost, and would cost again. */
export function lossText({ records, credits }: GoingRecords): string[] {
  if (records === 0) return [];
  return [
    say`It takes along ${plural(records, 'record', 'records')} that cost ${plural(credits, 'credit', 'credits')}; to look up the same again is charged again.`,
  ];
}

/** That a dry run has changed nothing. */
export function dryText(told: string): string {
  return say`${told} Nothing was changed; this was a dry run.`;
}

export function purgedText({ batches, records, credits, kept }: Purged): string {
  const told = say`Removed ${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')} (${plural(credits, 'credit', 'credits')}).`;
  return [told, ...keptText(kept)].join('\n');
}

export function nothingOldText({ kept }: Pick<Purged, 'kept'>): string {
  return [say`Nothing is that old; nothing was removed.`, ...keptText(kept)].join('\n');
}

function keptText(kept: readonly string[]): string[] {
  return kept.length === 0 ? [] : [say`Still under way, kept: ${kept.join(', ')}.`];
}

/** `about`: the people and companies as they may be shown. */
export function erasureText(
  about: readonly string[],
  { rows, batches, ...going }: Erasure,
): string {
  const told = say`This removes everything that is stored about ${whom(about)}, in ${plural(rows, 'row', 'rows')} of ${plural(batches.length, 'batch', 'batches')}.`;
  return [told, ...lossText(going)].join(' ');
}

export function erasedText(
  about: readonly string[],
  { rows, batches, records, credits }: Erasure,
  isShared: boolean,
): string {
  const told = say`Nothing is stored about ${whom(about)} any more: ${plural(rows, 'row', 'rows')} of ${plural(batches.length, 'batch', 'batches')} and ${plural(records, 'record', 'records')} (${plural(credits, 'credit', 'credits')}) are gone. Your own files are as they were.`;
  const others = say`Other machines that share this ledger have copies of these inputs until they export them or run the same command.`;
  return isShared && batches.length > 0 ? `${told}\n${others}` : told;
}

export function nothingStoredText(about: readonly string[]): string {
  return say`Nothing is stored about ${whom(about)}.`;
}

/** Not more than a few are named. */
function whom(about: readonly string[]): string {
  if (about.length <= 3) return about.join(', ');
  return say`${plural(about.length, 'person or company', 'people and companies')}`;
}
