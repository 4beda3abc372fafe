import { findBatch } from '../../../batch/find-batch.js';
import { removeBatch } from '../../../batch/removal.js';
import type { Context } from '../../../context.js';
import { exitCodes } from '../../../exit-codes.js';
import type { Batch } from '../../../ledger/index.js';
import { plural, say } from '../../../text/index.js';
import { toAccountRequest } from '../../shared/account-request.js';
import { confirmed } from '../../shared/ask-user.js';
import type { GlobalOptions, Host } from '../../shared/command-host.js';
import { toInteraction, toPresentation, type Interaction } from '../../shared/presentation.js';
import { listenForStop } from '../../shared/stop-signal.js';
import { withStoredBatches, type StoredBatchRequest } from '../shared/batch-work.js';

export interface DeleteRequest extends StoredBatchRequest {
  /** The id of a batch, or a unique prefix of it. */
  readonly batch: string;
  readonly interaction: Interaction;
}

export function toDeleteRequest(
  batch: string,
  flags: GlobalOptions,
  surroundings: Pick<Context, 'env'>,
): DeleteRequest {
  return {
    batch,
    account: toAccountRequest(flags, surroundings),
    presentation: toPresentation(flags),
    interaction: toInteraction(flags),
  };
}

/** `confere bulk delete`: deletes a batch from this machine, after asking the user. */
export async function runDelete(host: Host, request: DeleteRequest): Promise<void> {
  const { interaction, presentation } = request;
  const { stop, forget } = listenForStop(host);
  try {
    await withStoredBatches(host, request, async ({ ledger }) => {
      const batch = await findBatch(ledger, request.batch);
      await confirmed(host, interaction, questionOf(batch), stop);
      const isWhole = await removeBatch(ledger, batch);
      if (!presentation.quiet) host.context.stderr.write(removedText(batch, isWhole));
      host.finish(exitCodes.ok);
    });
  } finally {
    forget();
  }
}

function removedText({ id }: Batch, isWhole: boolean): string {
  return isWhole
    ? say`Batch ${id} is removed.\n`
    : say`Batch ${id} is removed; another program has its copy of the input open, which the next command removes.\n`;
}

function questionOf({ id, file, rows }: Batch): string {
  return say`This removes batch ${id} (${file}, ${plural(rows, 'row', 'rows')}) with its results and the records it paid for.`;
}
