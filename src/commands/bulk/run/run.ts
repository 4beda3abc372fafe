import type { Command } from 'commander';
import { t } from '../../../messages/index.js';
import type { RunOptions } from './one-file.js';
import {
  addExportOptions,
  addInputOptions,
  addNotify,
  addSpendingOptions,
  addWatchOptions,
  mostUsed,
} from '../shared/options.js';
import { readOptions } from '../../shared/account.js';
import type { Host } from '../../shared/options.js';

/** `confere bulk run`: its help, which is read most, loads neither the ledger nor the service. */
export function defineRun(command: Command, host: Host): void {
  addSpendingOptions(addInputOptions(command));
  mostUsed(addExportOptions(addNotify(addWatchOptions(command))))
    .option('--out-dir <dir>', t.options.outDir)
    .action(async (files: string[]) => {
      const { run } = await import('./files.js');
      await run(host, files, readOptions<RunOptions>(command, host));
    });
}
