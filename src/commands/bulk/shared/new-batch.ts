import { basename, resolve } from 'node:path';
import { foreseeContinuation, readLedgerKnowledge } from '../../../batch/check/check.js';
import type { Deps } from '../../../batch/dependencies.js';
import { findBatch, readStamp, storeTypedInput } from '../../../batch/find-batch.js';
import { computeReuseSince, buildSpendingLimits } from '../../../batch/options.js';
import { type HeldBatch, openBatch, type OpenRequest } from '../../../batch/plan/open-batch.js';
import {
  beginRun,
  readFreeBalance,
  buildCurrentLimits,
  refuseUnsetPrices,
} from '../../../batch/send/spending.js';
import type { BatchSummary } from '../../../batch/summary.js';
import type { ConfereError } from '../../../base/errors.js';
import type { InputOptions } from '../../../input/index.js';
import type { InputText } from '../../../input/private-copy.js';
import { requirePurpose } from '../../../base/requester.js';
import { t } from '../../../messages/index.js';
import type { GivenOption } from '../../../messages/reader.js';
import { findOverLimitError } from '../../../money/budget.js';
import { resolvePrices } from '../../../money/book.js';
import { buildBalanceLimit, readBalance, buildUnexpectedCharges } from '../../../money/balance.js';
import { formatBalance } from './event-lines.js';
import { isPiped, isStdin } from '../../../base/piped.js';
import type { CommandContext } from '../../shared/command.js';
import type { Values } from '../../shared/option.js';
import { findRequester } from '../../shared/requester.js';
import { withSession } from '../../shared/session.js';
import { printCheck } from '../check.js';
import { askForColumn, type SpendingChoice } from './asking.js';
import type { inputOptions, spendingOptions, WaitOptions } from './options.js';

export type NewBatchContext = CommandContext<
  Values<typeof inputOptions> & Values<typeof spendingOptions> & WaitOptions & SpendingChoice
>;

/**
 * Finds or creates the batch of a file; asks the user if its column is uncertain. `refuseBadOutput`: refuses an output
 * that the run could not write.
 */
export async function openInputBatch(
  command: NewBatchContext,
  deps: Deps,
  file: string,
  refuseBadOutput?: OpenRequest['refuseBadOutput'],
): Promise<HeldBatch> {
  const { again = false, fresh = false, name: label } = command.options;
  const isStream = isPiped(file);
  const openWith = (input: InputOptions) =>
    openBatch(deps, {
      source: isStdin(file) ? { stream: command.context.stdin } : { path: file },
      name: isStream ? t.usage.standardInput : basename(file),
      input,
      wantsNewBatch: again,
      fresh,
      label,
      refuseBadOutput,
      reuseSince: computeReuseSince(command.options, deps.clock.now()),
    });
  const held = await askForColumn(command, file, openWith, deps.stop);
  if (!isStream) {
    const path = resolve(file);
    const result = command.next.resultOptions().map(withAbsolutePath);
    const typedInput = {
      path,
      options: command.next.inputOptions(),
      result,
      stamp: await readStamp(path),
    };
    await storeTypedInput(deps.ledger, held.batch, typedInput);
  }
  return held;
}

/** The options whose value is a path. */
const PATH_OPTIONS = ['--output', '--out-dir', '--partners'];

function withAbsolutePath({ flag, value }: GivenOption): GivenOption {
  const isPath = value !== undefined && value !== '-' && PATH_OPTIONS.includes(flag);
  return isPath ? { flag, value: resolve(value) } : { flag, value };
}

/** Runs a dry run of one file. @throws ConfereError for the limit that would stop the run */
export async function runDryRun(
  command: NewBatchContext,
  file: string,
  refuseBadOutput?: OpenRequest['refuseBadOutput'],
): Promise<void> {
  const { trouble } = await foreseeRun(command, file, { refuseBadOutput });
  if (trouble !== undefined) throw trouble;
}

/** Stands in for a batch where limits are computed for no batch or for several. */
export const NO_BATCH = { num: -1, fresh: false };

interface ForeseeOptions {
  /** The credits that other files of the command may cost. */
  readonly otherCosts?: number;
  readonly isPrinted?: boolean;
  /** Refuses an output that the run could not write. */
  readonly refuseBadOutput?: OpenRequest['refuseBadOutput'];
}

/** Runs a dry run of one file. `trouble`: the error of a limit that would stop the run. @throws UsageError as the run */
export function foreseeRun(
  command: NewBatchContext,
  file: string,
  { otherCosts = 0, isPrinted = true, refuseBadOutput }: ForeseeOptions,
): Promise<{ summary: BatchSummary; trouble?: ConfereError }> {
  const { clock, stderr } = command.context;
  const { settle } = command.options;
  return withSession(command, { settle }, async ({ client, ledger, keyFingerprint }) => {
    const since = computeReuseSince(command.options, clock.now());
    const deps = { ledger, keyFingerprint, terms: command.account.terms };
    const knowledge = await readLedgerKnowledge(deps, since);
    const { again = false, fresh = false, name: label } = command.options;
    const foresee = ({ path, input }: InputText, stop: AbortSignal) => {
      const batchRequest = { label, input, fresh, wantsNewBatch: again, reuseSince: since };
      return foreseeContinuation({ ...deps, stop }, path, batchRequest, knowledge);
    };
    const { summary, layout } = await printCheck(
      command,
      file,
      { ...knowledge, foresee },
      isPrinted,
    );
    const { batch: id, kind, rows } = summary;
    const { outputs = {}, purpose = null } = id === null ? {} : await findBatch(ledger, id);
    requirePurpose(findRequester(command), purpose);
    await refuseBadOutput?.({ kind, rows, outputs, inputLayout: layout });
    const clientWithoutWaits = client.withBounds({ deadline: clock.now() });
    const reading = await readBalance({ ...deps, client: clientWithoutWaits, clock });
    const { balance, setAside } = await readFreeBalance(deps, reading);
    stderr.write(`${t.batch.balanceNothingSent(formatBalance(balance, setAside))}\n`);
    const cost = summary.credits.estimated;
    // If nothing more is sent, no limit can stop the run.
    if (cost === 0) return { summary };
    const limits = buildSpendingLimits(command.options, clock.now());
    const kinds =
      summary.kind === 'both' || summary.kind === null
        ? (['cpf', 'cnpj'] as const)
        : [summary.kind];
    refuseUnsetPrices(deps.terms, limits, kinds);
    const run = await beginRun(deps, NO_BATCH, limits);
    const { mark } = reading.verdict;
    if (mark !== undefined)
      return { summary, trouble: buildUnexpectedCharges(mark, limits.maxCredits !== undefined) };
    const allLimits = await buildCurrentLimits(
      { ledger },
      run,
      buildBalanceLimit(deps, reading.quota),
    );
    const limitsLeft = (await ledger.computeLimitsLeft(allLimits, deps.terms)).map((one) => ({
      ...one,
      left: one.limit.of === 'run' ? one.left : one.left - otherCosts,
    }));
    const { plan } = reading.quota;
    const { cpf, cnpj } = resolvePrices(deps.terms);
    const lowestPrice = { cpf, cnpj, both: Math.min(cpf, cnpj) }[summary.kind ?? 'both'];
    const fitsBalance = limits.fitBalance === true;
    const request = { cost, costOf: 'batch', fitsBalance, plan } as const;
    return { summary, trouble: findOverLimitError(limitsLeft, request, lowestPrice) };
  });
}
