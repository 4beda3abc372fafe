import { existsSync } from 'node:fs';
import { findPlannedBatch } from '../../../batch/find-batch.js';
import { batchSide } from '../../../diff/sides/batch-side.js';
import type { Side } from '../../../diff/types.js';
import { UsageError } from '../../../errors.js';
import type { Ledger } from '../../../ledger/index.js';
import type { DiffProgress } from '../../../output/diff/diff-progress.js';
import type { Host } from '../../shared/command-host.js';
import { withStoredBatches } from '../shared/batch-work.js';
import { withPrivateFolder } from '../shared/private-folder.js';
import type { DiffRequest } from './diff-request.js';

type Wanted = Pick<DiffRequest, 'older' | 'newer' | 'input' | 'account' | 'presentation'>;

/** Where results can be read: of batches, and of files. */
interface Places {
  readonly ledger: Pick<Ledger, 'findBatches' | 'readBatch' | 'folder'> | undefined;
  /** A private folder. */
  readonly folder: string;
}

/**
 * Runs `work` with both results. Opens the ledger only for batches, and makes a folder for sorting only for files; it
 * is removed afterwards.
 *
 * @throws UsageError if one of them does not exist or is no result, or if one has CPFs and the other CNPJs
 */
export function withSides<T>(
  host: Host,
  request: Wanted,
  progress: DiffProgress,
  stop: AbortSignal,
  work: (older: Side, newer: Side) => Promise<T>,
): Promise<T> {
  const places = [request.older, request.newer];
  const files = places.filter(isFile).length;
  const inPlaces = async (where: Places): Promise<T> => {
    const sides: Side[] = [];
    const { createOpening } = await import('./open-file.js');
    const openFile = createOpening(request.input, files);
    try {
      const open = async (name: string, place: string): Promise<Side> =>
        where.ledger !== undefined && !isFile(place)
          ? batchSide(where.ledger, await findPlannedBatch(where.ledger, place))
          : openFile(name, {
              ...{ path: place, folder: where.folder, stop },
              tell: progress.reading(place),
            });
      const older = await open('older', request.older);
      sides.push(older);
      const newer = await open('newer', request.newer);
      sides.push(newer);
      refuseOtherKind(older, newer);
      return await work(older, newer);
    } finally {
      for (const side of sides) await side.close();
    }
  };
  const inFolder = (ledger: Places['ledger']) =>
    files > 0
      ? withPrivateFolder(host, (folder) => inPlaces({ ledger, folder }))
      : inPlaces({ ledger, folder: '' });
  if (files === places.length) return inFolder(undefined);
  return withStoredBatches(host, request, ({ ledger }) => inFolder(ledger));
}

/** @throws UsageError `different_kinds`: every identifier would have appeared or disappeared */
function refuseOtherKind(older: Side, newer: Side): void {
  const isMixed = older.kinds.size !== 1 || newer.kinds.size !== 1;
  const kinds = new Set([...older.kinds, ...newer.kinds]);
  if (isMixed || kinds.size === 1) return;
  const [cpfs, cnpjs] = older.kinds.has('cpf') ? [older, newer] : [newer, older];
  throw new UsageError('different_kinds', {
    cpfs: cpfs.facts().name,
    cnpjs: cnpjs.facts().name,
  });
}

/** A file that is there is meant before a batch of that name; no batch id has a dot or a slash. */
function isFile(place: string): boolean {
  return /[./\\]/.test(place) || existsSync(place);
}
