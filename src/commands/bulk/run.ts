import { formatName } from '../../export/format.js';
import { UsageError } from '../../errors.js';
import type { Host } from '../shared/host.js';
import { runDryRun } from './dry-run.js';
import { finishBatch } from './finish.js';
import type { BulkOptions } from './options.js';
import { runFile } from './run-file.js';
import { say } from '../../text/index.js';

/** `confere bulk run`: submit, watch and export in one; again, it continues. */
export async function runRun(
  host: Host,
  files: readonly string[],
  options: BulkOptions,
): Promise<void> {
  refuseContradictions(files, options);
  const [file = '-', ...others] = files;
  if (others.length > 0) {
    await (await import('./several.js')).runSeveral(host, files, options);
  } else if (options.dryRun === true) {
    await runDryRun(host, file, options);
  } else {
    const { summary, troubles, own } = await runFile(host, file, options);
    host.finish(finishBatch(host, options, summary, troubles, own));
  }
}

function refuseContradictions(
  files: readonly string[],
  { output, outDir, json, format }: BulkOptions,
): void {
  formatName(output ?? '', format);
  if (files.length > 1 && output !== undefined) {
    throw new UsageError('one_output', say`Several inputs need --out-dir <dir> instead of -o.`);
  }
  if (output !== undefined && outDir !== undefined) {
    throw new UsageError('two_outputs', say`Use either -o or --out-dir.`);
  }
  if (json === true && (output === '-' || (output === undefined && files.includes('-')))) {
    throw new UsageError('stdout_twice', say`--json needs stdout for itself; name a file with -o.`);
  }
}
