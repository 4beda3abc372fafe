import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../../../config/folders.js';
import { ledgerFolder, type LedgerOwner } from '../../../config/ledger-folder.js';
import type { Context } from '../../../context.js';
import { openLedger } from '../../../ledger/index.js';
import type { AccountRequest } from '../../shared/account-request.js';
import { knownProfiles, readSettings } from '../../shared/settings.js';
import { say } from '../../../text/index.js';

/** A ledger that may exist, and the option that selects it. */
interface OtherLedger {
  readonly owner: LedgerOwner;
  readonly way: string;
}

/** How to select the ledger that has a batch with this prefix; undefined if none is known to have it. */
export async function wayToBatch(
  context: Context,
  account: AccountRequest,
  prefix: string,
): Promise<string | undefined> {
  const state = stateFolder(context);
  for (const { owner, way } of await otherLedgers(context, account)) {
    if (await holds(state, owner, prefix)) return way;
  }
  return undefined;
}

/** The ledgers of each profile with its own base URL, of the one in use, and of the sandbox. */
async function otherLedgers(context: Context, account: AccountRequest): Promise<OtherLedger[]> {
  const settings = await readSettings(context);
  const own = account.profile;
  const given = context.env['CONFERE_BASE_URL'] || undefined;
  const profiles = [...new Set([own, ...(await knownProfiles(context))])];
  return profiles.flatMap((profile) => {
    const stored = settings.get(profile)?.['base-url'];
    const places = new Set([stored, account.baseUrl, given].filter(isUrl).map(bare));
    return [undefined, ...places].map((baseUrl) => {
      const isHidden = baseUrl !== undefined && baseUrl !== bare(String(given ?? stored));
      const flags = [
        ...(profile === own ? [] : [`--profile ${profile}`]),
        ...(isHidden ? [`--base-url ${baseUrl}`] : []),
      ];
      const owner = baseUrl === undefined ? { profile, isSandbox: true } : { profile, baseUrl };
      return { owner, way: wayOf(owner, account.isSandbox, flags) };
    });
  });
}

function wayOf({ isSandbox }: LedgerOwner, inSandbox: boolean, flags: readonly string[]): string {
  const wanted = isSandbox === true && !inSandbox ? ['--sandbox', ...flags] : flags;
  const added = wanted.length === 0 ? '' : say`add ${wanted.join(' ')}`;
  const left = isSandbox !== true && inSandbox ? say`leave out --sandbox` : '';
  return left !== '' && added !== '' ? say`${left} and ${added}` : left + added;
}

/** A ledger that cannot be read counts as not having it. */
async function holds(state: string, owner: LedgerOwner, prefix: string): Promise<boolean> {
  try {
    const folder = ledgerFolder(state, owner);
    if (!existsSync(join(folder, 'ledger.db'))) return false;
    const ledger = await openLedger(folder);
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
  return url.replace(/\/+$/, '');
}
