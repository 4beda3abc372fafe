import { spendingReport } from '../../money/spending/spending-report.js';
import type { Days, Grouping } from '../../money/spending/sums.js';
import type { Context } from '../../context.js';
import { exitCodes } from '../../exit-codes.js';
import { nothingSpentLine } from '../../output/account/spending/agreement-text.js';
import { spendingPrinter } from '../../output/account/spending/spending-formats.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { toAccountRequest } from '../shared/account-request.js';
import { formatOf, type AnswerFormat, toPresentation } from '../shared/presentation.js';
import type { Host, GlobalOptions } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { daysAt, type CalendarDays } from './calendar-days.js';
import { readOwnLedger, readProfiles } from './read-ledgers.js';

export interface SpendOptions extends GlobalOptions {
  readonly by?: Grouping;
  readonly since?: CalendarDays;
  readonly until?: CalendarDays;
}

export interface SpendRequest extends OnAccount {
  readonly by: Grouping;
  readonly days: Days;
  readonly format: AnswerFormat;
}

/** @throws UsageError for an unknown format */
export function toSpendRequest(
  options: SpendOptions,
  context: Pick<Context, 'env' | 'clock'>,
): SpendRequest {
  return {
    account: toAccountRequest(options, context),
    presentation: toPresentation(options),
    format: formatOf(options),
    by: options.by ?? 'month',
    days: daysOf(options, context.clock.now()),
  };
}

function daysOf({ since, until }: SpendOptions, now: number): Days {
  return {
    since: since === undefined ? -Infinity : daysAt(since, now).from,
    until: until === undefined ? Infinity : daysAt(until, now).end,
  };
}

/** Reads the ledger of this account, or with `--by profile` that of each profile, and prints the sums. */
export async function runSpend(host: Host, request: SpendRequest): Promise<void> {
  const { stdout, stderr } = host.context;
  const { by, days, format, presentation } = request;
  const read = by === 'profile' ? readProfiles : readOwnLedger;
  const report = spendingReport(await read(host, request), by, days);
  const look = lookOf(stdout, host.context, presentation);
  const print = await spendingPrinter(format, look, host.next);
  stdout.write(print(report));
  const isTold = format !== 'table' || presentation.quiet || report.groups.length > 0;
  if (!isTold) stderr.write(nothingSpentLine());
  host.finish(exitCodes.ok);
}
