import type { Summary } from '../../batch/summary.js';
import type { ConfereError } from '../../errors.js';
import { exitCodeOf, gravest, type ExitCode } from '../../exit-codes.js';
import { closingText } from '../../output/batches/batch-summary.js';
import { errorLine } from '../../output/error-line.js';
import type { Host } from '../shared/host.js';
import type { BulkOptions } from './options.js';

/**
 * The end of a batch command: one JSON object on stdout, or the numbers for people on stderr, then the
 * troubles there were. Returns the gravest of the troubles' exit codes and the batch's own.
 */
export function finishBatch(
  { context }: Host,
  options: BulkOptions,
  summary: Summary,
  troubles: readonly ConfereError[],
  own: ExitCode,
): ExitCode {
  if (options.json === true) context.stdout.write(`${JSON.stringify(summary)}\n`);
  else if (options.quiet !== true) context.stderr.write(closingText(summary));
  return exitOfEnded({ context }, options, troubles, own);
}

/** Tells the troubles; the gravest of their exit codes and the batch's own. */
export function exitOfEnded(
  { context }: Pick<Host, 'context'>,
  options: BulkOptions,
  troubles: readonly ConfereError[],
  own: ExitCode,
): ExitCode {
  const code = gravest([own, ...troubles.map(({ kind }) => exitCodeOf(kind))]);
  for (const trouble of options.json === true ? gravestOf(troubles) : troubles) {
    context.stderr.write(errorLine(trouble, code, options.json === true));
  }
  return code;
}

/** Under `--json` an error is one line (contract, "JSON"): the gravest. */
function gravestOf(troubles: readonly ConfereError[]): ConfereError[] {
  const code = gravest(troubles.map(({ kind }) => exitCodeOf(kind)));
  return troubles.filter(({ kind }) => exitCodeOf(kind) === code).slice(0, 1);
}
