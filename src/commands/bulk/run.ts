import { t } from '../../messages/index.js';
import { defineCommand } from '../shared/command.js';
import { flag, text, under, type Values } from '../shared/option.js';
import type { NewBatch } from './shared/new-batch.js';
import * as options from './shared/options.js';

const runOptions = () => {
  const sending = {
    ...options.spendingOptions(),
    ...options.watchOptions(),
    notify: options.notify(),
  };
  const outDir = text('--out-dir <dir>', t.options.outDir);
  const keepGoing = flag('--keep-going', t.options.keepGoing);
  return options.mostUsed({
    ...options.inputOptions(),
    ...under(t.options.sendingGroup, { ...sending, keepGoing }),
    ...options.exportOptions(),
    ...under(t.options.resultGroup, { outDir }),
  });
};

export type RunHost = NewBatch & { readonly options: Values<typeof runOptions> };

/** `confere bulk run`: its help, which is read most, loads neither the ledger nor the service. */
export const run = defineCommand(runOptions, async (host, files: string[]) =>
  (await import('./run-files.js')).runFiles(host, files),
);
