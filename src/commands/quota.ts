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
import type { Quota } from '../service/index.js';
import type { Host } from './shared/host.js';
import { define, nonNegative, value } from './shared/option.js';
import { appendSummary, tellError } from './shared/user.js';
import { withLedger, withService } from './shared/with-account.js';

const quotaOptions = () => ({ min: value('--min <n>', t.options.min, nonNegative) });

/** `confere quota`: prints the balance, which is free; if it is below `--min`, ends with exit code 7. */
export const quota = define(quotaOptions, async (host) => {
  const { context, format } = host;
  const { stdout, clock } = context;
  const { min = 0 } = host.options;
  const print = await quotaPrinter(format, host.look);
  const deadline = clock.now() + defaults.longestWait.ms;
  // Balance requests do not count for the rate limit (spec, "Rate limit rules" 4), so the ledger is opened only after
  // the answer was shown, to write it down.
  await withService(host, { deadline, stoppable: 'balance' }, async (service) => {
    const { client, stop, keyFingerprint } = service;
    const before = await tickBefore(host);
    const read = await client.quota();
    const { remainingCredits: remaining } = read;
    const code = remaining < min ? exitCodes.credits : exitCodes.ok;
    // Whether there is enough is all that `--min` with `--quiet` asks.
    const isAnswered = host.options.min !== undefined && format === 'table' && host.quiet;
    const isSilent = isAnswered && code === exitCodes.ok;
    if (!isSilent) stdout.write(print(read));
    host.finish(code);
    if (code !== exitCodes.ok) tellError(host, new ConfereError('below_min', { remaining, min }));
    await tellGithub(host, read, code);
    const isForPeople = format === 'table' && !isSilent;
    if (before !== undefined) await useBook(host, read, before, keyFingerprint, isForPeople);
    if (stop.aborted) throw stop.reason;
  });
});

async function tickBefore(host: Host): Promise<number | undefined> {
  try {
    const { folder, shared } = ledgerPlace(stateFolder(host.context), host.account);
    if (shared !== undefined) return await withLedger(host, (ledger) => ledger.tick());
    if (!existsSync(join(folder, 'ledger.db'))) return undefined;
    const { peekTick } = await import('../ledger/sqlite/peek.js');
    return await peekTick(folder);
  } catch {
    return undefined;
  }
}

/** Money rule 2 of the contract. The answer was given, so no error counts. */
async function useBook(
  host: Host,
  quota: Quota,
  before: number,
  keyFingerprint: string,
  isForPeople: boolean,
): Promise<void> {
  const { stdout } = host.context;
  const { accountPrices, balanceNotes } = await import('../money/balance.js');
  const using = withLedger(host, async (ledger) => {
    const deps = { ledger, keyFingerprint, costs: host.account.costs };
    await balanceNotes(deps).keep(quota, before);
    if (!isForPeople) return;
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

async function tellGithub(host: Host, quota: Quota, code: ExitCode): Promise<void> {
  const low = lowText(quota);
  const isTold = isOnGithub(host.context) && !host.json && low !== undefined;
  if (isTold && code === exitCodes.ok) host.context.stderr.write(annotation('warning', low));
  const { plan, remainingCredits: left, usedCredits: used } = quota;
  const numbers = [formatNumber(left, 2), formatNumber(used, 2), String(code)];
  const columns = [t.account.plan, t.account.remaining, t.account.used, t.table.exit];
  await appendSummary(host, columns, [[plan, ...numbers]]);
}
