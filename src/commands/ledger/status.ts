import type { Command } from 'commander';
import { summarizeAll } from '../../batch/summary.js';
import { exitCodes } from '../../exit-codes.js';
import { ledgerStatusJson, ledgerStatusText } from '../../output/ledger/status-text.js';
import { lookOf } from '../../output/terminal/terminal.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { toLedgerRequest, withExistingLedger } from './ledger-request.js';

/** `confere ledger status`. */
export function defineStatus(command: Command, host: Host): void {
  command.action(async () => {
    await runStatus(host, toLedgerRequest(command.optsWithGlobals<GlobalOptions>(), host.context));
  });
}

/** More single lookups in doubt are counted, and not named. */
const DOUBTS_SHOWN = 20;

/** `confere ledger status`: what the ledger is and who works on it. */
export async function runStatus(host: Host, request: OnAccount): Promise<void> {
  const { context, finish } = host;
  const { account, presentation } = request;
  await withExistingLedger(host, request, async (ledger) => {
    const facts = await ledger.ledgerFacts();
    const all = await summarizeAll(ledger, account.costs);
    const doubts = await ledger.doubtfulLookups(DOUBTS_SHOWN);
    const status = { facts, states: all.map(({ summary }) => summary.state), doubts };
    const look = lookOf(context.stdout, context, presentation);
    context.stdout.write(
      presentation.json ? ledgerStatusJson(status) : ledgerStatusText(status, look, host.next),
    );
    finish(exitCodes.ok);
  });
}
