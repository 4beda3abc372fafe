import type { Command } from 'commander';
import type { Host } from '../shared/command-host.js';
import { nonNegative } from '../shared/option-values.js';
import type { QuotaOptions } from './run-quota.js';
import { say } from '../../text/index.js';

/** `confere quota`: shows the credit balance; free. */
export function defineQuota(program: Command, host: Host): void {
  program
    .command('quota')
    .description(say`the credit balance; free`)
    .option('--min <n>', say`exit 7 when fewer credits remain`, nonNegative)
    .action(async (_: unknown, command: Command) => {
      const { runQuota, toQuotaRequest } = await import('./run-quota.js');
      const options = command.optsWithGlobals<QuotaOptions>();
      await runQuota(host, toQuotaRequest(options, host.context));
    });
}
