import type { Command } from 'commander';
import { say } from '../../text/index.js';
import type { CheckOptions } from './check.js';
import type { CopyOptions } from './copy.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';

/** `confere ledger …`: the ledger itself; no key, no service. */
export function defineLedger(program: Command, host: Host): void {
  const ledger = program
    .command('ledger')
    .description(say`the ledger itself: where it is, who is at work, whether it adds up`);
  ledger
    .command('status')
    .description(say`place, size, batches, who is at work and what has no outcome`)
    .action(async (_: unknown, command: Command) => {
      const { runStatus } = await import('./status.js');
      const { toLedgerRequest } = await import('./ledger-request.js');
      await runStatus(
        host,
        toLedgerRequest(command.optsWithGlobals<GlobalOptions>(), host.context),
      );
    });
  ledger
    .command('check')
    .description(say`read all of it and every copy of an input: sums, orphans, damage`)
    .option('--accept', say`accept a ledger that does not know every batch of this machine`)
    .action(async (_: unknown, command: Command) => {
      const { runCheck, toCheckRequest } = await import('./check.js');
      await runCheck(host, toCheckRequest(command.optsWithGlobals<CheckOptions>(), host.context));
    });
  ledger
    .command('copy')
    .description(
      say`move the whole ledger into a database or back, so that it is one for all machines`,
    )
    .option('--to <place>', say`a postgres:// address, or local: the place on this machine`)
    .option('--cancel', say`take a copy back that was cut short; this ledger works again`)
    .action(async (_: unknown, command: Command) => {
      const { runCopy, toCopyRequest } = await import('./copy.js');
      await runCopy(host, toCopyRequest(command.optsWithGlobals<CopyOptions>(), host.context));
    });
}
