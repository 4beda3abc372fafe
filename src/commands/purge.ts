import { readErasable, erase, foreseeErasure, LEFTOVER_AGE } from '../batch/erase.js';
import { findBatch } from '../batch/find-batch.js';
import * as removal from '../batch/removal.js';
import { parseDuration } from '../config/defaults.js';
import { UsageError } from '../base/errors.js';
import { type IdentifierKind, formatShownId } from '../identifiers/index.js';
import type { Ledger } from '../ledger/index.js';
import { t } from '../messages/index.js';
import { joined } from '../terminal/text.js';
import { withStoredBatches } from './bulk/shared/batch-work.js';
import { removeLeftoverFolders } from './bulk/shared/places.js';
import { defineCommand, type CommandContext } from './shared/command.js';
import { flag, value, type Values } from './shared/option.js';
import { readTypedInputs, refuseStdinTwice } from './shared/typed.js';
import { reportDone } from './shared/print.js';
import { withLiveLine, canAsk, requireConsent, withStopSignal } from './shared/user.js';
import { computeFutureStart, withLedger } from './shared/session.js';

const removalOptions = () => ({ dryRun: flag('-n, --dry-run', t.options.dryRun) });

type RemovalContext = CommandContext<Values<typeof removalOptions>>;

const purgeOptions = () => ({
  olderThan: value('--older-than <duration>', t.options.olderThan, (text) =>
    parseDuration(text, '--older-than'),
  ),
  ...removalOptions(),
});

/** `confere purge`: deletes what is old, or what is about single people and companies, after asking the user. */
export const purge = defineCommand(
  { options: purgeOptions, examples: ['confere purge --older-than 90d --dry-run'], exits: [11] },
  async (command, typed: string[]) => {
    const { retention } = command.options;
    // Without a word, what goes is what the setting says.
    const olderThan = command.options.olderThan ?? (typed.length === 0 ? retention : undefined);
    if ((olderThan === undefined) === (typed.length === 0)) throw new UsageError('purge_what', {});
    refuseStdinTwice(typed);
    await (olderThan === undefined
      ? eraseIdentifiers(command, typed)
      : removeOld(command, olderThan, command.options.olderThan === undefined));
  },
);

async function eraseIdentifiers(command: RemovalContext, typed: readonly string[]): Promise<void> {
  const wanted = new Map<string, IdentifierKind>();
  let number = 0;
  for await (const { text } of readTypedInputs(command, typed)) {
    number += 1;
    const { id, kind } = readErasable(text, number);
    wanted.set(id, kind);
  }
  const ids = new Set(wanted.keys());
  const about = Array.from(wanted, ([id, kind]) => formatShownId(kind, id));
  const whom = about.length <= 3 ? about.join(', ') : t.removal.people(about.length);
  const isShared = command.account.ledger !== undefined;
  await withStoredBatches(command, async (deps) => {
    const foreseen = await withLiveLine(command, () => foreseeErasure(deps, ids));
    const { rows, batches: batchIds, records, credits, requests } = foreseen;
    const batches = batchIds.length;
    const isNothing = batches === 0 && records === 0 && requests === 0;
    const what = t.removal.removesPeople({ whom, rows, batches });
    const question = joined(' ', [what, lossText(foreseen), requestsText(foreseen)]);
    if (!(await askToRemove(command, foreseen, isNothing, question))) return;
    await withLiveLine(command, async () => {
      await erase(deps, ids);
      await removeLeftoverFolders(command.context, LEFTOVER_AGE);
    });
    const done = t.removal.removedPeople({ whom, rows, batches, records, credits });
    const elsewhere = isShared && batches > 0 && t.removal.otherMachines;
    const { workbooks } = foreseen;
    const newFiles = workbooks > 0 && t.removal.workbooksRemoved(workbooks);
    reportDone(
      command,
      foreseen,
      isNothing ? t.removal.nothingStored(whom) : joined('\n', [done, newFiles, elsewhere]),
    );
  });
}

