import { exitCodes } from '../exit-codes.js';
import { quotaText } from '../output/quota.js';
import { wantsJson, type Host } from './host.js';
import type { QuotaFlags } from './quota-flags.js';
import { openAccount, openAccountLedger, openClient } from './session.js';

/** Waits of a single command end after this long. */
const PATIENCE = 30 * 60_000;

/** Prints the account's credit balance; asking is free. */
export async function runQuota(host: Host, options: QuotaFlags): Promise<void> {
  const account = await openAccount(host, options);
  const ledger = openAccountLedger(host, options);
  try {
    const deadline = host.context.clock.now() + PATIENCE;
    const client = await openClient(host, options, account, ledger, { deadline });
    const quota = await client.quota().finally(() => client.close());
    const { stdout, stderr } = host.context;
    stdout.write(wantsJson(options) ? `${JSON.stringify(quota)}\n` : quotaText(quota));
    const tooFew = options.min !== undefined && quota.remainingCredits < options.min;
    if (tooFew) stderr.write(`Fewer than ${options.min ?? 0} credits remain.\n`);
    host.finish(tooFew ? exitCodes.credits : exitCodes.ok);
  } finally {
    ledger.close();
    await account.close();
  }
}
