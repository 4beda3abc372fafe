import type { Summary } from '../../batch/summary.js';
import type { ConfereError } from '../../errors.js';
import { exitCodeOf, gravest, type ExitCode } from '../../exit-codes.js';
import { summaryText } from '../../output/batch-text.js';
import { errorLine } from '../../output/error-line.js';
import type { Host } from '../host.js';
import type { BulkOptions } from './options.js';

/**
 * The end of a batch command: one JSON object on stdout, or the numbers for people on stderr, then the
 * trouble there was. Returns the graver of the trouble's exit code and the batch's own.
 */
export function finishBatch(
  { context }: Host,
  options: BulkOptions,
  summary: Summary,
  trouble: ConfereError | undefined,
  own: ExitCode,
): ExitCode {
  if (options.json === true) context.stdout.write(`${JSON.stringify(summary)}\n`);
  else if (options.quiet !== true) context.stderr.write(summaryText(summary));
  if (trouble === undefined) return own;
  const code = gravest([exitCodeOf(trouble.kind), own]);
  context.stderr.write(errorLine(trouble, code, options.json === true));
  return code;
}