/** `keepsOpen`: batches with identifiers that wait to be sent stay, as with the setting `retention`. */
async function removeOld(
  command: RemovalContext,
  olderThan: number,
  keepsOpen: boolean,
): Promise<void> {
  await withLedger(command, async (ledger) => {
    const before = (await ledger.now()) - olderThan;
    const deps = { ledger, terms: command.account.terms };
    const ahead = await findFutureStart(command, ledger);
    const { foreseen, purge, futureRecords } = await withLiveLine(command, async () => {
      const old = await removal.foreseePurge(deps, before, { keepsOpen });
      if (ahead === undefined) return { ...old, futureRecords: 0 };
      const all = await removal.foreseePurge(deps, before, { ahead, keepsOpen });
      return { ...all, futureRecords: all.foreseen.records - old.foreseen.records };
    });
    const parts = [t.removal.removesOld(foreseen), lossText(foreseen), requestsText(foreseen)];
    const fromFuture = futureRecords > 0 && t.removal.fromFuture({ records: futureRecords });
    const question = joined(' ', [...parts, fromFuture, keptText(foreseen.kept)]);
    if (!(await askToRemove(command, foreseen, isNothing(foreseen), question))) return;
    const purged = await withLiveLine(command, async () => {
      const removed = await purge();
      await removeLeftoverFolders(command.context, olderThan);
      return removed;
    });
    const { removedOld, nothingOld } = t.removal;
    const done = isNothing(purged) ? nothingOld : removedOld(purged);
    reportDone(command, purged, joined('\n', [done, keptText(purged.kept)]));
  });
}

/**
 * Returns the moment (epoch ms) after which records are from the future, if there are some. Only a user who reads the
 * question removes them: while the clock is behind, every paid record looks like one.
 */
async function findFutureStart(
  command: RemovalContext,
  ledger: Ledger,
): Promise<number | undefined> {
  if (command.yes || !canAsk(command)) return undefined;
  const ahead = computeFutureStart(command.context.clock.now());
  return (await ledger.countRecordsAfter(ahead)) > 0 ? ahead : undefined;
}

function isNothing({ batches, records }: removal.Purged): boolean {
  return batches === 0 && records === 0;
}

/**
 * Asks before anything is removed. Without a terminal `--yes` is needed even if there is nothing to remove now: the
 * script may have something to remove later.
 */
async function askToRemove(
  command: RemovalContext,
  going: object,
  isNothing: boolean,
  question: string,
): Promise<boolean> {
  if (command.options.dryRun === true) reportDone(command, going, t.removal.dryRun(question));
  else if (!isNothing || !canAsk(command))
    await withStopSignal(command, 'question', (stop) => requireConsent(command, question, stop));
  return command.options.dryRun !== true;
}

/** `confere bulk delete`: deletes a batch from this machine, after asking the user. */
const deleteBatch = defineCommand(
  { options: removalOptions, examples: ['confere bulk delete 7k2m --dry-run'], exits: [11] },
  (command, prefix: string) =>
    withStoredBatches(command, async (deps) => {
      const batch = await findBatch(deps.ledger, prefix);
      const going = await withLiveLine(command, () => removal.foreseeRemoval(deps, batch));
      const removed = { batches: 1, ...going, requests: 0, kept: [] };
      const question = joined(' ', [t.removal.removesBatch(batch), lossText(going)]);
      if (!(await askToRemove(command, removed, false, question))) return;
      const isWhole = await withLiveLine(command, () => removal.removeBatch(deps.ledger, batch));
      const { batchRemoved, inputCopyHeldOpen } = t.removal;
      reportDone(command, removed, (isWhole ? batchRemoved : inputCopyHeldOpen)(batch));
    }),
);

export { deleteBatch as delete };

function lossText({ records, credits }: removal.RemovedRecords): string {
  return records === 0 ? '' : t.removal.takesRecords({ records, credits });
}

function requestsText({ requests }: Pick<removal.Purged, 'requests'>): string {
  return requests === 0 ? '' : t.removal.forgetsRequests(requests);
}

function keptText(kept: readonly string[]): string {
  return kept.length === 0 ? '' : t.removal.kept(kept.join(', '));
}
