import type { Command } from 'commander';
import { t } from '../../messages/index.js';
import { checkLedger } from '../../batch/check-ledger.js';
import type { Context } from '../../context.js';
import { ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { acceptLoss, lostFolder } from '../../ledger/lost.js';
import { errorLine } from '../../output/error-line.js';
import { acceptedLine, ledgerCheckJson, ledgerCheckText } from '../../output/ledger/check-text.js';
import { lookOf } from '../../output/terminal/terminal.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { toLedgerRequest, withExistingLedger } from './ledger-request.js';

/** `confere ledger check`. */
export function defineCheck(command: Command, host: Host): void {
  command.option('--accept', t.options.accept).action(async () => {
    await runCheck(host, toCheckRequest(command.optsWithGlobals<CheckOptions>(), host.context));
  });
}

export interface CheckOptions extends GlobalOptions {
  readonly accept?: true;
}

/** `accepts`: takes the ledger as it is, also where it does not know batches on which this machine has worked. */
export interface CheckRequest extends OnAccount {
  readonly accepts: boolean;
}

export function toCheckRequest(options: CheckOptions, context: Context): CheckRequest {
  return { ...toLedgerRequest(options, context), accepts: options.accept === true };
}

/** `confere ledger check`: exit 5 where something does not add up, with a sentence for each finding. */
export async function runCheck(host: Host, request: CheckRequest): Promise<void> {
  const { context, finish, next } = host;
  const { json, ...shown } = request.presentation;
  await withExistingLedger(host, request, async (ledger) => {
    const lost = request.accepts ? await acceptLoss(ledger) : 0;
    if (lost > 0) context.stderr.write(acceptedLine(lost, lostFolder(ledger), json));
    const check = await checkLedger(ledger);
    const look = lookOf(context.stdout, context, shown);
    context.stdout.write(json ? ledgerCheckJson(check) : ledgerCheckText(check, look));
    const findings = check.findings.length;
    finish(findings === 0 ? exitCodes.ok : exitCodes.service);
    if (findings === 0) return;
    const error = new ConfereError('ledger_unsound', { findings });
    context.stderr.write(errorLine(error, exitCodes.service, json, next));
  });
}
