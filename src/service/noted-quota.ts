import { asKnownError } from '../errors.js';
import type { BalanceNotes, Quota } from './types.js';

/**
 * Requests the balance and writes it down (money rule 2 of the contract). What cannot be written down is returned
 * nevertheless, because nothing is decided by it here.
 */
export async function notedQuota(
  quota: () => Promise<Quota>,
  notes: BalanceNotes | undefined,
): Promise<Quota> {
  const before = await notes?.before().catch(unknown);
  const read = await quota();
  if (before !== undefined) await notes?.keep(read, before).catch(unknown);
  return read;
}

function unknown(error: unknown): undefined {
  asKnownError(error);
  return undefined;
}
