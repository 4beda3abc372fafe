import { spendingReport } from '../../money/spending/spending-report.js';
import type { Days, Grouping } from '../../money/spending/sums.js';
import type { Context } from '../../context.js';
import { exitCodes } from '../../exit-codes.js';
import { nothingSpentLine } from '../../output/account/spending/agreement-text.js';
import { spendingPrinter } from '../../output/account/spending/spending-formats.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { toAccountRequest, type AccountRequest } from '../shared/account-request.js';
import { formatOf, toPresentation, type AnswerFormat } from '../shared/presentation.js';
import type { Host, GlobalOptions } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { daysAt, type CalendarDays } from './calendar-days.js';
import { spendingOf, type LedgerSpending } from '../../money/spending/ledger-spending.js';
import { ledgerPlace, stateFolder } from '../../config/folders.js';
import { hasLedger } from '../../ledger/lost.js';
import { serviceUrl } from '../shared/resolve-account.js';
import {
  knownProfiles,
  loadSettings,
  settingOf,
  settledAccount,
  type SettingsRequest,
} from '../shared/settings.js';
import { withLedger } from '../shared/with-account.js';

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

/** The ledger of the account that the options name; none where it was never used. */
async function readOwnLedger(
  host: Host,
  { account, presentation }: OnAccount,
): Promise<LedgerSpending[]> {
  const { context } = host;
  const { folder, shared } = ledgerPlace(stateFolder(context), account, context.env);
  // A command that only looks makes no ledger.
  if (shared === undefined && !hasLedger(folder)) return [];
  const { profile, isSandbox, costs } = account;
  const baseUrl = isSandbox ? null : serviceUrl(context, account);
  const read = await withLedger(host, { account, presentation }, (ledger) =>
    spendingOf(ledger, { profile, baseUrl }, costs),
  );
  return [read];
}

/** The ledger of each profile, as if the command was run with `--profile` for each. */
async function readProfiles(host: Host, request: OnAccount): Promise<LedgerSpending[]> {
  const own = request.account;
  const profiles = new Set([own.profile, ...(await knownProfiles(host.context))]);
  const all: LedgerSpending[] = [];
  for (const profile of profiles) {
    const account = profile === own.profile ? own : await accountOf(host, own, profile);
    if (account === undefined) continue;
    all.push(...(await readOwnLedger(host, { ...request, account })));
  }
  return all;
}

/** The account of another profile; undefined for one without a service. */
async function accountOf(
  { context }: Host,
  { isSandbox }: AccountRequest,
  profile: string,
): Promise<AccountRequest | undefined> {
  const wanted: SettingsRequest = { profile, isSandbox, mayBeNew: true, flags: {} };
  const settings = await loadSettings(context, wanted);
  const hasService = isSandbox || settingOf(settings.all, 'base-url').value !== undefined;
  return hasService ? settledAccount(context, wanted, settings) : undefined;
}
