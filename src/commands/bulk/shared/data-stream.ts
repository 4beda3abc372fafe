import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { UsageError } from '../../../errors.js';
import { formatName } from '../../../export/format.js';
import { visibleLines } from '../../../foreign-text.js';
import type { Host } from '../../shared/command-host.js';
import type { ResultRequest } from './options.js';

/**
 * The stream for `-o -`. In a terminal, what cells and records hold must not move its cursor; the bytes of a
 * pipe stay as they are.
 *
 * @throws UsageError if a workbook would be written to a terminal
 */
export function dataStream({ context }: Host, { format }: Pick<ResultRequest, 'format'>): Writable {
  const { stdout } = context;
  if (stdout.isTTY !== true) return stdout;
  if (formatName(stdout, format) === 'xlsx') throw new UsageError('workbook_to_terminal', {});
  return shownOn(stdout);
}

function shownOn(terminal: Writable): Writable {
  const decoder = new StringDecoder('utf8');
  return new Writable({
    write(chunk: Buffer, _, done) {
      terminal.write(visibleLines(decoder.write(chunk)), done);
    },
    final(done) {
      terminal.write(visibleLines(decoder.end()), done);
    },
  });
}
