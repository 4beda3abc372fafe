import type { Command } from 'commander';
import type { LocalDeps } from '../../batch/dependencies.js';
import { findBatch } from '../../batch/find-batch.js';
import { foreseeRemoval, removeBatch } from '../../batch/removal.js';
import { exitCodes } from '../../exit-codes.js';
import { t } from '../../messages/index.js';
import { deletionText } from '../../output/removal.js';
import { withStoredBatches } from './shared/batch-work.js';
import { type RemovalOptions, tellRemoval } from '../purge.js';
import { readOptions } from '../shared/account.js';
import { alive } from '../shared/alive.js';
import { confirmed } from '../shared/ask-user.js';
import type { Host } from '../shared/options.js';
import { stoppable } from '../shared/stop-signal.js';

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
  const remove = async (deps: LocalDeps) => {
    const batch = await findBatch(deps.ledger, given);
    const { presentation } = options;
    const going = await alive(host, presentation, t.progress.findingStored, () =>
      foreseeRemoval(deps, batch),
    );
    const question = deletionText(batch, going);
    const tell = (text: string) => {
      tellRemoval(host, options, { batches: 1, ...going, kept: [] }, text);
    };
    if (dryRun === true) tell(t.removal.dryRun(question));
    else {
      await confirmed(host, interaction, question, deps.stop);
      const isWhole = await alive(host, presentation, t.progress.removing, () =>
        removeBatch(deps.ledger, batch),
      );
      tell(isWhole ? t.removal.batchRemoved(batch.id) : t.removal.inputCopyHeldOpen(batch.id));
    }
    host.finish(exitCodes.ok);
  };
  await stoppable(host, 'question', (stop) => withStoredBatches(host, options, remove, stop));
}
