import type { Context } from '../../context.js';
import type { NextSteps } from '../../output/next-step/next-steps.js';
import type { ExitCode } from '../../exit-codes.js';

export { topOf, type GlobalOptions } from './global-options.js';

/** What the program passes to a command. */
export interface Host {
  readonly context: Context;
  /** Sets the exit code of the command. */
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
  /** Epoch ms. */
  readonly startedAt: number;
  /** The commands that continue this run, for its sentences. */
  readonly next: NextSteps;
}
