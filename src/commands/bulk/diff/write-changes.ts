import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Comparison } from '../../../diff/compare-results.js';
import { changeBytes } from '../../../diff/change-format.js';
import { UsageError } from '../../../errors.js';
import { formatName } from '../../../export/format.js';
import { asNamed } from '../../../export/targets/side-files.js';
import { refuseOverwrite, refuseUnwritable, writeWhole } from '../../../export/targets/target.js';
import { toStream } from '../../../export/targets/to-stream.js';
import type { Host } from '../../shared/command-host.js';
import { dataStream } from '../shared/data-stream.js';
import type { DiffRequest } from './diff-request.js';

type Target = Pick<DiffRequest, 'output' | 'format' | 'overwrite' | 'excel' | 'older' | 'newer'>;

/**
 * Refuses a target to which the changes could not be written, before anything is read.
 *
 * @throws UsageError
 */
export async function refuseTarget(host: Host, request: Target): Promise<void> {
  const { output, format, overwrite } = request;
  if (output === undefined) return;
  if (output === '-') {
    dataStream(host, { format });
    return;
  }
  formatName(output, format);
  const path = resolve(output);
  const written = await behindLinks(path);
  for (const file of [request.older, request.newer])
    if ((await behindLinks(resolve(file))) === written)
      throw new UsageError('output_is_input', { file, output, of: 'comparison' });
  await refuseUnwritable(path);
  if (!overwrite) await refuseOverwrite(path, { outputs: {} });
}

/** The file that a path leads to; a link that is written to keeps its name, and its target is replaced. */
function behindLinks(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Writes every change to where the user wants it, and reads them in any case. */
export async function writeChanges(
  host: Host,
  { output, format, excel }: Target,
  { changes }: Comparison,
): Promise<void> {
  if (output === undefined) {
    for await (const some of changes()) void some;
    return;
  }
  const target = output === '-' ? dataStream(host, { format }) : output;
  const bytes = asNamed(target, changeBytes(changes(), { target, format, excel }));
  if (typeof target !== 'string') await toStream(target, bytes);
  else await writeWhole(resolve(target), bytes, { unique: host.context.newId(), kept: 'nothing' });
}
