import { stateFolder } from '../../config/folders.js';
import { ledgerFolder } from '../../config/ledger-folder.js';
import { profileName } from '../../config/profile-name.js';
import { openLedger, type Ledger } from '../../ledger/index.js';
import { isSandbox, type GlobalOptions, type Host } from './host.js';
import { usingState } from './session.js';

/** Opens the ledger of the account. It needs no key, so stored results can be read without one. */
export function openAccountLedger(host: Host, options: GlobalOptions): Promise<Ledger> {
  const { context } = host;
  const profile = profileName(options.profile, context.env);
  const { baseUrl } = options;
  const owner = {
    ...{ profile, isSandbox: isSandbox(context, options) },
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
  return usingState(ledgerFolder(stateFolder(context), owner, context.env), openLedger);
}
