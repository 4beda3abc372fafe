import type { Command } from 'commander';
import type { LocalDeps } from '../../../batch/dependencies.js';
import { findPlannedBatch } from '../../../batch/find-batch.js';
import type { Context } from '../../../context.js';
import { UsageError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import { exportBatch } from '../../../batch/export-batch.js';
import { toOnAccount } from '../../shared/open-service.js';
import type { GlobalOptions, Host } from '../../shared/command-host.js';
import { refuseSplitLists } from '../../shared/split-list.js';
import { stoppable } from '../../shared/stop-signal.js';
import {
  addExportOptions,
  toResultRequest,
  type ResultFlags,
  type ResultRequest,
} from '../shared/options.js';
import { withStoredBatches, type StoredBatchRequest } from '../shared/batch-work.js';
import { dataStream } from '../shared/data-stream.js';

/** `confere bulk export`. */
export function defineExport(command: Command, host: Host): void {
  addExportOptions(command).action(async (batch: string | undefined) => {
    await runExport(host, toExportRequest(batch, command.optsWithGlobals(), host.context));
  });
}

/** The options of `bulk export`, as commander hands them over. */
export interface ExportFlags extends GlobalOptions, ResultFlags {
  readonly format?: string;
  readonly fields?: string;
}

export interface ExportCommandRequest extends StoredBatchRequest {
  /** The id of a batch, or a unique prefix of it; the one last worked on when left out. */
  readonly batch?: string;
  /** A path, or `-` for stdout. */
  readonly output: string;
  readonly result: ResultRequest;
}

export function toExportRequest(
  batch: string | undefined,
  flags: ExportFlags,
  surroundings: Pick<Context, 'env'>,
): ExportCommandRequest {
  const { fields, only } = flags;
  refuseSplitLists(batch === undefined ? [] : [batch], { fields, only: only?.join(',') });
  return {
    ...toOnAccount(flags, surroundings),
    output: flags.output ?? '-',
    result: toResultRequest({ ...flags, ...asJson(flags) }),
    batch,
  };
}

/** `--json` alone means the rows as JSON where they go to stdout. @throws UsageError if they are to be another format */
function asJson({ json, format = 'json', output = '-' }: ExportFlags): { format?: string } {
  if (json !== true || output !== '-') return {};
  if (!['json', 'jsonl'].includes(format)) throw new UsageError('no_json', { format });
  return { format };
}

/** `confere bulk export`: writes to stdout unless `-o` names a file; needs no key. */
export async function runExport(host: Host, request: ExportCommandRequest): Promise<void> {
  const { output, result } = request;
  const write = async (deps: LocalDeps) => {
    const batch = await findPlannedBatch(deps.ledger, request.batch);
    const target = output === '-' ? dataStream(host, result) : output;
    await exportBatch(deps, batch, { ...result, target });
    host.finish(exitCodes.ok);
  };
  await stoppable(host, 'output', (stop) => withStoredBatches(host, request, write, stop));
}
