import { refusal } from '../../../money/budget.js';
import { leftAsAssumed, readBalance } from '../../../money/read-balance.js';
import type { Checked } from '../../../batch/check/check.js';
import { continuedBatch } from '../../../batch/check/continued.js';
import { ledgerKnowledge } from '../../../batch/check/paid-ids.js';
import { beginRun, freeOf, limitsNow } from '../../../batch/send/spending.js';
import type { Summary } from '../../../batch/summary.js';
import type { ConfereError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import { balanceLine } from '../../../output/batches/batch-event-lines.js';
import type { Host } from '../../shared/command-host.js';
import { withAccount } from '../../shared/with-account.js';
import { printCheck } from '../check/check-input.js';
import { reuseSince, spendingLimits } from '../shared/options.js';
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

/** Nothing of it was sent. */
const NO_BATCH = { num: -1, fresh: false };

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
    const deps = { ledger, keyFingerprint, costs: request.account.costs };
    const known = await ledgerKnowledge(deps, since);
    const { again, fresh } = spending;
    const toContinue = ({ path, input }: Checked, stop: AbortSignal) => {
      const wanted = { ...request, input, again, fresh, reuseSince: since };
      return continuedBatch({ ...deps, stop }, path, wanted, known);
    };
    const { summary } = await printCheck(host, request, { ...known, toContinue }, isPrinted);
    // Does not wait for the rate limit.
    const now = client.within({ deadline: clock.now() });
    const reading = await readBalance({ ...deps, client: now, clock });
    const { quota, limit, prices } = reading;
    const { balance, setAside } = freeOf(reading);
    stderr.write(balanceLine(balance, setAside));
    const cost = summary.credits.estimated;
    // What is sent already is not stopped by a guard.
    if (cost === 0) return { summary };
    const limits = spendingLimits(spending, clock.now());
    const run = await beginRun(deps, NO_BATCH, limits);
    const all = await limitsNow({ ledger }, run, limit);
    const left = (await leftAsAssumed({ ledger }, all, prices)).map((one) => ({
      ...one,
      left: one.limit.of === 'run' ? one.left : one.left - before,
    }));
    const trouble = refusal(left, {
      cost,
      part: 'batch',
      fits: limits.fitBalance,
      plan: quota.plan,
    });
    return { summary, trouble };
  });
}
