import type { Command } from 'commander';
import { findBatch } from '../../../batch/find-batch.js';
import { foreseeRemoval, removeBatch } from '../../../batch/removal.js';
import type { Context } from '../../../context.js';
import { exitCodes } from '../../../exit-codes.js';
import type { Batch } from '../../../ledger/index.js';
import { deletionText, dryText } from '../../../output/ledger/removal-text.js';
import { t } from '../../../messages/index.js';
import { toOnAccount } from '../../shared/open-service.js';
import { confirmed } from '../../shared/ask-user.js';
import type { GlobalOptions, Host } from '../../shared/command-host.js';
import { toInteraction } from '../../shared/presentation.js';
import { listenForStop } from '../../shared/stop-signal.js';
import { tellRemoval, type RemovalRequest } from '../../purge/agree-to-removal.js';
import { withStoredBatches } from '../shared/batch-work.js';

/** `confere bulk delete`. */
export function defineDelete(command: Command, host: Host): void {
  command.option('-n, --dry-run', t.options.dryRun).action(async (batch: string) => {
    await runDelete(host, toDeleteRequest(batch, command.optsWithGlobals(), host.context));
  });
}

/** The options of `bulk delete`, as commander passes them. */
export interface DeleteFlags extends GlobalOptions {
  readonly dryRun?: boolean;
}

export interface DeleteRequest extends RemovalRequest {
  /** The id of a batch, or a unique prefix of it. */
  readonly batch: string;
}

export function toDeleteRequest(
  batch: string,
  flags: DeleteFlags,
  surroundings: Pick<Context, 'env'>,
): DeleteRequest {
  return {
    batch,
    ...toOnAccount(flags, surroundings),
    interaction: toInteraction(flags),
    isDry: flags.dryRun === true,
  };
}

/** `confere bulk delete`: deletes a batch from this machine, after asking the user. */
export async function runDelete(host: Host, request: DeleteRequest): Promise<void> {
  const { interaction, isDry } = request;
  const { stop, forget } = listenForStop(host, 'question');
  try {
    await withStoredBatches(host, request, async (deps) => {
      const batch = await findBatch(deps.ledger, request.batch);
      const going = await foreseeRemoval(deps, batch);
      const question = deletionText(batch, going);
      const tell = (text: string) => {
        tellRemoval(host, request, { batches: 1, ...going, kept: [] }, text);
      };
      if (isDry) tell(dryText(question));
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
