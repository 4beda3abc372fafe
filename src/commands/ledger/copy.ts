import type { Command } from 'commander';
import { t } from '../../messages/index.js';
import { moveLedger, stayHere } from '../../batch/move-ledger.js';
import { parseDatabaseUrl } from '../../config/database-url.js';
import { ledgerPlace, stateFolder, type LedgerPlace } from '../../config/folders.js';
import type { Context } from '../../context.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { canceledLine, movedJson, movedText } from '../../output/ledger/copy-text.js';
import type { AccountRequest } from '../shared/account-request.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { usingState } from '../shared/state-folder.js';
import { withLedger } from '../shared/with-account.js';
import { toLedgerRequest } from './ledger-request.js';

/** `confere ledger copy`. */
export function defineCopy(command: Command, host: Host): void {
  command
    .option('--to <place>', t.options.copyTo)
    .option('--cancel', t.options.cancelCopy)
    .action(async () => {
      await runCopy(host, toCopyRequest(command.optsWithGlobals<CopyOptions>(), host.context));
    });
}

export interface CopyOptions extends GlobalOptions {
  readonly to?: string;
  readonly cancel?: boolean;
}

/** `to`: the place of the copy; undefined to take one back. */
export interface CopyRequest extends OnAccount {
  readonly to: LedgerPlace | undefined;
}

/** @throws UsageError `bad_ledger_url`, `ledger_copy_where` */
export function toCopyRequest(options: CopyOptions, context: Context): CopyRequest {
  const request = toLedgerRequest(options, context);
  const { to, cancel = false } = options;
  if ((to === undefined) !== cancel) throw new UsageError('ledger_copy_where', {});
  return {
    ...request,
    to: to === undefined ? undefined : placeNamed(to, request.account, context),
  };
}

/** Only places that a setting leads to: a ledger anywhere else would be out of reach afterwards. */
function placeNamed(to: string, account: AccountRequest, context: Context): LedgerPlace {
  const ledger = to === 'local' ? undefined : parseDatabaseUrl(to);
  return ledgerPlace(stateFolder(context), { ...account, ledger });
}

/** `confere ledger copy`: the ledger of this account moves to another place. */
export async function runCopy(host: Host, request: CopyRequest): Promise<void> {
  const { stdout, stderr } = host.context;
  const { to, presentation } = request;
  await withLedger(host, request, async (from) => {
    if (to === undefined) {
      stderr.write(canceledLine(await stayHere(from)));
      return;
    }
    const { openAnyLedger } = await import('../../ledger/index.js');
    const target = await usingState(to.folder, () => openAnyLedger(to, host.context));
    try {
      const moved = await moveLedger({ from, to: target, newId: () => host.context.newId() });
      const setting = to.shared?.url ?? null;
      stdout.write(presentation.json ? movedJson(moved) : movedText(moved, setting, host.next));
    } finally {
      await target.close();
    }
  });
  host.finish(exitCodes.ok);
}
