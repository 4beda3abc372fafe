import type { Command } from 'commander';
import type { LocalDeps } from '../../batch/dependencies.js';
import { exportBatch } from '../../batch/export-batch.js';
import { findPlannedBatch } from '../../batch/find-batch.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { withStoredBatches } from './shared/batch-work.js';
import { addExportOptions, resultOf, type ResultOptions } from './shared/options.js';
import { dataStream } from './shared/places.js';
import { type OnAccount, readOptions } from '../shared/account.js';
import type { GlobalOptions, Host } from '../shared/options.js';
import { stoppable } from '../shared/stop-signal.js';
import { refuseSplitLists } from '../shared/typed.js';

/** `confere bulk export`. */
export function defineExport(command: Command, host: Host): void {
  addExportOptions(command).action((batch: string | undefined) =>
    writeBatch(host, batch, readOptions<ResultOptions>(command, host)),
  );
}

type ExportOptions = ResultOptions & OnAccount & Pick<GlobalOptions, 'json'>;

/** `--json` alone means the rows as JSON where they go to stdout. @throws UsageError if they are to be another format */
function withJson(options: ExportOptions): ExportOptions {
  const { json, format = 'json', output = '-' } = options;
  if (json !== true || output !== '-') return options;
  if (!['json', 'jsonl'].includes(format)) throw new UsageError('no_json', { format });
  return { ...options, format };
}

/** `confere bulk export`: writes to stdout unless `-o` names a file; needs no key. `given`: as for `findBatch`. */
async function writeBatch(
  host: Host,
  given: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { fields, only, output = '-' } = options;
  refuseSplitLists(given === undefined ? [] : [given], { fields, only: only?.join(',') });
  const result = resultOf(withJson(options));
  const write = async (deps: LocalDeps) => {
    const batch = await findPlannedBatch(deps.ledger, given);
    const target = output === '-' ? dataStream(host, result) : output;
    await exportBatch(deps, batch, { ...result, target });
    host.finish(exitCodes.ok);
  };
  await stoppable(host, 'output', (stop) => withStoredBatches(host, options, write, stop));
}
