import { basename, resolve } from 'node:path';
import type { Deps } from '../../../batch/dependencies.js';
import { openBatch, type HeldBatch, type OpenRequest } from '../../../batch/plan/open-batch.js';
import { storeTypedInput } from '../../../batch/find-batch.js';
import type { Context } from '../../../context.js';
import type { InputOptions } from '../../../input/index.js';
import { t } from '../../../messages/index.js';
import { toOnAccount } from '../../shared/open-service.js';
import type { GlobalOptions, Host } from '../../shared/command-host.js';
import { wantsJson, toInteraction } from '../../shared/presentation.js';
import {
  toInputOptions,
  type InputFlags,
  reuseSince,
  toSpendingRequest,
  type SpendingFlags,
  toWaitingRequest,
  type WaitingFlags,
} from '../shared/options.js';
import type { Spending } from '../shared/ask-before-spending.js';
import { askingColumn } from '../shared/ask-for-column.js';
import type { BatchWorkRequest } from '../shared/batch-work.js';

/** The options of a command that makes batches, as commander passes them. */
export interface NewBatchFlags extends GlobalOptions, InputFlags, SpendingFlags, WaitingFlags {
  readonly name?: string;
  readonly dryRun?: boolean;
}

/** How to make batches and what they may cost, for any number of files. */
export interface NewBatchRequest extends BatchWorkRequest, Spending {
  readonly input: InputOptions;
  /** Sent to the service as `fileName`. */
  readonly label?: string;
  /** Show the numbers and send nothing. */
  readonly dryRun: boolean;
  /** Print the numbers of a dry run as one JSON object. */
  readonly asJson: boolean;
}

/** A new batch of one file. */
export interface FileBatchRequest extends NewBatchRequest {
  /** A path, or `-` for standard input. */
  readonly file: string;
}

/** @throws UsageError for an invalid duration */
export function toNewBatchRequest(
  flags: NewBatchFlags,
  surroundings: Pick<Context, 'env'>,
): NewBatchRequest {
  return {
    ...toOnAccount(flags, surroundings),
    interaction: toInteraction(flags),
    input: toInputOptions(flags),
    spending: toSpendingRequest(flags),
    waiting: toWaitingRequest(flags),
    dryRun: flags.dryRun === true,
    asJson: wantsJson(flags),
    label: flags.name,
  };
}

/**
 * Finds or makes the batch of a file; asks the user if its column is uncertain. `refuse`: as for
 * `openBatch`.
 */
export async function openInput(
  host: Host,
  deps: Deps,
  request: FileBatchRequest,
  refuse?: OpenRequest['refuse'],
): Promise<HeldBatch> {
  const { file, spending, label } = request;
  const stdin = file === '-';
  const open = (input: InputOptions) =>
    openBatch(deps, {
      source: stdin ? { stream: host.context.stdin } : { path: file },
      name: stdin ? t.usage.standardInput : basename(file),
      input,
      again: spending.again,
      fresh: spending.fresh,
      reuseSince: reuseSince(spending, deps.clock.now()),
      label,
      refuse,
    });
  const held = await askingColumn(host, request, open, deps.stop);
  if (!stdin) {
    const typed = { path: resolve(file), options: host.next.inputOptions() };
    await storeTypedInput(deps.ledger, held.batch, typed);
  }
  return held;
}
