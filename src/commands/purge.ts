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
import { warnOfReuse } from './shared/retention.js';
import { withLiveLine, canAsk, requireConsent, withStopSignal } from './shared/user.js';
import { computeFutureStart, withLedger } from './shared/ledger-and-service.js';

const removalOptions = () => ({ dryRun: flag('-n, --dry-run', t.options.dryRun) });

type RemovalContext = CommandContext<Values<typeof removalOptions>>;

const purgeOptions = () => ({
  olderThan: value('--older-than <duration>', t.options.olderThan, (text) =>
    parseDuration(text, '--older-than'),
  ),
  ...removalOptions(),
});

/** `confere purge`: deletes old data, or all data about some people and companies, after asking the user. */
export const purge = defineCommand(
  { options: purgeOptions, examples: ['confere purge --older-than 90d --dry-run'], exits: [11] },
  async (command, typed: string[]) => {
    const { retention } = command.options;
    // Without arguments and options, the setting `retention` says which data are old.
    const olderThan = command.options.olderThan ?? (typed.length === 0 ? retention : undefined);
    if ((olderThan === undefined) === (typed.length === 0)) throw new UsageError('purge_what', {});
    refuseStdinTwice(typed);
    await (olderThan === undefined
      ? eraseIdentifiers(command, typed)
      : removeOld(command, olderThan, command.options.olderThan === undefined));
  },
);

async function eraseIdentifiers(command: RemovalContext, typed: readonly string[]): Promise<void> {
  const kindsById = new Map<string, IdentifierKind>();
  let number = 0;
  for await (const { text } of readTypedInputs(command, typed)) {
    number += 1;
    const { id, kind } = readErasable(text, number);
    kindsById.set(id, kind);
  }
  const ids = new Set(kindsById.keys());
  const names = Array.from(kindsById, ([id, kind]) => formatShownId(kind, id));
  const whom = names.length <= 3 ? names.join(', ') : t.removal.people(names.length);
  const isShared = command.account.ledger !== undefined;
  await withStoredBatches(command, async (deps) => {
    const foreseen = await withLiveLine(command, () => foreseeErasure(deps, ids));
    const { rows, batches: batchIds, records, credits, requests } = foreseen;
    const batches = batchIds.length;
    const isNothing = batches === 0 && records === 0 && requests === 0;
    const announcement = t.removal.removesPeople({ whom, rows, batches });
    const question = joined(' ', [
      announcement,
      describeLoss(foreseen),
      describeRequests(foreseen),
    ]);
    if (!(await confirmRemoval(command, foreseen, isNothing, question))) return;
    await withLiveLine(command, async () => {
      await erase(deps, ids);
      await removeLeftoverFolders(command.context, LEFTOVER_AGE);
    });
    const doneText = t.removal.removedPeople({ whom, rows, batches, records, credits });
    const otherMachinesNote = isShared && batches > 0 && t.removal.otherMachines;
    const { workbooks } = foreseen;
    const workbooksNote = workbooks > 0 && t.removal.workbooksRemoved(workbooks);
    reportDone(
      command,
      foreseen,
      isNothing
        ? t.removal.nothingStored(whom)
        : joined('\n', [doneText, workbooksNote, otherMachinesNote]),
    );
  });
}

/**
 * Deletes data older than `olderThan` ms. `isRetention`: the age is that of the setting, so that batches with
 * identifiers that wait to be sent stay.
 */
