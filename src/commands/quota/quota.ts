import type { Command } from 'commander';
import type { Host } from '../shared/command-host.js';
import { nonNegative } from '../shared/option-values.js';
import { runQuota, toQuotaRequest, type QuotaOptions } from './run-quota.js';
import { say } from '../../text/index.js';

/** `confere quota`: shows the credit balance; free. */
export function defineQuota(command: Command, host: Host): void {
  command
    .option('--min <n>', say`exit 7 when fewer credits remain`, nonNegative)
    .action(async () => {
      const options = command.optsWithGlobals<QuotaOptions>();
      await runQuota(host, toQuotaRequest(options, host.context));
    });
}
