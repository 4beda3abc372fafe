import type { Context } from '../../context.js';
import type { ExitCode } from '../../exit-codes.js';
import type { GlobalOptions } from './global-options.js';

export { topOf, type GlobalOptions } from './global-options.js';

/** What the program passes to a command. */
export interface Host {
  readonly context: Context;
  /** Sets the exit code of the command. */
  readonly finish: (code: ExitCode) => void;
  readonly version: string;
}

/** `--json` and `--format json` mean the same if one object is printed. */
export function wantsJson({ json, format }: GlobalOptions): boolean {
  return json === true || format === 'json';
}
