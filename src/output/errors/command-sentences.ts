import type { ErrorCode, ErrorFacts } from '../../errors.js';
import type { NextSteps } from '../next-step/next-steps.js';

/** The command line's sentences of some codes; `next` has the commands that go on. */
export type CommandSentences<C extends ErrorCode = ErrorCode> = {
  readonly [K in C]: (facts: ErrorFacts[K], next: NextSteps) => string;
};
