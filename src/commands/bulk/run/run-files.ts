import type { Context } from '../../../context.js';
import { UsageError } from '../../../errors.js';
import { formatName } from '../../../export/format.js';
import type { Host } from '../../shared/command-host.js';
import { mayBeFile, refuseSplitLists } from '../../shared/split-list.js';
import { expanded } from '../shared/wildcards.js';
import { toResultRequest, type ResultFlags } from '../shared/options.js';
import { finishBatch } from '../shared/batch-outcome.js';
import { toNewBatchRequest, type NewBatchFlags } from '../submit/open-input.js';
import { runDryRun } from './dry-run.js';
import { runFile, type RunRequest } from './run-one-file.js';

/** The options of `bulk run`, as commander hands them over. */
export interface RunFlags extends NewBatchFlags, ResultFlags {
  readonly format?: string;
  readonly outDir?: string;
}

/** @throws UsageError for options that contradict each other */
export function toRunRequest(
  given: readonly string[],
  flags: RunFlags,
  surroundings: Pick<Context, 'env'> & Partial<Pick<Context, 'platform'>>,
): RunRequest {
  const files = expanded(given, surroundings.platform);
  refuseContradictions(files, flags, surroundings.platform);
  const { output, outDir } = flags;
  return {
    ...toNewBatchRequest(flags, surroundings),
    files,
    result: toResultRequest(flags),
    strict: flags.strict === true,
    output,
    outDir,
  };
}

/** `confere bulk run`: submits, watches and exports; running it again continues the batch. */
export async function runRun(host: Host, request: RunRequest): Promise<void> {
  const [file = '-', ...others] = request.files;
  if (others.length > 0) {
    await (await import('./several-files.js')).runSeveral(host, request);
  } else if (request.dryRun) {
    await runDryRun(host, { ...request, file });
  } else {
    const { summary, troubles, own, ...end } = await runFile(host, { ...request, file });
    host.finish(finishBatch(host, request.presentation, summary, troubles, own, end));
  }
}

function refuseContradictions(
  files: readonly string[],
  { output, outDir, json, format, fields, only, column }: RunFlags,
  platform: string | undefined,
): void {
  formatName(output ?? '', format);
  const lists = { fields, only: only?.join(','), column };
  refuseSplitLists(files, lists, { platform, isInput: mayBeFile });
  if (files.length > 1 && output !== undefined) {
    throw new UsageError('one_output', {});
  }
  if (output !== undefined && outDir !== undefined) {
    throw new UsageError('two_outputs', {});
  }
  if (json === true && (output === '-' || (output === undefined && files.includes('-')))) {
    throw new UsageError('stdout_twice', {});
  }
}
