import { type Command, Option } from 'commander';
import { requireBaseUrl } from '../config/base-url.js';
import { ledgerPlace, stateFolder } from '../config/folders.js';
import { exitCodes } from '../exit-codes.js';
import { hasLedger } from '../ledger/lost.js';
import { t } from '../messages/index.js';
import {
  type LedgerSpending,
  spendingOf,
  spendingReport,
  type Days,
  type Grouping,
} from '../money/spending.js';
import { spendingPrinter } from '../output/account/spending.js';
import { lookOf } from '../output/terminal/terminal.js';
import { type Account, type OnAccount, readOptions } from './shared/account.js';
import { type CalendarDays, calendarDays, daysAt } from './shared/option-values.js';
import { formatOf, type Host } from './shared/options.js';
import type { Format } from '../output/answer-printer.js';
import { knownProfiles, loadSettings } from './shared/settings.js';
import { withLedger } from './shared/with-account.js';

const GROUPINGS = ['month', 'day', 'batch', 'kind', 'profile'] satisfies Grouping[];

/** `confere spend`: what was charged, saved and is at risk, from the ledger alone; no key, no network. */
export function defineSpend(command: Command, host: Host): void {
  command
    .addOption(new Option('--by <what>', t.options.spendBy).choices(GROUPINGS))
    .option('--since <date>', t.options.since, calendarDays)
    .option('--until <date>', t.options.until, calendarDays)
    .action(async () => {
      const options = readOptions<SpendOptions>(command, host);
      await spend(host, { ...options, format: formatOf(options) });
    });
}

interface SpendOptions {
  readonly by?: Grouping;
  readonly since?: CalendarDays;
  readonly until?: CalendarDays;
}

/** The days that the options name, as they are at `now` (epoch ms). */
export function daysOf({ since, until }: SpendOptions, now: number): Days {
  return {
    since: since === undefined ? -Infinity : daysAt(since, now).from,
    until: until === undefined ? Infinity : daysAt(until, now).end,
  };
}

/** Reads the ledger of this account, or with `--by profile` that of each profile, and prints the sums. */
async function spend(
  host: Host,
  options: SpendOptions & OnAccount & { readonly format: Format },
): Promise<void> {
  const { stdout, stderr, clock } = host.context;
  const { by = 'month', format, presentation } = options;
  const read = by === 'profile' ? readProfiles : readOwnLedger;
  const report = spendingReport(await read(host, options), by, daysOf(options, clock.now()));
  const look = lookOf(stdout, host.context, presentation);
  const print = await spendingPrinter(format, look);
  stdout.write(print(report));
  const isTold = format !== 'table' || presentation.quiet || report.groups.length > 0;
  if (!isTold) stderr.write(`${t.spend.nothingCharged}\n`);
  host.finish(exitCodes.ok);
}

/** The ledger of the account that the options name; none where it was never used. */
async function readOwnLedger(
  host: Host,
  { account, presentation }: OnAccount,
): Promise<LedgerSpending[]> {
  const { context } = host;
  const { folder, shared } = ledgerPlace(stateFolder(context), account);
  // A command that only looks makes no ledger.
  if (shared === undefined && !hasLedger(folder)) return [];
  const { profile, isSandbox, costs } = account;
  const baseUrl = isSandbox ? null : requireBaseUrl(account);
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
  { isSandbox: sandbox }: Account,
  profile: string,
): Promise<Account | undefined> {
  const { account, all } = await loadSettings(context, { profile, sandbox }, true);
  const hasService = sandbox || all['base-url'].value !== undefined;
  return hasService ? account : undefined;
}
