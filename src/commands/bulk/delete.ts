import type { Command } from 'commander';
import { findBatch } from '../../batch/find-batch.js';
import { foreseeRemoval, removeBatch } from '../../batch/removal.js';
import { exitCodes } from '../../exit-codes.js';
import type { Batch } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { deletionText, dryText } from '../../output/ledger/removal-text.js';
import { withStoredBatches } from './shared/batch-work.js';
import { type RemovalOptions, tellRemoval } from '../purge.js';
import { readOptions } from '../shared/account.js';
import { confirmed } from '../shared/ask-user.js';
import type { Host } from '../shared/options.js';
import { listenForStop } from '../shared/stop-signal.js';

/** `confere bulk delete`. */
export function defineDelete(command: Command, host: Host): void {
  command
    .option('-n, --dry-run', t.options.dryRun)
    .action((batch: string) =>
      deleteBatch(host, batch, readOptions<{ readonly dryRun?: boolean }>(command, host)),
    );
}

/** `confere bulk delete`: deletes a batch from this machine, after asking the user. `given`: its id, or a unique prefix of it. */
async function deleteBatch(host: Host, given: string, options: RemovalOptions): Promise<void> {
  const { interaction, dryRun } = options;
  const { stop, forget } = listenForStop(host, 'question');
  try {
    await withStoredBatches(host, options, async (deps) => {
      const batch = await findBatch(deps.ledger, given);
      const going = await foreseeRemoval(deps, batch);
      const question = deletionText(batch, going);
      const tell = (text: string) => {
        tellRemoval(host, options, { batches: 1, ...going, kept: [] }, text);
      };
      if (dryRun === true) tell(dryText(question));
      else {
        await confirmed(host, interaction, question, stop);
        tell(removedText(batch, await removeBatch(deps.ledger, batch)));
      }
      host.finish(exitCodes.ok);
    });
  } finally {
    forget();
  }
}

function removedText({ id }: Batch, isWhole: boolean): string {
  return isWhole ? t.removal.batchRemoved(id) : t.removal.inputCopyHeldOpen(id);
}
