import type { Deps } from '../../batch/dependencies.js';
import { UsageError } from '../../base/errors.js';
import { chooseFormat } from '../../export/format.js';
import { isPiped } from '../../base/piped.js';
import { openFile, refuseOutput, type RunHost, runOpened, tellGithub } from './run-one.js';
import { runSeveral } from './run-several.js';
import { withBatchService } from './shared/batch-work.js';
import { runDryRun } from './shared/new-batch.js';
import * as outcome from './shared/outcome.js';
import * as places from './shared/places.js';

/** `confere bulk run`: submits, watches and exports; running it again continues the batch. `-`: standard input. */
export async function runFiles(host: RunHost, given: readonly string[]): Promise<void> {
  const files = places.expanded(given, host.context.platform);
  refuseContradictions(files, host);
  const [file = '-', ...others] = files;
  if (others.length > 0) return runSeveral(host, files);
  if (host.options.dryRun === true)
    return runDryRun(host, file, (batch) => refuseOutput(host, batch, file));
  const work = async (deps: Deps) => runOpened(host, deps, file, await openFile(host, deps, file));
  const ended = await withBatchService(host, work, file);
  const exitCode = await outcome.finishBatch(host, ended);
  await tellGithub(host, [{ file, exitCode, error: null, summary: ended.summary }]);
}

function refuseContradictions(files: readonly string[], { options }: RunHost): void {
  const { output, outDir, json, format, excel } = options;
  chooseFormat(output ?? '', format, excel);
  if (output !== undefined && (files.length > 1 || outDir !== undefined))
    throw new UsageError('one_output', {});
  const isToStdout = output === '-' || (output === undefined && files.some(isPiped));
  if (json === true && isToStdout) throw new UsageError('stdout_twice', { option: '-o' });
}
