import type { Command } from 'commander';
import { t } from '../../../messages/index.js';
import type { Host } from '../../shared/command-host.js';
import {
  addInputOptions,
  mostUsed,
  addExportOptions,
  addSpendingOptions,
  addWatchOptions,
} from '../shared/options.js';

/** `confere bulk run`: its help, which is read most, loads neither the ledger nor the service. */
export function defineRun(command: Command, host: Host): void {
  addSpendingOptions(addInputOptions(command));
  mostUsed(addExportOptions(addWatchOptions(command)))
    .option('--out-dir <dir>', t.options.outDir)
    .action(async (files: string[]) => {
      const { runRun, toRunRequest } = await import('./run-files.js');
      await runRun(host, toRunRequest(files, command.optsWithGlobals(), host.context));
    });
}
