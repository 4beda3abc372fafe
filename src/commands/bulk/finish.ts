import type { Summary } from '../../batch/summary.js';
import { summaryText } from '../../output/batch-text.js';
import type { Host } from '../host.js';
import type { BulkOptions } from './options.js';

/** The end of a batch command: one JSON object on stdout, or the numbers for people on stderr. */
export function finishBatch(host: Host, options: BulkOptions, summary: Summary): void {
  if (options.json === true) host.context.stdout.write(`${JSON.stringify(summary)}\n`);
  else if (options.quiet !== true) host.context.stderr.write(summaryText(summary));
}
