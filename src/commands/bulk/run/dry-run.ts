import { affordable } from '../../../money/budget.js';
import { tightestBudget } from '../../../money/period-budgets.js';
import { readBalance } from '../../../money/read-balance.js';
import { ledgerKnowledge } from '../../../batch/check/paid-ids.js';
import type { Summary } from '../../../batch/summary.js';
import { asKnownError, type ConfereError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import { plural, say } from '../../../text/index.js';
import { unclaimed } from '../../../ledger/index.js';
import type { Host } from '../../shared/command-host.js';
import { withAccount } from '../../shared/with-account.js';
import { printCheck } from '../check/check-input.js';
import { reuseSince, spendingLimits } from '../options/spending-options.js';
import type { FileBatchRequest } from '../submit/open-input.js';

/**
 * `--dry-run`: shows the numbers and the balance; stores and sends nothing. A budget guard that would
 * stop the batch also stops the dry run.
 */
export async function runDryRun(host: Host, request: FileBatchRequest): Promise<void> {
  const { trouble } = await dryRun(host, request);
  if (trouble !== undefined) throw trouble;
  host.finish(exitCodes.ok);
}

/**
 * The dry run of one file, after others that may cost `before` credits. A guard that would stop it is
 * reported with its numbers.
 */
export function dryRun(
  host: Host,
  request: FileBatchRequest,
  before = 0,
  isPrinted = true,
): Promise<{ summary: Summary; trouble?: ConfereError }> {
  const { clock, stderr } = host.context;
  const { spending } = request;
  return withAccount(host, request, {}, async ({ client, ledger, keyFingerprint }) => {
    const since = reuseSince(spending, clock.now());
    const { costs } = request.account;
    const known = await ledgerKnowledge({ ledger, keyFingerprint, ...(costs && { costs }) }, since);
    const summary = await printCheck(host, request, known, isPrinted);
    // Does not wait for the rate limit.
    const now = client.within({ deadline: clock.now() });
    const { quota } = await readBalance({ client: now, ledger, clock, keyFingerprint });
    stderr.write(
      say`Balance: ${plural(quota.remainingCredits, 'credit', 'credits')}. Nothing was sent.\n`,
    );
    const worstCase = summary.credits.estimated;
    const { outstanding } = await ledger.claims(known.prices);
    const balance = Math.max(0, unclaimed(quota.remainingCredits, outstanding) - before);
    const limits = spendingLimits(spending, clock.now());
    const period = await tightestBudget({ ledger, clock }, limits.periods ?? {}, known.prices);
    const ownLeft = period && { ...period, left: Math.max(0, period.left - before) };
    const trouble = refusalOf(() => affordable({ worstCase, balance, period: ownLeft, ...limits }));
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
