import { checkLedger } from '../../batch/check-ledger.js';
import { ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { errorLine } from '../../output/error-line.js';
import { ledgerCheckJson, ledgerCheckText } from '../../output/ledger/check-text.js';
import { lookOf } from '../../output/terminal/terminal.js';
import type { Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { withExistingLedger } from './ledger-request.js';

/** `confere ledger check`: exit 5 where something does not add up, with a sentence for each finding. */
export async function runCheck(host: Host, request: OnAccount): Promise<void> {
  const { context, finish, next } = host;
  const { json, ...shown } = request.presentation;
  await withExistingLedger(host, request, async (ledger) => {
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
