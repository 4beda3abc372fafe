import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { quotaText } from '../output/quota.js';
import { wantsJson, type GlobalOptions, type Host } from './host.js';
import { nonNegative } from './numbers.js';
import { openAccount, openAccountLedger, openClient } from './session.js';

/** Waits of a single command end after this long. */
const PATIENCE = 30 * 60_000;

interface QuotaOptions extends GlobalOptions {
  readonly min?: number;
}

export function defineQuota(program: Command, host: Host): void {
  program
    .command('quota')
    .description('the credit balance; free')
    .option('--min <n>', 'exit 7 when fewer credits remain', nonNegative)
    .action(async (_: unknown, command: Command) => {
      await runQuota(host, command.optsWithGlobals<QuotaOptions>());
    });
}

async function runQuota(host: Host, options: QuotaOptions): Promise<void> {
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
