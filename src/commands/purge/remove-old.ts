import { foreseePurge, purge, type ForeseenPurge, type Purged } from '../../batch/removal.js';
import {
  dryText,
  nothingOldText,
  purgedText,
  purgeText,
} from '../../output/ledger/removal-text.js';
import { removeLeft } from '../bulk/shared/private-folder.js';
import type { Host } from '../shared/command-host.js';
import { withLedger } from '../shared/with-account.js';
import { agreeToRemoval, tellRemoval, type RemovalRequest } from './agree-to-removal.js';

/** Removes batches and records last used longer ago than `olderThan` (ms). */
export async function removeOld(
  host: Host,
  request: RemovalRequest,
  olderThan: number,
): Promise<void> {
  const { costs } = request.account;
  const before = host.context.clock.now() - olderThan;
  await withLedger(host, request, async (ledger) => {
    const deps = { ledger, costs };
    const foreseen = await foreseePurge(deps, before);
    if (request.isDry) tellRemoval(host, request, shown(foreseen), dryText(purgeText(foreseen)));
    else {
      await agreeToRemoval(host, request, isNothing(foreseen), purgeText(foreseen));
      const purged = await purge(deps, foreseen);
      await removeLeft(host.context, olderThan);
      const text = isNothing(purged) ? nothingOldText(purged) : purgedText(purged);
      tellRemoval(host, request, purged, text);
    }
  });
}

function isNothing({ batches, records }: Purged): boolean {
  return batches === 0 && records === 0;
}

function shown({ batches, records, credits, kept }: ForeseenPurge): Purged {
  return { batches, records, credits, kept };
}
