import type { Host } from '../host.js';
import { openAccount, openAccountLedger, openClient } from '../session.js';
import { runCheck } from './check.js';
import type { BulkOptions } from './options.js';

/** `--dry-run`: what a check says, and the balance; nothing is stored and nothing is sent. */
export async function runDryRun(host: Host, file: string, options: BulkOptions): Promise<void> {
  await runCheck(host, file, options);
  const account = await openAccount(host, options);
  const ledger = openAccountLedger(host, options);
  try {
    const deadline = host.context.clock.now();
    const client = await openClient(host, options, account, ledger, { deadline });
    const quota = await client.quota().finally(() => client.close());
    host.context.stderr.write(`Balance: ${quota.remainingCredits} credits. Nothing was sent.\n`);
  } finally {
    ledger.close();
    await account.close();
  }
}
