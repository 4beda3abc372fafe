import { basename, resolve } from 'node:path';
import type { Checked } from '../../../batch/check/check.js';
import { continuedBatch } from '../../../batch/check/continued.js';
import { ledgerKnowledge } from '../../../batch/check/paid-ids.js';
import type { Deps } from '../../../batch/dependencies.js';
import { storeTypedInput } from '../../../batch/find-batch.js';
import { type HeldBatch, openBatch, type OpenRequest } from '../../../batch/plan/open-batch.js';
import { beginRun, freeOf, limitsNow } from '../../../batch/send/spending.js';
import type { Summary } from '../../../batch/summary.js';
import type { ConfereError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import type { InputOptions } from '../../../input/index.js';
import { t } from '../../../messages/index.js';
import { refusal } from '../../../money/budget.js';
import { limitPrices } from '../../../money/price.js';
import { readBalance } from '../../../money/read-balance.js';
import { balanceLine } from '../../../output/batches/event-lines.js';
import { printCheck } from '../check.js';
import { askingColumn, type FileOptions } from './asking.js';
import {
  type InputChoice,
  reuseSince,
  spendingLimits,
  type SpendingOptions,
  type WaitingOptions,
} from './options.js';
import type { OnAccount } from '../../shared/account.js';
import type { GlobalOptions, Host } from '../../shared/options.js';
import { withAccount } from '../../shared/with-account.js';

/** How to make batches and what they may cost, for any number of files. */
export interface NewBatchOptions extends InputChoice, SpendingOptions, WaitingOptions {
  /** Sent to the service as `fileName`. */
  readonly name?: string;
  /** Make a new batch of a file whose last one has ended. */
  readonly again?: boolean;
  /** Show the numbers and send nothing. */
  readonly dryRun?: boolean;
}

/** A new batch of one file. */
export type FileBatch = FileOptions &
  OnAccount &
  NewBatchOptions &
  Pick<GlobalOptions, 'json' | 'format'>;

/**
 * Finds or makes the batch of a file; asks the user if its column is uncertain. `refuse`: as for
 * `openBatch`.
 */
export async function openInput(
  host: Host,
  deps: Deps,
  options: FileBatch,
  refuse?: OpenRequest['refuse'],
): Promise<HeldBatch> {
  const { file, again = false, fresh = false, name: label } = options;
  const stdin = file === '-';
  const open = (input: InputOptions) =>
    openBatch(deps, {
      source: stdin ? { stream: host.context.stdin } : { path: file },
      name: stdin ? t.usage.standardInput : basename(file),
      input,
      ...{ again, fresh, label, refuse },
      reuseSince: reuseSince(options, deps.clock.now()),
    });
  const held = await askingColumn(host, options, open, deps.stop);
  if (!stdin) {
    const typed = { path: resolve(file), options: host.next.inputOptions() };
    await storeTypedInput(deps.ledger, held.batch, typed);
  }
  return held;
}

/**
 * `--dry-run`: shows the numbers and the balance; stores and sends nothing. A budget guard that would
 * stop the batch also stops the dry run.
 */
export async function runDryRun(host: Host, options: FileBatch): Promise<void> {
  const { trouble } = await dryRun(host, options);
  if (trouble !== undefined) throw trouble;
  host.finish(exitCodes.ok);
}

/** Nothing of it was sent. */
const NO_BATCH = { num: -1, fresh: false };

/**
 * The dry run of one file, after others that may cost `before` credits. A guard that would stop it is
 * reported with its numbers.
 */
export function dryRun(
  host: Host,
  options: FileBatch,
  before = 0,
  isPrinted = true,
): Promise<{ summary: Summary; trouble?: ConfereError }> {
  const { clock, stderr } = host.context;
  return withAccount(host, options, {}, async ({ client, ledger, keyFingerprint }) => {
    const since = reuseSince(options, clock.now());
    const deps = { ledger, keyFingerprint, costs: options.account.costs };
    const known = await ledgerKnowledge(deps, since);
    const { again = false, fresh = false, name: label } = options;
    const toContinue = ({ path, input }: Checked, stop: AbortSignal) => {
      const wanted = { label, input, again, fresh, reuseSince: since };
      return continuedBatch({ ...deps, stop }, path, wanted, known);
    };
    const { summary } = await printCheck(host, options, { ...known, toContinue }, isPrinted);
    // Does not wait for the rate limit.
    const now = client.within({ deadline: clock.now() });
    const reading = await readBalance({ ...deps, client: now, clock });
    const { quota, limit, prices } = reading;
    const { balance, setAside } = freeOf(reading);
    stderr.write(balanceLine(balance, setAside));
    const cost = summary.credits.estimated;
    // What is sent already is not stopped by a guard.
    if (cost === 0) return { summary };
    const limits = spendingLimits(options, clock.now());
    const run = await beginRun(deps, NO_BATCH, limits);
    const all = await limitsNow({ ledger }, run, limit);
    const left = (await ledger.leftOf(all, limitPrices(prices))).map((one) => ({
      ...one,
      left: one.limit.of === 'run' ? one.left : one.left - before,
    }));
    const trouble = refusal(left, {
      cost,
      part: 'batch',
      fits: limits.fitBalance === true,
      plan: quota.plan,
    });
    return { summary, trouble };
  });
}
