import type { Command } from 'commander';
import { erase, foreseeErasure, LEFT } from '../batch/erase.js';
import {
  type ForeseenPurge,
  foreseePurge,
  purge as removeForeseen,
  type Purged,
} from '../batch/removal.js';
import { parseDuration } from '../config/duration.js';
import { UsageError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import { safeJson } from '../foreign-text.js';
import { type IdentifierKind, readTyped, shownId } from '../identifiers/index.js';
import { t } from '../messages/index.js';
import { deliverWaiting } from '../money/outbox.js';
import {
  erasedText,
  erasureText,
  nothingOldText,
  nothingStoredText,
  purgedText,
  purgeText,
} from '../output/removal.js';
import { withStoredBatches } from './bulk/shared/batch-work.js';
import { removeLeft } from './bulk/shared/places.js';
import { type OnAccount, readAnswerOptions } from './shared/account.js';
import { alive } from './shared/alive.js';
import { confirmed, mayAsk } from './shared/ask-user.js';
import type { Host, Interaction } from './shared/options.js';
import { stoppable } from './shared/stop-signal.js';
import { inputsOf, refuseStdinTwice } from './shared/typed.js';
import { withLedger } from './shared/with-account.js';

/** `confere purge`: deletes what is old, or what is about single people and companies. */
export function definePurge(command: Command, host: Host): void {
  command
    .option('--older-than <duration>', t.options.olderThan, (text) =>
      parseDuration(text, '--older-than'),
    )
    .option('-n, --dry-run', t.options.dryRun)
    .action((ids: string[]) => purge(host, ids, readAnswerOptions<PurgeOptions>(command, host)));
}

/** What a command reads that removes something. */
export interface RemovalOptions extends OnAccount {
  readonly interaction: Interaction;
  /** Shows what would be removed, and removes nothing. */
  readonly dryRun?: boolean;
}

interface PurgeOptions {
  /** Milliseconds. */
  readonly olderThan?: number;
  readonly dryRun?: boolean;
}

/**
 * Removes what is old, or what is about some people and companies, after asking the user. `typed`: `-` stands for the
 * lines of standard input.
 *
 * @throws UsageError unless either an age or identifiers are given
 */
async function purge(
  host: Host,
  typed: readonly string[],
  options: PurgeOptions & RemovalOptions,
): Promise<void> {
  const { olderThan } = options;
  if ((olderThan === undefined) === (typed.length === 0)) throw new UsageError('purge_what', {});
  refuseStdinTwice(typed);
  await (olderThan === undefined
    ? forget(host, options, typed)
    : removeOld(host, options, olderThan));
  host.finish(exitCodes.ok);
}

/** Removes everything stored about these people and companies. */
async function forget(
  host: Host,
  options: RemovalOptions,
  typed: readonly string[],
): Promise<void> {
  const wanted = await readAll(host, options, typed);
  const ids = new Set(wanted.keys());
  const about = Array.from(wanted, ([id, kind]) => shownId(kind, id));
  const isShared = options.account.ledger !== undefined;
  await withStoredBatches(host, options, async (deps) => {
    await deliverWaiting(deps);
    const { presentation } = options;
    const foreseen = await alive(host, presentation, t.progress.findingStored, () =>
      foreseeErasure(deps, ids),
    );
    const question = erasureText(about, foreseen);
    if (options.dryRun === true) {
      tellRemoval(host, options, foreseen, t.removal.dryRun(question));
      return;
    }
    const isNothing = foreseen.batches.length === 0 && foreseen.records === 0;
    await agreeToRemoval(host, options, isNothing, question);
    await alive(host, presentation, t.progress.removing, async () => {
      await erase(deps, ids);
      await removeLeft(host.context, LEFT);
    });
    const text = isNothing ? nothingStoredText(about) : erasedText(about, foreseen, isShared);
    tellRemoval(host, options, foreseen, text);
  });
}

/** The kinds by identifier. @throws UsageError `not_erasable` */
async function readAll(
  host: Host,
  { presentation }: RemovalOptions,
  typed: readonly string[],
): Promise<ReadonlyMap<string, IdentifierKind>> {
  const wanted = new Map<string, IdentifierKind>();
  let number = 0;
  for await (const { text } of inputsOf(host, typed, presentation)) {
    number += 1;
    const reading = readTyped(text);
    if (!reading.valid) throw new UsageError('not_erasable', { number });
    wanted.set(reading.id, reading.kind);
  }
  return wanted;
}

/** Removes batches and records last used longer ago than `olderThan` (ms). */
async function removeOld(host: Host, options: RemovalOptions, olderThan: number): Promise<void> {
  const { costs } = options.account;
  const before = host.context.clock.now() - olderThan;
  await withLedger(host, options, async (ledger) => {
    const deps = { ledger, costs };
    const { presentation } = options;
    const foreseen = await alive(host, presentation, t.progress.findingStored, () =>
      foreseePurge(deps, before),
    );
    if (options.dryRun === true)
      tellRemoval(host, options, shown(foreseen), t.removal.dryRun(purgeText(foreseen)));
    else {
      await agreeToRemoval(host, options, isNothing(foreseen), purgeText(foreseen));
      const purged = await alive(host, presentation, t.progress.removing, async () => {
        const removed = await removeForeseen(deps, foreseen);
        await removeLeft(host.context, olderThan);
        return removed;
      });
      const text = isNothing(purged) ? nothingOldText(purged) : purgedText(purged);
      tellRemoval(host, options, purged, text);
    }
  });
}

function isNothing({ batches, records }: Purged): boolean {
  return batches === 0 && records === 0;
}

function shown({ batches, records, credits, kept }: ForeseenPurge): Purged {
  return { batches, records, credits, kept };
}

/** A person is not asked about nothing; a script that once has something to remove needs its option from the first day. */
export async function agreeToRemoval(
  host: Host,
  { interaction }: RemovalOptions,
  isNothing: boolean,
  question: string,
): Promise<void> {
  if (isNothing && mayAsk(host, interaction)) return;
  await stoppable(host, 'question', (stop) => confirmed(host, interaction, question, stop));
}

export function tellRemoval(
  { context: { stdout, stderr } }: Host,
  { presentation }: RemovalOptions,
  removed: object,
  text: string,
): void {
  if (presentation.json) stdout.write(`${safeJson(removed)}\n`);
  else if (!presentation.quiet) stderr.write(`${text}\n`);
}
