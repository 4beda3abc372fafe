import type { Command } from 'commander';
import type { Host, GlobalOptions } from '../shared/command-host.js';
import { t } from '../../messages/index.js';
import { parseDuration } from '../../config/duration.js';
import type { Context } from '../../context.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { toAccountRequest } from '../shared/account-request.js';
import { refuseStdinTwice, inputsOf } from '../shared/identifier-inputs.js';
import { toInteraction, toOneAnswerPresentation } from '../shared/presentation.js';
import { agreeToRemoval, tellRemoval, type RemovalRequest } from './agree-to-removal.js';
import { erase, foreseeErasure, LEFT, shownId } from '../../batch/erase.js';
import { readTyped, type IdentifierKind } from '../../identifiers/index.js';
import { deliverWaiting } from '../../money/outbox.js';
import {
  dryText,
  erasedText,
  erasureText,
  nothingStoredText,
  nothingOldText,
  purgedText,
  purgeText,
} from '../../output/ledger/removal-text.js';
import { removeLeft } from '../bulk/shared/private-folder.js';
import { withStoredBatches } from '../bulk/shared/batch-work.js';
import { foreseePurge, purge, type ForeseenPurge, type Purged } from '../../batch/removal.js';
import { withLedger } from '../shared/with-account.js';

/** `confere purge`: deletes what is old, or what is about single people and companies. */
export function definePurge(command: Command, host: Host): void {
  command
    .option('--older-than <duration>', t.options.olderThan)
    .option('-n, --dry-run', t.options.dryRun)
    .action(async (ids: string[]) => {
      const options = command.optsWithGlobals<PurgeOptions>();
      await runPurge(host, toPurgeRequest(ids, options, host.context));
    });
}

interface PurgeOptions extends GlobalOptions {
  readonly olderThan?: string;
  readonly dryRun?: boolean;
}

/** `olderThan`: milliseconds. `ids`: as typed; `-` stands for the lines of standard input. */
type PurgeRequest = RemovalRequest &
  ({ readonly olderThan: number } | { readonly ids: readonly string[] });

/** @throws UsageError for an invalid duration, and unless either an age or identifiers are given */
export function toPurgeRequest(
  ids: readonly string[],
  options: PurgeOptions,
  surroundings: Pick<Context, 'env'>,
): PurgeRequest {
  const { olderThan } = options;
  if ((olderThan === undefined) === (ids.length === 0)) throw new UsageError('purge_what', {});
  refuseStdinTwice(ids);
  return {
    account: toAccountRequest(options, surroundings),
    presentation: toOneAnswerPresentation(options),
    interaction: toInteraction(options),
    isDry: options.dryRun === true,
    ...(olderThan === undefined
      ? { ids }
      : { olderThan: parseDuration(olderThan, '--older-than') }),
  };
}

/** `confere purge`: removes what is old, or what is about some people and companies, after asking the user. */
async function runPurge(host: Host, request: PurgeRequest): Promise<void> {
  await ('ids' in request
    ? forget(host, request, request.ids)
    : removeOld(host, request, request.olderThan));
  host.finish(exitCodes.ok);
}

/** Removes everything stored about these people and companies. */
async function forget(
  host: Host,
  request: RemovalRequest,
  typed: readonly string[],
): Promise<void> {
  const wanted = await readAll(host, request, typed);
  const ids = new Set(wanted.keys());
  const about = Array.from(wanted, ([id, kind]) => shownId(kind, id));
  const isShared = request.account.ledger !== undefined;
  await withStoredBatches(host, request, async (deps) => {
    await deliverWaiting(deps);
    const foreseen = await foreseeErasure(deps, ids);
    const question = erasureText(about, foreseen);
    if (request.isDry) {
      tellRemoval(host, request, foreseen, dryText(question));
      return;
    }
    const isNothing = foreseen.batches.length === 0 && foreseen.records === 0;
    await agreeToRemoval(host, request, isNothing, question);
    await erase(deps, ids);
    await removeLeft(host.context, LEFT);
    const text = isNothing ? nothingStoredText(about) : erasedText(about, foreseen, isShared);
    tellRemoval(host, request, foreseen, text);
  });
}

/** The kinds by identifier. @throws UsageError `not_erasable` */
async function readAll(
  host: Host,
  { presentation }: RemovalRequest,
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
async function removeOld(host: Host, request: RemovalRequest, olderThan: number): Promise<void> {
  const { costs } = request.account;
  const before = host.context.clock.now() - olderThan;
  await withLedger(host, request, async (ledger) => {
    const deps = { ledger, costs };
    const foreseen = await foreseePurge(deps, before);
    if (request.isDry) tellRemoval(host, request, shown(foreseen), dryText(purgeText(foreseen)));
    else {
      await agreeToRemoval(host, request, isNothing(foreseen), purgeText(foreseen));
      const purged = await purge(deps, foreseen);
      await removeLeft(host.context, olderThan);
      const text = isNothing(purged) ? nothingOldText(purged) : purgedText(purged);
      tellRemoval(host, request, purged, text);
    }
  });
}

function isNothing({ batches, records }: Purged): boolean {
  return batches === 0 && records === 0;
}

function shown({ batches, records, credits, kept }: ForeseenPurge): Purged {
  return { batches, records, credits, kept };
}
