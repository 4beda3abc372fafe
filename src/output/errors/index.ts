import { maskIdentifiers } from '../../identifiers/index.js';
import type { ConfereError, ErrorCode } from '../../errors.js';
import { nextSteps, type NextSteps } from '../next-step/next-steps.js';
import { noRun } from '../next-step/run.js';
import { batchErrors } from './batch.js';
import type { CommandSentences } from './command-sentences.js';
import { commandErrors } from './commands.js';
import { configErrors } from './config.js';
import { exportErrors } from './export.js';
import { identifierSentences } from '../../sentences/identifiers.js';
import { librarySentences } from '../../sentences/library.js';
import { lookupErrors } from './lookups.js';
import { inputErrors } from './input.js';
import { sandboxErrors } from './sandbox.js';
import { spendingErrors } from './spending.js';
import { serviceErrors } from './service.js';
import { stateErrors } from './state.js';

/** The command line's sentences for every code. */
const sentences: CommandSentences = {
  ...configErrors,
  ...inputErrors,
  ...exportErrors,
  ...stateErrors,
  ...batchErrors,
  ...lookupErrors,
  ...identifierSentences,
  ...librarySentences,
  ...sandboxErrors,
  ...spendingErrors,
  ...commandErrors,
  ...serviceErrors,
};

/** Without the facts of each code, of which a type checker would compare every one with every other. */
const byCode: Readonly<Record<ErrorCode, (facts: never, next: NextSteps) => string>> = sentences;

/** The sentence of an error for the command line; identifiers in texts are masked. */
export function errorSentence(error: ConfereError, next = nextSteps(() => noRun)): string {
  const sentence = byCode[error.code] as (facts: unknown, next: NextSteps) => string;
  return maskIdentifiers(sentence(error.facts, next));
}
