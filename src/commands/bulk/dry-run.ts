import { free } from '../../account/balance.js';
import { affordable } from '../../account/budget.js';
import { paidIn } from '../../batch/check/paid-ids.js';
import type { Summary } from '../../batch/summary.js';
import { asKnownError, type ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import type { Host } from '../shared/host.js';
import { openAccountLedger } from '../shared/account-ledger.js';
import { openAccount, openClient } from '../shared/session.js';
import { printCheck } from './check.js';
import { reuseSince, spendingLimits, type BulkOptions } from './options.js';
import { plural, say } from '../../text/index.js';

/**
 * `--dry-run`: the numbers and the balance; nothing is stored and nothing is sent. A budget guard that
 * would stop the batch stops the rehearsal too.
 */
export async function runDryRun(host: Host, file: string, options: BulkOptions): Promise<void> {
  const { trouble } = await dryRun(host, file, options);
  if (trouble !== undefined) throw trouble;
  host.finish(exitCodes.ok);
}

/** One rehearsal, after others that may cost `before` credits; the guard that would stop it is told beside its numbers. */
export async function dryRun(
  host: Host,
  file: string,
  options: BulkOptions,
  before = 0,
  isPrinted = true,
): Promise<{ summary: Summary; trouble?: ConfereError }> {
  const { clock, stderr } = host.context;
  const account = await openAccount(host, options);
  const ledger = openAccountLedger(host, options);
  try {
    const since = reuseSince(options, clock.now());
    const summary = await printCheck(host, file, options, paidIn(ledger, since), isPrinted);
    const client = await openClient(host, options, account, ledger, { deadline: clock.now() });
    const quota = await client.quota().finally(() => client.close());
    stderr.write(
      say`Balance: ${plural(quota.remainingCredits, 'credit', 'credits')}. Nothing was sent.\n`,
    );
    const worstCase = summary.credits.estimated;
    const balance = Math.max(0, free(ledger, quota) - before);
    const limits = spendingLimits(options, clock.now());
    const trouble = refusalOf(() => affordable({ worstCase, balance, ...limits }));
    return { summary, ...(trouble === undefined ? {} : { trouble }) };
  } finally {
    ledger.close();
    await account.close();
  }
}

function refusalOf(decide: () => unknown): ConfereError | undefined {
  try {
    decide();
    return undefined;
  } catch (error) {
    return asKnownError(error);
  }
}
