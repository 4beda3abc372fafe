import { free } from '../../batch/balance.js';
import { affordable } from '../../batch/budget.js';
import { exitCodes } from '../../exit-codes.js';
import type { Host } from '../host.js';
import { openAccountLedger } from '../account-ledger.js';
import { openAccount, openClient } from '../session.js';
import { printCheck } from './check.js';
import { reuseSince, spendingLimits, type BulkOptions } from './options.js';

/**
 * `--dry-run`: the numbers and the balance; nothing is stored and nothing is sent. A budget guard that
 * would stop the batch stops the rehearsal too.
 */
export async function runDryRun(host: Host, file: string, options: BulkOptions): Promise<void> {
  const { clock, stderr } = host.context;
  const account = await openAccount(host, options);
  const ledger = openAccountLedger(host, options);
  try {
    const since = reuseSince(options, clock.now());
    const { credits } = await printCheck(
      host,
      file,
      options,
      (kind, id) => ledger.records.newest(kind, id, since) !== undefined,
    );
    const client = await openClient(host, options, account, ledger, { deadline: clock.now() });
    const quota = await client.quota().finally(() => client.close());
    stderr.write(`Balance: ${quota.remainingCredits} credits. Nothing was sent.\n`);
    const balance = free(ledger, quota);
    affordable({ worstCase: credits.estimated, balance, ...spendingLimits(options, clock.now()) });
    host.finish(exitCodes.ok);
  } finally {
    ledger.close();
    await account.close();
  }
}
