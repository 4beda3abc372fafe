import { stateFolder } from '../../config/folders.js';
import { ledgerFolder } from '../../config/ledger-folder.js';
import type { Context } from '../../context.js';
import { openLedger, type Ledger } from '../../ledger/index.js';
import type { AccountRequest } from './account-request.js';
import { usingState } from './state-folder.js';

/** Opens the ledger of the account. It needs no key, so stored results can be read without one. */
export async function openLedgerOfAccount(
  context: Context,
  request: AccountRequest,
): Promise<Ledger> {
  return usingState(ledgerFolder(stateFolder(context), request, context.env), openLedger);
}