async function removeOld(
  command: RemovalContext,
  olderThan: number,
  isRetention: boolean,
): Promise<void> {
  await withLedger(command, async (ledger) => {
    const cutoff = (await ledger.now()) - olderThan;
    const deps = { ledger, terms: command.account.terms };
    const futureStart = await findFutureStart(command, ledger);
    const { foreseen, purge, futureRecords } = await withLiveLine(command, async () => {
      const ofOldData = await removal.foreseePurge(deps, cutoff, {
        keepsUnsent: isRetention,
      });
      if (futureStart === undefined) return { ...ofOldData, futureRecords: 0 };
      const withFutureRecords = await removal.foreseePurge(deps, cutoff, {
        datedAfter: futureStart,
        keepsUnsent: isRetention,
      });
      return {
        ...withFutureRecords,
        futureRecords: withFutureRecords.foreseen.records - ofOldData.foreseen.records,
      };
    });
    const parts = [
      t.removal.removesOld(foreseen),
      describeLoss(foreseen),
      describeRequests(foreseen),
    ];
    const futureNote = futureRecords > 0 && t.removal.fromFuture({ records: futureRecords });
    const reuseNote = isRetention && foreseen.records > 0 && warnOfReuse(command, olderThan);
    const isNothing = isEmptyPurge(foreseen) && command.options.dryRun === true;
    const plan = isNothing ? [t.removal.nothingOld] : [...parts, futureNote, reuseNote];
    const question = joined(' ', [...plan, describeKept(foreseen.kept)]);
    if (!(await confirmRemoval(command, foreseen, isEmptyPurge(foreseen), question))) return;
    const purged = await withLiveLine(command, async () => {
      const removed = await purge();
      await removeLeftoverFolders(command.context, olderThan);
      return removed;
    });
    const { removedOld, nothingOld } = t.removal;
    const doneText = isEmptyPurge(purged)
      ? nothingOld
      : joined(' ', [removedOld(purged), describeRequests(purged)]);
    reportDone(command, purged, joined('\n', [doneText, describeKept(purged.kept)]));
  });
}

/**
 * Returns the time (epoch ms) after which records are from the future; undefined if there are none, or if no user reads
 * the question: while the clock of this machine is behind, every paid record looks like one from the future.
 */
async function findFutureStart(
  command: RemovalContext,
  ledger: Ledger,
): Promise<number | undefined> {
  if (command.yes || !canAsk(command)) return undefined;
  const futureStart = computeFutureStart(command.context.clock.now());
  return (await ledger.countRecordsAfter(futureStart)) > 0 ? futureStart : undefined;
}

function isEmptyPurge({ batches, records, requests }: removal.Purged): boolean {
  return batches === 0 && records === 0 && requests === 0;
}

/**
 * Asks before anything is removed, and returns whether to remove it; a dry run only reports it. Without a terminal `--yes`
 * is needed even if there is nothing to remove, because the same script may have something to remove later.
 */
async function confirmRemoval(
  command: RemovalContext,
  foreseen: object,
  isNothingRemoved: boolean,
  question: string,
): Promise<boolean> {
  if (command.options.dryRun === true) reportDone(command, foreseen, t.removal.dryRun(question));
  else if (!isNothingRemoved || !canAsk(command))
    await withStopSignal(command, 'question', (stop) => requireConsent(command, question, stop));
  return command.options.dryRun !== true;
}

/** `confere bulk delete`: deletes a batch from this machine, after asking the user. */
const deleteBatch = defineCommand(
  { options: removalOptions, examples: ['confere bulk delete 7k2m --dry-run'], exits: [11] },
  (command, prefix: string) =>
    withStoredBatches(command, async (deps) => {
      const batch = await findBatch(deps.ledger, prefix);
      const foreseen = await withLiveLine(command, () => removal.foreseeRemoval(deps, batch));
      const removed = { batches: 1, ...foreseen, requests: 0, kept: [] };
      const question = joined(' ', [t.removal.removesBatch(batch), describeLoss(foreseen)]);
      if (!(await confirmRemoval(command, removed, false, question))) return;
      const isCopyRemoved = await withLiveLine(command, () =>
        removal.removeBatch(deps.ledger, batch),
      );
      const { batchRemoved, inputCopyHeldOpen } = t.removal;
      reportDone(command, removed, (isCopyRemoved ? batchRemoved : inputCopyHeldOpen)(batch));
    }),
);

export { deleteBatch as delete };

function describeLoss({ records, credits }: removal.RemovedRecords): string {
  return records === 0 ? '' : t.removal.includesRecords({ records, credits });
}

function describeRequests({ requests }: Pick<removal.Purged, 'requests'>): string {
  return requests === 0 ? '' : t.removal.keptWithoutIdentifier(requests);
}

function describeKept(kept: readonly string[]): string {
  return kept.length === 0 ? '' : t.removal.kept(kept.join(', '));
}
