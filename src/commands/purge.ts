import { erasable, erase, foreseeErasure, LEFT } from '../batch/erase.js';
import { findBatch } from '../batch/find-batch.js';
import * as removal from '../batch/removal.js';
import { parseDuration } from '../config/defaults.js';
import { UsageError } from '../base/errors.js';
import { type IdentifierKind, shownId } from '../identifiers/index.js';
import type { Ledger } from '../ledger/index.js';
import { t } from '../messages/index.js';
import { joined } from '../output/terminal/text.js';
import { withStoredBatches } from './bulk/shared/batch-work.js';
import { ownFolder } from './bulk/shared/places.js';
import { defineCommand, type Host } from './shared/command.js';
import { flag, value, type Values } from './shared/option.js';
import { inputsOf, refuseStdinTwice } from './shared/typed.js';
import { alive, canAsk, confirmed, report, stoppable } from './shared/user.js';
import { futureAt, withLedger } from './shared/with-account.js';

const removalOptions = () => ({ dryRun: flag('-n, --dry-run', t.options.dryRun) });

type RemovalHost = Host<Values<typeof removalOptions>>;

const purgeOptions = () => ({
  olderThan: value('--older-than <duration>', t.options.olderThan, (text) =>
    parseDuration(text, '--older-than'),
  ),
  ...removalOptions(),
});

/** `confere purge`: deletes what is old, or what is about single people and companies, after asking the user. */
export const purge = defineCommand(purgeOptions, async (host, typed: string[]) => {
  const { olderThan } = host.options;
  if ((olderThan === undefined) === (typed.length === 0)) throw new UsageError('purge_what', {});
  refuseStdinTwice(typed);
  await (olderThan === undefined ? forget(host, typed) : removeOld(host, olderThan));
});

async function forget(host: RemovalHost, typed: readonly string[]): Promise<void> {
  const wanted = new Map<string, IdentifierKind>();
  let number = 0;
  for await (const { text } of inputsOf(host, typed)) {
    number += 1;
    const { id, kind } = erasable(text, number);
    wanted.set(id, kind);
  }
  const ids = new Set(wanted.keys());
  const about = Array.from(wanted, ([id, kind]) => shownId(kind, id));
  const whom = about.length <= 3 ? about.join(', ') : t.removal.people(about.length);
  const isShared = host.account.ledger !== undefined;
  await withStoredBatches(host, async (deps) => {
    const foreseen = await alive(host, () => foreseeErasure(deps, ids));
    const { rows, batches: of, records, credits } = foreseen;
    const batches = of.length;
    const isNothing = batches === 0 && records === 0;
    const told = t.removal.removesPeople({ whom, rows, batches });
    const question = joined(' ', [told, lossText(foreseen)]);
    if (!(await isAgreed(host, foreseen, isNothing, question))) return;
    await alive(host, async () => {
      await erase(deps, ids);
      await ownFolder(host.context, LEFT);
    });
    const done = t.removal.removedPeople({ whom, rows, batches, records, credits });
    const elsewhere = isShared && batches > 0 && t.removal.otherMachines;
    report(
      host,
      foreseen,
      isNothing ? t.removal.nothingStored(whom) : joined('\n', [done, elsewhere]),
    );
  });
}

async function removeOld(host: RemovalHost, olderThan: number): Promise<void> {
  const before = host.context.clock.now() - olderThan;
  await withLedger(host, async (ledger) => {
    const deps = { ledger, terms: host.account.terms };
    const ahead = await aheadOf(host, ledger);
    const { foreseen, purge, early } = await alive(host, async () => {
      const old = await removal.foreseePurge(deps, before);
      if (ahead === undefined) return { ...old, early: 0 };
      const all = await removal.foreseePurge(deps, before, ahead);
      return { ...all, early: all.foreseen.records - old.foreseen.records };
    });
    const told = [t.removal.removesOld(foreseen), lossText(foreseen)];
    const fromFuture = early > 0 && t.removal.fromFuture({ records: early });
    const question = joined(' ', [...told, fromFuture, keptText(foreseen.kept)]);
    if (!(await isAgreed(host, foreseen, isNothing(foreseen), question))) return;
    const purged = await alive(host, async () => {
      const removed = await purge();
      await ownFolder(host.context, olderThan);
      return removed;
    });
    const { removedOld, nothingOld } = t.removal;
    const done = isNothing(purged) ? nothingOld : removedOld(purged);
    report(host, purged, joined('\n', [done, keptText(purged.kept)]));
  });
}

/** Only who reads how many there are removes records from the future: where the clock is behind now, every paid record is one. */
async function aheadOf(host: RemovalHost, ledger: Ledger): Promise<number | undefined> {
  if (host.yes || !canAsk(host)) return undefined;
  const ahead = futureAt(host.context.clock.now());
  return (await ledger.countRecordsAfter(ahead)) > 0 ? ahead : undefined;
}

function isNothing({ batches, records }: removal.Purged): boolean {
  return batches === 0 && records === 0;
}

/** Nobody is asked about nothing; a script that once has something to remove needs its option from the first day. */
async function isAgreed(
  host: RemovalHost,
  going: object,
  isNothing: boolean,
  question: string,
): Promise<boolean> {
  if (host.options.dryRun === true) report(host, going, t.removal.dryRun(question));
  else if (!isNothing || !canAsk(host))
    await stoppable(host, 'question', (stop) => confirmed(host, question, stop));
  return host.options.dryRun !== true;
}

/** `confere bulk delete`: deletes a batch from this machine, after asking the user. `given`: as for `findBatch`. */
const deleteBatch = defineCommand(removalOptions, (host, given: string) =>
  withStoredBatches(host, async (deps) => {
    const batch = await findBatch(deps.ledger, given);
    const going = await alive(host, () => removal.foreseeRemoval(deps, batch));
    const removed = { batches: 1, ...going, kept: [] };
    const question = joined(' ', [t.removal.removesBatch(batch), lossText(going)]);
    if (!(await isAgreed(host, removed, false, question))) return;
    const isWhole = await alive(host, () => removal.removeBatch(deps.ledger, batch));
    const { batchRemoved, inputCopyHeldOpen } = t.removal;
    report(host, removed, (isWhole ? batchRemoved : inputCopyHeldOpen)(batch));
  }),
);

export { deleteBatch as delete };

function lossText({ records, credits }: removal.GoingRecords): string {
  return records === 0 ? '' : t.removal.takesRecords({ records, credits });
}

function keptText(kept: readonly string[]): string {
  return kept.length === 0 ? '' : t.removal.kept(kept.join(', '));
}
