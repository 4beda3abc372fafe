import { ledgerPlace, stateFolder } from '../../config/folders.js';
import type { Context } from '../../context.js';
import { exitCodes } from '../../exit-codes.js';
import type { Ledger } from '../../ledger/index.js';
import { hasLedger } from '../../ledger/lost.js';
import { noLedgerJson, noLedgerLine } from '../../output/ledger/status-text.js';
import { toAccountRequest } from '../shared/account-request.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { toOneAnswerPresentation } from '../shared/presentation.js';
import { withLedger } from '../shared/with-account.js';

/** @throws UsageError for an invalid profile name or duration */
export function toLedgerRequest(
  options: GlobalOptions,
  surroundings: Pick<Context, 'env'>,
): OnAccount {
  return {
    account: toAccountRequest(options, surroundings),
    presentation: toOneAnswerPresentation(options),
  };
}

/** Runs `work` with a ledger that exists: who only looks makes none. */
export async function withExistingLedger(
  host: Host,
  request: OnAccount & { readonly accepts?: boolean },
  work: (ledger: Ledger) => Promise<void>,
): Promise<void> {
  const { context, finish } = host;
  const { account, presentation } = request;
  const { folder, shared } = ledgerPlace(stateFolder(context), account);
  if (shared !== undefined || hasLedger(folder)) {
    await withLedger(host, request, work);
    return;
  }
  context.stdout.write(presentation.json ? noLedgerJson(folder) : noLedgerLine(folder));
  finish(exitCodes.ok);
}
