import type { ConfereError } from '../../errors.js';
import { type ExitCode, exitCodeOf } from '../../exit-codes.js';
import { errorLine } from '../../output/errors/index.js';
import type { Host } from './options.js';

/** Reports an error that does not end the command; returns the exit code that it sets. */
export function tellError(
  { context, next }: Pick<Host, 'context' | 'next'>,
  error: ConfereError,
  json: boolean,
  code = exitCodeOf(error.kind),
): ExitCode {
  context.stderr.write(errorLine(error, code, json, next));
  return code;
}
