import { erase, foreseeErasure, LEFT, type Erasure } from '../batch/erase.js';
import { findBatch } from '../batch/find-batch.js';
import type { ForeseenPurge, GoingRecords, Purged } from '../batch/removal.js';
import * as removal from '../batch/removal.js';
import { parseDuration } from '../config/defaults.js';
import { UsageError } from '../errors.js';
import { type IdentifierKind, readTyped, shownId } from '../identifiers/index.js';
import type { Batch } from '../ledger/index.js';
import { t } from '../messages/index.js';
import { deliverWaiting } from '../money/outbox.js';
import { joined } from '../output/terminal/text.js';
import { withStoredBatches } from './bulk/shared/batch-work.js';
import { ownFolder } from './bulk/shared/places.js';
import type { Host } from './shared/host.js';
import { define, flag, value, type Values } from './shared/option.js';
import { inputsOf, refuseStdinTwice } from './shared/typed.js';
import { alive, canAsk, confirmed, report, stoppable } from './shared/user.js';
import { withLedger } from './shared/with-account.js';

const removalOptions = () => ({ dryRun: flag('-n, --dry-run', t.options.dryRun) });

type RemovalHost = Host<Values<typeof removalOptions>>;

const purgeOptions = () => ({
  olderThan: value('--older-than <duration>', t.options.olderThan, (text) =>
    parseDuration(text, '--older-than'),
  ),
  ...removalOptions(),
});

/** `confere purge`: deletes what is old, or what is about single people and companies, after asking the user. */
export const purge = define(purgeOptions, async (host, typed: string[]) => {
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
    const reading = readTyped(text);
    if (!reading.valid) throw new UsageError('not_erasable', { number });
    wanted.set(reading.id, reading.kind);
  }
  const ids = new Set(wanted.keys());
  const about = Array.from(wanted, ([id, kind]) => shownId(kind, id));
  const isShared = host.account.ledger !== undefined;
  await withStoredBatches(host, async (deps) => {
    await deliverWaiting(deps.ledger);
    const foreseen = await alive(host, () => foreseeErasure(deps, ids));
    const isNothing = foreseen.batches.length === 0 && foreseen.records === 0;
    if (!(await isAgreed(host, foreseen, isNothing, erasureText(about, foreseen)))) return;
    await alive(host, async () => {
      await erase(deps, ids);
      await ownFolder(host.context, LEFT);
    });
    const done = isNothing ? nothingStoredText(about) : erasedText(about, foreseen, isShared);
    report(host, foreseen, done);
  });
}

async function removeOld(host: RemovalHost, olderThan: number): Promise<void> {
  const before = host.context.clock.now() - olderThan;
  await withLedger(host, async (ledger) => {
    const deps = { ledger, costs: host.account.costs };
    const foreseen = await alive(host, () => removal.foreseePurge(deps, before));
    const { batches, records, credits, kept } = foreseen;
    const going = { batches, records, credits, kept };
    if (!(await isAgreed(host, going, isNothing(going), purgeText(foreseen)))) return;
    const purged = await alive(host, async () => {
      const removed = await removal.purge(deps, foreseen);
      await ownFolder(host.context, olderThan);
      return removed;
    });
    report(host, purged, (isNothing(purged) ? nothingOldText : purgedText)(purged));
  });
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
const deleteBatch = define(removalOptions, (host, given: string) =>
  withStoredBatches(host, async (deps) => {
    const batch = await findBatch(deps.ledger, given);
    const going = await alive(host, () => removal.foreseeRemoval(deps, batch));
    const removed = { batches: 1, ...going, kept: [] };
    if (!(await isAgreed(host, removed, false, deletionText(batch, going)))) return;
    const isWhole = await alive(host, () => removal.removeBatch(deps.ledger, batch));
    const { batchRemoved, inputCopyHeldOpen } = t.removal;
    report(host, removed, (isWhole ? batchRemoved : inputCopyHeldOpen)(batch));
  }),
);

export { deleteBatch as delete };

function deletionText({ id, file, rows }: Batch, going: GoingRecords): string {
  return joined(' ', [t.removal.removesBatch({ id, file, rows }), lossText(going)]);
}

function purgeText({ batches, kept, ...going }: ForeseenPurge): string {
  return joined(' ', [t.removal.removesOld({ batches }), lossText(going), keptText(kept)]);
}

function lossText({ records, credits }: GoingRecords): string {
  return records === 0 ? '' : t.removal.takesRecords({ records, credits });
}

function purgedText({ batches, records, credits, kept }: Purged): string {
  return joined('\n', [t.removal.removedOld({ batches, records, credits }), keptText(kept)]);
}

function nothingOldText({ kept }: Pick<Purged, 'kept'>): string {
  return joined('\n', [t.removal.nothingOld, keptText(kept)]);
}

function keptText(kept: readonly string[]): string {
  return kept.length === 0 ? '' : t.removal.kept(kept.join(', '));
}

/** `about`: the people and companies as they may be shown. */
function erasureText(about: readonly string[], { rows, batches, ...going }: Erasure): string {
  const told = t.removal.removesPeople({ whom: whom(about), rows, batches: batches.length });
  return joined(' ', [told, lossText(going)]);
}

function erasedText(
  about: readonly string[],
  { rows, batches: of, records, credits }: Erasure,
  isShared: boolean,
): string {
  const batches = of.length;
  const told = t.removal.removedPeople({ whom: whom(about), rows, batches, records, credits });
  return joined('\n', [told, isShared && batches > 0 && t.removal.otherMachines]);
}

function nothingStoredText(about: readonly string[]): string {
  return t.removal.nothingStored(whom(about));
}

function whom(about: readonly string[]): string {
  return about.length <= 3 ? about.join(', ') : t.removal.people(about.length);
}
