import { Option, type Command } from 'commander';
import type { Grouping } from '../../money/spending/sums.js';
import { say } from '../../text/index.js';
import type { Host } from '../shared/command-host.js';
import { calendarDays } from './calendar-days.js';
import { runSpend, toSpendRequest, type SpendOptions } from './run-spend.js';

const GROUPINGS = ['month', 'day', 'batch', 'kind', 'profile'] satisfies Grouping[];

/** `confere spend`: what was charged, saved and is at risk, from the ledger alone; no key, no network. */
export function defineSpend(command: Command, host: Host): void {
  command
    .addOption(new Option('--by <what>', say`a line for each (default: month)`).choices(GROUPINGS))
    .option('--since <date>', say`from this day or month on (UTC), or 30d: days ago`, calendarDays)
    .option('--until <date>', say`up to the end of this day or month (UTC)`, calendarDays)
    .action(async () => {
      const options = command.optsWithGlobals<SpendOptions>();
      await runSpend(host, toSpendRequest(options, host.context));
    });
}
