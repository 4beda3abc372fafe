import type { ErrorFacts } from '../../errors.js';
import { isDiskFull } from '../../errors/full-disk.js';
import { writeFailure } from '../../sentences/export.js';
import { ledgerLost, stateSentences } from '../../sentences/state.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../next-step/next-steps.js';
import type { CommandSentences } from './command-sentences.js';

export const stateErrors = {
  ...stateSentences,
  output_failed: outputFailed,
  ledger_lost: (facts, next) => {
    const accept = next.command('ledger check', '--accept');
    return `${ledgerLost(facts)} ${t.ledger.acceptWith(accept)}`;
  },
  no_home: () => t.usage.noHome,
  no_fields: () => t.usage.fieldsNotHere,
} satisfies Partial<CommandSentences>;

/** The commands that may have paid for what was to be written. */
const PAYING = /^(cpf|cnpj|bulk (run|submit|watch|resume|resolve|export))$/;

function outputFailed({ reason, path }: ErrorFacts['output_failed'], next: NextSteps): string {
  const because = writeFailure(reason);
  if (!isDiskFull(reason)) return t.exports.stdoutFailed(reason);
  if (path !== undefined) return t.exports.outputFileFailed(path, because, next.onward());
  return PAYING.test(next.of)
    ? t.exports.outputFailedPaid(because, next.onward())
    : t.exports.outputFailed(because, next.onward());
}
