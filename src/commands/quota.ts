import type { Command } from 'commander';
import type { Host } from './host.js';
import { nonNegative } from './numbers.js';
import type { QuotaFlags } from './quota-flags.js';

/** `confere quota`. */
export function defineQuota(program: Command, host: Host): void {
  program
    .command('quota')
    .description('the credit balance; free')
    .option('--min <n>', 'exit 7 when fewer credits remain', nonNegative)
    .action(async (_: unknown, command: Command) => {
      const { runQuota } = await import('./run-quota.js');
      await runQuota(host, command.optsWithGlobals<QuotaFlags>());
    });
}
