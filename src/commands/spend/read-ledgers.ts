import { spendingOf, type LedgerSpending } from '../../money/spending/ledger-spending.js';
import { ledgerPlace, stateFolder } from '../../config/folders.js';
import { hasLedger } from '../../ledger/lost.js';
import type { AccountRequest } from '../shared/account-request.js';
import type { Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { serviceUrl } from '../shared/resolve-account.js';
import {
  knownProfiles,
  loadSettings,
  settingOf,
  settledAccount,
  type SettingsRequest,
} from '../shared/settings.js';
import { withLedger } from '../shared/with-account.js';

/** The ledger of the account that the options name; none where it was never used. */
export async function readOwnLedger(
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
export async function readProfiles(host: Host, request: OnAccount): Promise<LedgerSpending[]> {
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
