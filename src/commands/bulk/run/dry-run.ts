import { free } from '../../../account/balance.js';
import { affordable } from '../../../account/budget.js';
import { paidIn } from '../../../batch/check/paid-ids.js';
import type { Summary } from '../../../batch/summary.js';
import { asKnownError, type ConfereError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import { plural, say } from '../../../text/index.js';
import type { Host } from '../../shared/host.js';
import { withAccount } from '../../shared/with-account.js';
import { printCheck } from '../check/check-input.js';
import { reuseSince, spendingLimits } from '../options/spending-options.js';
import type { FileBatchRequest } from '../submit/open-input.js';

/**
 * `--dry-run`: the numbers and the balance; nothing is stored and nothing is sent. A budget guard that
 * would stop the batch stops the rehearsal too.
 */
export async function runDryRun(host: Host, request: FileBatchRequest): Promise<void> {
  const { trouble } = await dryRun(host, request);
  if (trouble !== undefined) throw trouble;
  host.finish(exitCodes.ok);
}

/** One rehearsal, after others that may cost `before` credits; the guard that would stop it is told beside its numbers. */
export function dryRun(
  host: Host,
  request: FileBatchRequest,
  before = 0,
  isPrinted = true,
): Promise<{ summary: Summary; trouble?: ConfereError }> {
  const { clock, stderr } = host.context;
  const { spending } = request;
  return withAccount(host, request, {}, async ({ client, ledger }) => {
    const since = reuseSince(spending, clock.now());
    const summary = await printCheck(host, request, paidIn(ledger, since), isPrinted);
    // Nothing is waited for.
    const quota = await client.within({ deadline: clock.now() }).quota();
    stderr.write(
      say`Balance: ${plural(quota.remainingCredits, 'credit', 'credits')}. Nothing was sent.\n`,
    );
    const worstCase = summary.credits.estimated;
    const balance = Math.max(0, free(await ledger.claims(), quota) - before);
    const limits = spendingLimits(spending, clock.now());
    const trouble = refusalOf(() => affordable({ worstCase, balance, ...limits }));
    return { summary, ...(trouble === undefined ? {} : { trouble }) };
  });
}

function refusalOf(decide: () => unknown): ConfereError | undefined {
  try {
    decide();
    return undefined;
  } catch (error) {
    return asKnownError(error);
  }
}
