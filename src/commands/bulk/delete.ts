import { findBatch } from '../../batch/find-batch.js';
import { foreseeRemoval, removeBatch } from '../../batch/removal.js';
import { t } from '../../messages/index.js';
import { deletionText } from '../../output/removal.js';
import { removalOptions, tellRemoval } from '../purge.js';
import { confirmed } from '../shared/ask-user.js';
import { define } from '../shared/option.js';
import { stoppable } from '../shared/stop-signal.js';
import { alive } from '../shared/tell.js';
import { withStoredBatches } from './shared/batch-work.js';

/** `confere bulk delete`: deletes a batch from this machine, after asking the user. `given`: as for `findBatch`. */
const deleteBatch = define(removalOptions, (host, given: string) =>
  stoppable(host, 'question', (stop) =>
    withStoredBatches(
      host,
      async (deps) => {
        const batch = await findBatch(deps.ledger, given);
        const going = await alive(host, t.progress.findingStored, () =>
          foreseeRemoval(deps, batch),
        );
        const question = deletionText(batch, going);
        const removed = { batches: 1, ...going, kept: [] };
        if (host.options.dryRun === true) {
          tellRemoval(host, removed, t.removal.dryRun(question));
          return;
        }
        await confirmed(host, question, stop);
        const isWhole = await alive(host, t.progress.removing, () =>
          removeBatch(deps.ledger, batch),
        );
        const { batchRemoved, inputCopyHeldOpen } = t.removal;
        tellRemoval(host, removed, (isWhole ? batchRemoved : inputCopyHeldOpen)(batch.id));
      },
      stop,
    ),
  ),
);

export { deleteBatch as delete };
