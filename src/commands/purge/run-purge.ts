import { safeJson } from '../../foreign-text.js';
import { purge } from '../../batch/removal.js';
import { parseDuration } from '../../config/duration.js';
import type { Context } from '../../context.js';
import { exitCodes } from '../../exit-codes.js';
import { plural, say } from '../../text/index.js';
import { toAccountRequest } from '../shared/account-request.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { toOneAnswerPresentation } from '../shared/presentation.js';
import { withLedger } from '../shared/with-account.js';

export interface PurgeOptions extends GlobalOptions {
  readonly olderThan: string;
}

export interface PurgeRequest extends OnAccount {
  /** Milliseconds. */
  readonly olderThan: number;
}

/** @throws UsageError for an invalid duration */
export function toPurgeRequest(
  options: PurgeOptions,
  surroundings: Pick<Context, 'env'>,
): PurgeRequest {
  return {
    account: toAccountRequest(options, surroundings),
    presentation: toOneAnswerPresentation(options),
    olderThan: parseDuration(options.olderThan, '--older-than'),
  };
}

export async function runPurge(host: Host, request: PurgeRequest): Promise<void> {
  const { clock, stdout } = host.context;
  const before = clock.now() - request.olderThan;
  const purged = await withLedger(host, request, (ledger) => purge(ledger, before));
  if (request.presentation.json) stdout.write(`${safeJson(purged)}\n`);
  else if (!request.presentation.quiet) tell(host, purged);
  host.finish(exitCodes.ok);
}

function tell(
  { context: { stderr } }: Host,
  { batches, records, kept }: Awaited<ReturnType<typeof purge>>,
): void {
  stderr.write(
    `${say`Removed ${plural(batches, 'batch', 'batches')} and ${plural(records, 'single record', 'single records')}.`}\n`,
  );
  if (kept.length > 0) stderr.write(`${say`Still under way, kept: ${kept.join(', ')}.`}\n`);
}
