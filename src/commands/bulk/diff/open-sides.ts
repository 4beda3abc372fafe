import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPlannedBatch } from '../../../batch/find-batch.js';
import { batchSide } from '../../../diff/sides/batch-side.js';
import type { Side } from '../../../diff/types.js';
import type { Ledger } from '../../../ledger/index.js';
import type { DiffProgress } from '../../../output/diff/diff-progress.js';
import type { Host } from '../../shared/command-host.js';
import { withStoredBatches } from '../shared/batch-work.js';
import { withPrivateFolder } from '../shared/private-folder.js';
import type { DiffRequest } from './diff-request.js';

type Wanted = Pick<DiffRequest, 'older' | 'newer' | 'input' | 'account' | 'presentation'>;

/** Where results can be read: of batches, and of files. */
interface Places {
  readonly ledger: Pick<Ledger, 'findBatches' | 'readBatch'> | undefined;
  /** A private folder. */
  readonly folder: string;
}

/**
 * Runs `work` with both results. Opens the ledger only for batches, and makes a folder for sorting only for files; it
 * is removed afterwards.
 *
 * @throws UsageError if one of them does not exist or is no result
 */
export function withSides<T>(
  host: Host,
  request: Wanted,
  progress: DiffProgress,
  work: (older: Side, newer: Side) => Promise<T>,
): Promise<T> {
  const places = [request.older, request.newer];
  const inPlaces = async (where: Places): Promise<T> => {
    const sides: Side[] = [];
    try {
      const open = (name: string, place: string) => openSide(name, place, request, where, progress);
      const older = await open('older', request.older);
      sides.push(older);
      const newer = await open('newer', request.newer);
      sides.push(newer);
      return await work(older, newer);
    } finally {
      for (const side of sides) await side.close();
    }
  };
  const inFolder = (ledger: Places['ledger']) =>
    places.some(isFile)
      ? withPrivateFolder(host, (folder) => inPlaces({ ledger, folder }), {
          purpose: 'diff',
          json: request.presentation.json,
        })
      : inPlaces({ ledger, folder: '' });
  if (places.every(isFile)) return inFolder(undefined);
  return withStoredBatches(host, request, ({ ledger }) => inFolder(ledger));
}

async function openSide(
  name: string,
  place: string,
  { input }: Wanted,
  { ledger, folder }: Places,
  progress: DiffProgress,
): Promise<Side> {
  if (ledger !== undefined && !isFile(place))
    return batchSide(ledger, await findPlannedBatch(ledger, place));
  const { fileSide } = await import('../../../diff/sides/file-side.js');
  const tell = progress.reading(place);
  return fileSide({ path: place, input, folder: join(folder, name), tell });
}

/** A file that is there is meant before a batch of that name; no batch id has a dot or a slash. */
function isFile(place: string): boolean {
  return /[./\\]/.test(place) || existsSync(place);
}
