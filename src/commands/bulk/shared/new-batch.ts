import { basename, resolve } from 'node:path';
import { continuedBatch, ledgerKnowledge } from '../../../batch/check/check.js';
import type { Deps } from '../../../batch/dependencies.js';
import { findBatch, stampOf, storeTypedInput } from '../../../batch/find-batch.js';
import { reuseSince, spendingLimits } from '../../../batch/options.js';
import { type HeldBatch, openBatch, type OpenRequest } from '../../../batch/plan/open-batch.js';
import {
  beginRun,
  freeBalance,
  limitsNow,
  refuseUntoldPrices,
} from '../../../batch/send/spending.js';
import type { BatchSummary } from '../../../batch/summary.js';
import type { ConfereError } from '../../../base/errors.js';
import { requireSettleTime } from '../../../config/addresses.js';
import type { InputOptions } from '../../../input/index.js';
import type { InputText } from '../../../input/private-copy.js';
import { t } from '../../../messages/index.js';
import type { GivenOption } from '../../../messages/reader.js';
import { refusal } from '../../../money/budget.js';
import { pricesOf } from '../../../money/book.js';
import { balanceLimit, readBalance, unexpectedCharges } from '../../../money/balance.js';
import { balanceText } from '../../../output/batches/event-lines.js';
import { isPiped, isStdin } from '../../../base/piped.js';
import type { Host } from '../../shared/command.js';
import type { Values } from '../../shared/option.js';
import { withAccount } from '../../shared/with-account.js';
import { printCheck } from '../check.js';
import { askingColumn, type SpendingChoice } from './asking.js';
import type { inputOptions, spendingOptions, Waiting } from './options.js';

export type NewBatch = Host<
  Values<typeof inputOptions> & Values<typeof spendingOptions> & Waiting & SpendingChoice
>;

/** Finds or makes the batch of a file; asks the user if its column is uncertain. `refuse`: as for `openBatch`. */
export async function openInput(
  host: NewBatch,
  deps: Deps,
  file: string,
  refuse?: OpenRequest['refuse'],
): Promise<HeldBatch> {
  const { again = false, fresh = false, name: label } = host.options;
  const isOnce = isPiped(file);
  const open = (input: InputOptions) =>
    openBatch(deps, {
      source: isStdin(file) ? { stream: host.context.stdin } : { path: file },
      name: isOnce ? t.usage.standardInput : basename(file),
      input,
      again,
      fresh,
      label,
      refuse,
      reuseSince: reuseSince(host.options, deps.clock.now()),
    });
  const held = await askingColumn(host, file, open, deps.stop);
  if (!isOnce) {
    const path = resolve(file);
    const result = host.next.resultOptions().map(inAnyFolder);
    const typed = { path, options: host.next.inputOptions(), result, stamp: await stampOf(path) };
    await storeTypedInput(deps.ledger, held.batch, typed);
  }
  return held;
}

const PATHS = ['--output', '--out-dir', '--partners'];

function inAnyFolder({ flag, value }: GivenOption): GivenOption {
  const isPath = value !== undefined && value !== '-' && PATHS.includes(flag);
  return isPath ? { flag, value: resolve(value) } : { flag, value };
}

export async function runDryRun(
  host: NewBatch,
  file: string,
  refuse?: OpenRequest['refuse'],
): Promise<void> {
  const { trouble } = await dryRun(host, file, { refuse });
  if (trouble !== undefined) throw trouble;
}

export const NO_BATCH = { num: -1, fresh: false };

interface Rehearsal {
  /** Credits that other files of the command may cost. */
  readonly before?: number;
  readonly isPrinted?: boolean;
  /** Refuses what the run would refuse of its output. */
  readonly refuse?: OpenRequest['refuse'];
}

/** The dry run of one file, with the guard that would stop it. @throws UsageError as the run would */
export function dryRun(
  host: NewBatch,
  file: string,
  { before = 0, isPrinted = true, refuse }: Rehearsal,
): Promise<{ summary: BatchSummary; trouble?: ConfereError }> {
  const { clock, stderr } = host.context;
  return withAccount(host, {}, async ({ client, ledger, keyFingerprint, baseUrl }) => {
    requireSettleTime(host.options.settle, baseUrl);
    const since = reuseSince(host.options, clock.now());
    const deps = { ledger, keyFingerprint, terms: host.account.terms };
    const known = await ledgerKnowledge(deps, since);
    const { again = false, fresh = false, name: label } = host.options;
    const toContinue = ({ path, input }: InputText, stop: AbortSignal) => {
      const wanted = { label, input, again, fresh, reuseSince: since };
      return continuedBatch({ ...deps, stop }, path, wanted, known);
    };
    const { summary } = await printCheck(host, file, { ...known, toContinue }, isPrinted);
    const { batch: id, kind, rows } = summary;
    const { outputs = {} } = id === null ? {} : await findBatch(ledger, id);
    await refuse?.({ kind, rows, outputs });
    const now = client.within({ deadline: clock.now() });
    const reading = await readBalance({ ...deps, client: now, clock });
    const { balance, setAside } = await freeBalance(deps, reading);
    stderr.write(`${t.batch.balanceNothingSent(balanceText(balance, setAside))}\n`);
    const cost = summary.credits.estimated;
    // What is sent already is not stopped by a guard.
    if (cost === 0) return { summary };
    const limits = spendingLimits(host.options, clock.now());
    const kinds =
      summary.kind === 'both' || summary.kind === null
        ? (['cpf', 'cnpj'] as const)
        : [summary.kind];
    refuseUntoldPrices(deps.terms, limits, kinds);
    const run = await beginRun(deps, NO_BATCH, limits);
    const { mark } = reading.kept;
    if (mark !== undefined)
      return { summary, trouble: unexpectedCharges(mark, limits.maxCredits !== undefined) };
    const all = await limitsNow({ ledger }, run, balanceLimit(deps, reading.quota));
    const left = (await ledger.computeLimitsLeft(all, deps.terms)).map((one) => ({
      ...one,
      left: one.limit.of === 'run' ? one.left : one.left - before,
    }));
    const { plan } = reading.quota;
    const { cpf, cnpj } = pricesOf(deps.terms);
    const least = { cpf, cnpj, both: Math.min(cpf, cnpj) }[summary.kind ?? 'both'];
    const refused = { cost, part: 'batch', fits: limits.fitBalance === true, plan } as const;
    return { summary, trouble: refusal(left, refused, least) };
  });
}
