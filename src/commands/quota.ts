import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaults } from '../config/defaults.js';
import { ledgerPlace, stateFolder } from '../config/folders.js';
import { asKnownError, ConfereError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { formatNumber, t } from '../messages/index.js';
import { GIVEN_UP_GOES_ON } from '../money/book.js';
import { lowText, quotaPrinter } from '../output/account/quota.js';
import { annotation, isOnGithub } from '../output/github.js';
import { lookOf } from '../output/terminal/terminal.js';
import type { Quota } from '../service/index.js';
import { type OnAccount, readOptions } from './shared/account.js';
import { nonNegative } from './shared/option-values.js';
import { formatOf, type Host } from './shared/options.js';
import type { Format } from '../output/answer-printer.js';
import { appendSummary } from './shared/step-summary.js';
import { tellError } from './shared/tell-error.js';
import { withLedger, withService } from './shared/with-account.js';

/** `confere quota`: shows the credit balance; free. */
export function defineQuota(command: Command, host: Host): void {
  command.option('--min <n>', t.options.min, nonNegative).action(async () => {
    const options = readOptions<QuotaOptions>(command, host);
    await quota(host, { ...options, format: formatOf(options) });
  });
}

interface QuotaOptions {
  /** The minimum of remaining credits. */
  readonly min?: number;
}

interface Wanted extends OnAccount, QuotaOptions {
  readonly format: Format;
  /** Fields of the answer as comma-separated dotted paths; all when left out. */
  readonly fields?: string;
}

/** Requests the balance and prints it; if it is below `min`, still prints it and ends with exit code 7. */
async function quota(host: Host, request: Wanted): Promise<void> {
  const { stdout, clock } = host.context;
  const look = lookOf(stdout, host.context, request.presentation);
  const print = await quotaPrinter(request.format, look, request.fields);
  const limits = {
    deadline: clock.now() + defaults.longestWait.ms,
    stoppable: 'balance',
  } as const;
  // Balance requests do not count for the rate limit (spec, "Rate limit rules" 4), so the ledger is opened only after
  // the answer was shown, to write it down.
  await withService(host, request, limits, async ({ client, stop, keyFingerprint }) => {
    const before = await tickBefore(host, request);
    const quota = await client.quota();
    const code = isTooFew(request, quota) ? exitCodes.credits : exitCodes.ok;
    // A check that succeeds has nothing to say.
    const isSilent = isSilentCheck(request) && code === exitCodes.ok;
    if (!isSilent) stdout.write(print(quota));
    host.finish(tellIfTooFew(host, request, quota.remainingCredits));
    await tellGithub(host, request, quota, code);
    if (before !== undefined) await useBook(host, request, { quota, before, keyFingerprint });
    if (stop.aborted) throw stop.reason;
  });
}

/** The ledger's tick before the request; undefined where there is no ledger, or none that can be read. */
async function tickBefore(host: Host, request: Wanted): Promise<number | undefined> {
  const { context } = host;
  try {
    const { folder, shared } = ledgerPlace(stateFolder(context), request.account);
    if (shared !== undefined) return await withLedger(host, request, (ledger) => ledger.tick());
    if (!existsSync(join(folder, 'ledger.db'))) return undefined;
    const { peekTick } = await import('../ledger/sqlite/peek.js');
    return await peekTick(folder);
  } catch {
    return undefined;
  }
}

interface ReadQuota {
  readonly quota: Quota;
  readonly before: number;
  readonly keyFingerprint: string;
}

/** Writes the balance into the book (money rule 2), and shows people what is set aside. The answer was given, so no error counts. */
async function useBook(
  host: Host,
  request: Wanted,
  { quota, before, keyFingerprint }: ReadQuota,
): Promise<void> {
  const { stdout } = host.context;
  const { accountPrices, balanceNotes } = await import('../money/read-balance.js');
  const using = withLedger(host, request, async (ledger) => {
    const deps = { ledger, keyFingerprint, costs: request.account.costs };
    await balanceNotes(deps).keep(quota, before);
    if (request.format !== 'table' || request.fields !== undefined) return;
    if (isSilentCheck(request) && !isTooFew(request, quota)) return;
    const at = await ledger.now();
    const now = await ledger.beginReading(at, at - GIVEN_UP_GOES_ON);
    const limit = { of: 'balance', limit: quota.remainingCredits, before: now } as const;
    const { freeOf } = await import('../batch/send/spending.js');
    const { balance, setAside } = freeOf({ limit, prices: await accountPrices(deps) });
    const { balanceText } = await import('../output/batches/event-lines.js');
    if (setAside > 0) stdout.write(`${balanceText(balance, setAside)}\n`);
  });
  await using.catch(asKnownError);
}

function isTooFew({ min }: QuotaOptions, { remainingCredits }: Quota): boolean {
  return min !== undefined && remainingCredits < min;
}

/** `--min` with `--quiet`: whether there is enough is all that is asked. */
function isSilentCheck({ min, format, presentation }: Wanted): boolean {
  return min !== undefined && format === 'table' && presentation.quiet;
}

/** A line of the step's summary, and a warning where the balance is low. */
async function tellGithub(host: Host, request: Wanted, quota: Quota, code: ExitCode) {
  const { context } = host;
  const low = lowText(quota);
  const isTold = isOnGithub(context) && !request.presentation.json && low !== undefined;
  if (isTold && code === exitCodes.ok) context.stderr.write(annotation('warning', low));
  const { plan, remainingCredits: left, usedCredits: used } = quota;
  const numbers = [formatNumber(left, 2), formatNumber(used, 2), String(code)];
  const columns = [t.account.plan, t.account.remaining, t.account.used, t.table.exit];
  await appendSummary(host, columns, [[plan, ...numbers]]);
}

function tellIfTooFew(host: Host, request: Wanted, remaining: number): ExitCode {
  const { min, format } = request;
  if (min === undefined || remaining >= min) return exitCodes.ok;
  return tellError(host, new ConfereError('below_min', { remaining, min }), format === 'json');
}
