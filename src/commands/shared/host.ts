import type { Context } from '../../context.js';
import type { ExitCode } from '../../exit-codes.js';
import type { GlobalOptions } from './global-options.js';

export { isSandbox, topOf, type GlobalOptions } from './global-options.js';

/** What a command is given by the program. */
export interface Host {
  readonly context: Context;
  /** Says how the command ended. */
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
}

/** `--json` and `--format json` mean the same where there is one object to print. */
export function wantsJson({ json, format }: GlobalOptions): boolean {
  return json === true || format === 'json';
}
