import { t } from '../../messages/index.js';
import { defineCommand } from '../shared/command.js';
import { flag, text, withHeading } from '../shared/option.js';
import * as options from './shared/options.js';

const runOptions = () => {
  const sending = {
    ...options.spendingOptions(),
    ...options.watchOptions(),
    notify: options.notify(),
  };
  const outDir = text('--out-dir <dir>', t.options.outDir);
  const keepGoing = flag('--keep-going', t.options.keepGoing);
  return options.markMostUsed({
    ...options.inputOptions(),
    ...withHeading(t.options.sendingGroup, { ...sending, keepGoing }),
    ...options.exportOptions(),
    ...withHeading(t.options.resultGroup, { outDir }),
  });
};

/**
 * `confere bulk run`: submits, watches and exports; a repeated run continues its batch. The code that works is imported
 * late, so that the help of this command is fast.
 */
export const run = defineCommand(
  {
    options: runOptions,
    examples: [
      'confere bulk run clientes.csv --dry-run',
      'confere bulk run a.csv b.csv --out-dir resultados',
      'confere bulk run clientes.csv --compare name=Nome',
    ],
    exits: [7, 8, 10, 11],
  },
  async (command, given: string[]) => {
    const { readInputs, runOne } = await import('./run-one.js');
    const [file = '-', ...others] = readInputs(command, given);
    if (others.length === 0) return runOne(command, file);
    const { runMany } = await import('./run-many.js');
    return runMany(command, [file, ...others]);
  },
);
