import type { Command } from 'commander';
import { parseDuration } from '../config/duration.js';
import { exitCodes } from '../exit-codes.js';
import { wantsJson, type GlobalOptions, type Host } from './shared/host.js';
import { plural, say } from '../text/index.js';

interface PurgeOptions extends GlobalOptions {
  readonly olderThan: string;
}

/** `confere purge`: what is older leaves this machine; batches under way stay. */
export function definePurge(program: Command, host: Host): void {
  program
    .command('purge')
    .description(say`remove stored batches and records that are older; nothing that is under way`)
    .requiredOption('--older-than <duration>', say`such as 90d`)
    .action(async (_: unknown, command: Command) => {
      await runPurge(host, command.optsWithGlobals<PurgeOptions>());
    });
}

async function runPurge(host: Host, options: PurgeOptions): Promise<void> {
  const { context } = host;
  const before = context.clock.now() - parseDuration(options.olderThan, '--older-than');
  const { openAccountLedger } = await import('./shared/account-ledger.js');
  const { purge } = await import('../batch/removal.js');
  const ledger = openAccountLedger(host, options);
  try {
    const purged = await purge(ledger, before);
    const { batches, records, kept } = purged;
    if (wantsJson(options)) context.stdout.write(`${JSON.stringify(purged)}\n`);
    else if (options.quiet !== true) {
      context.stderr.write(
        `${say`Removed ${plural(batches, 'batch', 'batches')} and ${plural(records, 'single record', 'single records')}.`}\n`,
      );
      if (kept.length > 0) {
        context.stderr.write(`${say`Still under way, kept: ${kept.join(', ')}.`}\n`);
      }
    }
    host.finish(exitCodes.ok);
  } finally {
    ledger.close();
  }
}
