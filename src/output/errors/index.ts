import { maskIdentifiers } from '../../identifiers/index.js';
import type { ConfereError } from '../../errors.js';
import { t } from '../../messages/index.js';
import type { NextSteps, Reader, Told } from '../../messages/reader.js';
import { nextSteps, noRun } from '../next-step.js';
import { afterLimit, stopped } from './service.js';

/** The sentence of an error for the command line; identifiers in texts are masked. */
export function errorSentence(error: ConfereError, next = nextSteps(() => noRun)): string {
  return maskIdentifiers(worded(error, next) + riskOf(error, next));
}

/** These say what each choice may cost. */
const SAY_SO: ReadonlySet<string> = new Set(['batch_left', 'needs_yes', 'one_decision']);

/** A command that sends again what may be paid for is never printed without saying so. */
function riskOf({ code, facts }: ConfereError, next: NextSteps): string {
  const isSaid = next.of !== 'bulk resolve' || SAY_SO.has(code);
  if (isSaid || !worded({ code, facts }, next).includes('--resubmit')) return '';
  return ` ${t.doubt.paidTwice}`;
}

function worded({ code, facts }: Pick<Told, 'code' | 'facts'>, next: NextSteps): string {
  const sentences: Readonly<Record<string, (facts: never, to: Reader) => string>> = {
    ...t.errors,
    ...t.commandErrors,
  };
  return sentences[code]?.(facts as never, readerAt(next)) ?? code;
}

function readerAt(next: NextSteps): Reader {
  return {
    ...next,
    inDoubt: () => t.service.mayBeChargedLookup,
    tooSlow: () => t.service.tryWithMoreTime,
    afterLimit: (ms) => afterLimit(ms, next),
    stopped: (stop) => stopped(stop, next),
    sentence: (error) => worded(error, next),
  };
}
