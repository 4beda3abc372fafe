import { requireBaseUrl } from '../config/addresses.js';
import { ledgerPlace, stateFolder } from '../config/folders.js';
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
import { knownProfiles, loadSettings } from './shared/account.js';
import type { Host } from './shared/host.js';
import { calendarDays, choice, daysAt, define, value, type Values } from './shared/option.js';
import { withLedger } from './shared/with-account.js';

const GROUPINGS = ['month', 'day', 'batch', 'kind', 'profile'] as const satisfies Grouping[];

const spendOptions = () => ({
  by: choice('--by <what>', t.options.spendBy, GROUPINGS),
  since: value('--since <date>', t.options.since, calendarDays),
  until: value('--until <date>', t.options.until, calendarDays),
});

/** `confere spend`: what was charged, saved and is at risk, from the ledger alone; no key, no network. */
export const spend = define(spendOptions, async (host) => {
  const { context, format, quiet } = host;
  const { stdout, stderr, clock } = context;
  const { by = 'month' } = host.options;
  const read = await (by === 'profile' ? readProfiles : readOwnLedger)(host);
  const report = spendingReport(read, by, daysOf(host.options, clock.now()));
  const print = await spendingPrinter(format, host.look);
  stdout.write(print(report));
  const isTold = format !== 'table' || quiet || report.groups.length > 0;
  if (!isTold) stderr.write(`${t.spend.nothingCharged}\n`);
});

export function daysOf({ since, until }: Partial<Values<typeof spendOptions>>, now: number): Days {
  return {
    since: since === undefined ? -Infinity : daysAt(since, now).from,
    until: until === undefined ? Infinity : daysAt(until, now).end,
  };
}

async function readOwnLedger(host: Host): Promise<LedgerSpending[]> {
  const { context, account } = host;
  const { folder, shared } = ledgerPlace(stateFolder(context), account);
  // A command that only looks makes no ledger.
  if (shared === undefined && !hasLedger(folder)) return [];
  const { profile, isSandbox, costs } = account;
  const baseUrl = isSandbox ? null : requireBaseUrl(account);
  return [await withLedger(host, (ledger) => spendingOf(ledger, { profile, baseUrl }, costs))];
}

async function readProfiles(host: Host): Promise<LedgerSpending[]> {
  const { profile: own, isSandbox: sandbox } = host.account;
  const all: LedgerSpending[] = [];
  for (const profile of new Set([own, ...(await knownProfiles(host.context))])) {
    const of = await loadSettings(host.context, { profile, sandbox }, true);
    const hasService = sandbox || of.all['base-url'].value !== undefined;
    const account = profile === own ? host.account : of.account;
    if (profile === own || hasService) all.push(...(await readOwnLedger({ ...host, account })));
  }
  return all;
}
