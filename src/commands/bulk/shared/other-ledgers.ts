import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../../../config/folders.js';
import { ledgerFolder } from '../../../config/ledger-folder.js';
import type { Context } from '../../../context.js';
import { openLedger } from '../../../ledger/index.js';
import type { AccountRequest } from '../../shared/account-request.js';
import { knownProfiles, readSettings } from '../../shared/settings.js';
import { say } from '../../../text/index.js';

/** A ledger that may be there, and how a user comes to it from the command that was run. */
interface OtherLedger {
  /** A base URL, or `sandbox`. */
  readonly where: string;
  readonly profile: string;
  readonly way: string;
}

/** How to come to the ledger that has a batch of this prefix; undefined where none is known to. */
export async function wayToBatch(
  context: Context,
  account: AccountRequest,
  prefix: string,
): Promise<string | undefined> {
  const state = stateFolder(context);
  const others = await otherLedgers(context, account);
  for (const { where, profile, way } of others) {
    if (await holds(ledgerFolder(state, where, profile), prefix)) return way;
  }
  return undefined;
}

/** Every profile with its own base URL, the one in use and the sandbox. */
async function otherLedgers(context: Context, account: AccountRequest): Promise<OtherLedger[]> {
  const settings = await readSettings(context);
  const own = account.profile;
  const given = context.env['CONFERE_BASE_URL'] || undefined;
  const profiles = [...new Set([own, ...(await knownProfiles(context))])];
  return profiles.flatMap((profile) => {
    const stored = settings.get(profile)?.['base-url'];
    const places = new Set([stored, account.baseUrl, given].filter(isUrl).map(bare));
    return ['sandbox', ...places].map((where) => {
      const isHidden = where !== 'sandbox' && where !== bare(String(given ?? stored));
      const flags = [
        ...(profile === own ? [] : [`--profile ${profile}`]),
        ...(isHidden ? [`--base-url ${where}`] : []),
      ];
      return { where, profile, way: wayOf(where, account.isSandbox, flags) };
    });
  });
}

function wayOf(where: string, inSandbox: boolean, flags: readonly string[]): string {
  const wanted = where === 'sandbox' && !inSandbox ? ['--sandbox', ...flags] : flags;
  const added = wanted.length === 0 ? '' : say`add ${wanted.join(' ')}`;
  const left = where !== 'sandbox' && inSandbox ? say`leave out --sandbox` : '';
  return left !== '' && added !== '' ? say`${left} and ${added}` : left + added;
}

/** A ledger that cannot be read has nothing to say here. */
async function holds(folder: string, prefix: string): Promise<boolean> {
  if (!existsSync(join(folder, 'ledger.db'))) return false;
  try {
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

/** As base URLs are stored: without a trailing slash. */
function bare(url: string): string {
  return url.replace(/\/+$/, '');
}
