import { maskIdentifiers } from '../../identifiers/index.js';
import type { ConfereError, ErrorCode, ErrorFacts } from '../../errors.js';
import { nextSteps, type NextSteps } from '../next-step/next-steps.js';
import { noRun } from '../next-step/run.js';
import { batchErrors } from './batch.js';
import type { CommandSentences } from './command-sentences.js';
import { commandErrors } from './commands.js';
import { configErrors } from './config.js';
import { exportErrors } from './export.js';
import { identifierSentences, notAskedSentence } from '../../sentences/lookups.js';
import { librarySentences } from '../../sentences/library.js';
import { lookupErrors } from './lookups.js';
import { inputErrors } from './input.js';
import { t } from '../../messages/index.js';
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
  not_asked: ({ because }, next) => notAskedSentence(worded(because, next)),
};

type Told = Pick<ErrorFacts['not_asked']['because'], 'code' | 'facts'>;

/** Without the facts of each code, of which a type checker would compare every one with every other. */
const byCode: Readonly<Record<ErrorCode, (facts: never, next: NextSteps) => string>> = sentences;

/** The sentence of an error for the command line; identifiers in texts are masked. */
export function errorSentence(error: ConfereError, next = nextSteps(() => noRun)): string {
  return maskIdentifiers(worded(error, next) + riskOf(error, next));
}

/** These say what each choice may cost. */
const SAY_SO: ReadonlySet<string> = new Set(['batch_left', 'one_decision']);

/** A command that sends again what may be paid for is never printed without saying so. */
function riskOf({ code, facts }: Told, next: NextSteps): string {
  const isSaid = next.of !== 'bulk resolve' || SAY_SO.has(code);
  if (isSaid || !worded({ code, facts }, next).includes('--resubmit')) return '';
  return ` ${t.doubt.paidTwice}`;
}

function worded({ code, facts }: Told, next: NextSteps): string {
  const sentence = byCode[code as ErrorCode] as (facts: unknown, next: NextSteps) => string;
  return sentence(facts, next);
}
