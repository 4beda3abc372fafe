import { resolveBaseUrl } from '../../config/account.js';
import { stateFolder } from '../../config/folders.js';
import { ledgerFolder } from '../../config/ledger-folder.js';
import { profileName } from '../../config/profile-name.js';
import { openLedger, type Ledger } from '../../ledger/index.js';
import { isSandbox, type GlobalOptions, type Host } from './host.js';
import { usingState } from './session.js';

/** The ledger of the account; it needs no key, so that stored results can be read without one. */
export function openAccountLedger(host: Host, options: GlobalOptions): Promise<Ledger> {
  const { context } = host;
  const profile = profileName(options.profile, context.env);
  const where = isSandbox(context, options)
    ? 'sandbox'
    : resolveBaseUrl(context.env, options.baseUrl, profile);
  return usingState(ledgerFolder(stateFolder(context), where, profile), openLedger);
}
