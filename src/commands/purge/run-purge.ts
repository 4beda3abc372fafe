import { foreseePurge, purge, type ForeseenPurge, type Purged } from '../../batch/removal.js';
import { parseDuration } from '../../config/duration.js';
import type { Context } from '../../context.js';
import { exitCodes } from '../../exit-codes.js';
import { safeJson } from '../../foreign-text.js';
import {
  dryText,
  nothingOldText,
  purgedText,
  purgeText,
} from '../../output/ledger/removal-text.js';
import { toAccountRequest } from '../shared/account-request.js';
import { confirmed, mayAsk } from '../shared/ask-user.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import {
  toInteraction,
  toOneAnswerPresentation,
  type Interaction,
} from '../shared/presentation.js';
import { listenForStop } from '../shared/stop-signal.js';
import { withLedger } from '../shared/with-account.js';

export interface PurgeOptions extends GlobalOptions {
  readonly olderThan: string;
  readonly dryRun?: boolean;
}

export interface PurgeRequest extends OnAccount {
  /** Milliseconds. */
  readonly olderThan: number;
  readonly interaction: Interaction;
  /** Shows what would be removed, and removes nothing. */
  readonly isDry: boolean;
}

/** @throws UsageError for an invalid duration */
export function toPurgeRequest(
  options: PurgeOptions,
  surroundings: Pick<Context, 'env'>,
): PurgeRequest {
  return {
    account: toAccountRequest(options, surroundings),
    presentation: toOneAnswerPresentation(options),
    interaction: toInteraction(options),
    olderThan: parseDuration(options.olderThan, '--older-than'),
    isDry: options.dryRun === true,
  };
}

/** `confere purge --older-than`: removes what is old, after asking the user. */
export async function runPurge(host: Host, request: PurgeRequest): Promise<void> {
  const { costs } = request.account;
  const before = host.context.clock.now() - request.olderThan;
  await withLedger(host, request, async (ledger) => {
    const deps = { ledger, ...(costs === undefined ? {} : { costs }) };
    const foreseen = await foreseePurge(deps, before);
    if (request.isDry) tell(host, request, foreseen, dryText(purgeText(foreseen)));
    else {
      await agreed(host, request, foreseen);
      const purged = await purge(deps, foreseen);
      tell(host, request, purged, isNothing(purged) ? nothingOldText(purged) : purgedText(purged));
    }
  });
  host.finish(exitCodes.ok);
}

/** A person is not asked about nothing; a script that once has something to remove needs its option from the first day. */
async function agreed(host: Host, request: PurgeRequest, foreseen: ForeseenPurge): Promise<void> {
  const { interaction } = request;
  if (isNothing(foreseen) && mayAsk(host, interaction)) return;
  const { stop, forget } = listenForStop(host, 'question');
  await confirmed(host, interaction, purgeText(foreseen), stop).finally(forget);
}

function isNothing({ batches, records }: Purged): boolean {
  return batches === 0 && records === 0;
}

function tell(
  { context: { stdout, stderr } }: Host,
  { presentation }: PurgeRequest,
  { batches, records, credits, kept }: Purged,
  text: string,
): void {
  if (presentation.json) stdout.write(`${safeJson({ batches, records, credits, kept })}\n`);
  else if (!presentation.quiet) stderr.write(`${text}\n`);
}
