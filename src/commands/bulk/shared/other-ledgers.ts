import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  configFiles,
  stateFolder,
  ledgerPlace,
  type LedgerOwner,
} from '../../../config/folders.js';
import { readConfig } from '../../../config/store.js';
import type { WayToBatch } from '../../../errors/batch.js';
import type { Context } from '../../../context.js';
import { openLedgerAt } from '../../../ledger/index.js';
import type { AccountRequest } from '../../shared/account-request.js';
import { isSandbox as isSandboxMeant } from '../../shared/command-host.js';
import { knownProfiles } from '../../shared/settings.js';

/** A ledger that may exist, and the options that select it. */
interface OtherLedger {
  readonly owner: LedgerOwner & { readonly ledger?: string };
  readonly way: WayToBatch;
}

/** How to select the ledger that has a batch with this prefix; undefined if none is known to have it. */
export async function wayToBatch(
  context: Context,
  account: AccountRequest,
  prefix: string,
): Promise<WayToBatch | undefined> {
  for (const { owner, way } of await otherLedgers(context, account)) {
    if (await holds(context, owner, prefix)) return way;
  }
  return undefined;
}

/** The ledgers of each profile with its own base URL, of the one in use, and of the sandbox. */
async function otherLedgers(context: Context, account: AccountRequest): Promise<OtherLedger[]> {
  const settings = await readConfig(configFiles(context).config);
  const own = account.profile;
  const given = context.env['CONFERE_BASE_URL'] || undefined;
  const profiles = [...new Set([own, ...(await knownProfiles(context))])];
  return profiles.flatMap((profile) => {
    const stored = settings.get(profile)?.['base-url'];
    const ledger = context.env['CONFERE_LEDGER'] || settings.get(profile)?.ledger;
    const places = new Set([stored, account.baseUrl, given].filter(isUrl).map(bare));
    return [undefined, ...places].map((baseUrl) => {
      const isHidden = baseUrl !== undefined && baseUrl !== bare(String(given ?? stored));
      const isSandbox = baseUrl === undefined;
      // Only a base URL on the command line leaves a sandbox that the environment asks for.
      const needsUrl = isHidden || isSandboxMeant(context, {});
      const set = [
        ...(isSandbox ? [{ flag: '--sandbox' }] : []),
        ...(profile === own ? [] : [{ flag: '--profile', value: profile }]),
        ...(!isSandbox && needsUrl ? [{ flag: '--base-url', value: baseUrl }] : []),
      ];
      const owner = isSandbox
        ? { profile, isSandbox }
        : { profile, baseUrl, ledger: ledger === undefined ? undefined : String(ledger) };
      return { owner, way: { set, drop: ['--sandbox', '--base-url'] } };
    });
  });
}

/** A ledger that cannot be read counts as not having it. */
async function holds(
  context: Context,
  owner: OtherLedger['owner'],
  prefix: string,
): Promise<boolean> {
  try {
    const place = ledgerPlace(stateFolder(context), owner);
    if (place.shared === undefined && !existsSync(join(place.folder, 'ledger.db'))) return false;
    const ledger = await openLedgerAt(place, context);
    const found = await ledger.findBatches({ idPrefix: prefix, most: 1 });
    await ledger.close();
    return found.length > 0;
  } catch {
    return false;
  }
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}

/** Removes the trailing slash, as stored base URLs have none. */
function bare(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}
