import type { Writable } from 'node:stream';
import { UsageError } from '../../../errors.js';
import { formatName } from '../../../export/format.js';
import type { Host } from '../../shared/command-host.js';
import type { ResultRequest } from '../options/result-options.js';

/**
 * The stream for `-o -`.
 *
 * @throws UsageError if a workbook would be written to a terminal
 */
export function dataStream({ context }: Host, { format }: Pick<ResultRequest, 'format'>): Writable {
  if (context.stdout.isTTY !== true || formatName(context.stdout, format) !== 'xlsx')
    return context.stdout;
  throw new UsageError('workbook_to_terminal', {});
}
