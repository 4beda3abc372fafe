import type { ErrorFacts } from '../../errors.js';
import { isDiskFull } from '../../errors/full-disk.js';
import { writeFailure } from '../../sentences/export.js';
import { ledgerLost, stateSentences } from '../../sentences/state.js';
import { say } from '../../text/index.js';
import type { NextSteps } from '../next-step/next-steps.js';
import type { CommandSentences } from './command-sentences.js';

export const stateErrors = {
  ...stateSentences,
  output_failed: outputFailed,
  ledger_lost: (facts, next) => {
    const accept = next.command('ledger check', '--accept');
    return `${ledgerLost(facts)} ${say`Without one, '${accept}' takes the ledger as it is: what it does not know may be charged again.`}`;
  },
  no_home: () =>
    say`This user has no home folder; set CONFERE_HOME to a folder for settings and state.`,
  no_fields: () => say`--fields is for confere cpf, cnpj, quota, bulk run and bulk export.`,
} satisfies Partial<CommandSentences>;

/** The commands that may have paid for what was to be written. */
const PAYING = /^(cpf|cnpj|bulk (run|submit|watch|resume|resolve|export))$/;

function outputFailed({ reason, path }: ErrorFacts['output_failed'], next: NextSteps): string {
  const because = writeFailure(reason);
  if (!isDiskFull(reason)) return say`The output could not be written (${reason}).`;
  if (path !== undefined)
    return say`${path} could not be written: ${because}. Free some space and run ${next.onward()} again.`;
  return PAYING.test(next.of)
    ? say`The output could not be written: ${because}. Free some space and run ${next.onward()} again; what was paid for is kept and costs nothing more.`
    : say`The output could not be written: ${because}. Free some space and run ${next.onward()} again.`;
}
