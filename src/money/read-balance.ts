import type { Clock } from '../clock.js';
import type { Ledger } from '../ledger/index.js';
import type { BalanceNotes, Quota, ServiceClient } from '../service/index.js';

export interface BalanceDeps {
  readonly ledger: Ledger;
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly keyFingerprint: string;
}

/** A balance and the account that has it. */
export interface AccountBalance {
  readonly quota: Quota;
  /** The name of the account in the balance book. */
  readonly account: string;
}

/**
 * Requests the balance, which is free, and writes it into the balance book (money rule 2 of the contract).
 * Every use case asks for the balance here.
 *
 * @throws ServiceError if the service does not answer; nothing is written then
 */
export async function readBalance(deps: BalanceDeps): Promise<AccountBalance> {
  const notes = balanceNotes(deps);
  const before = await notes.before();
  const quota = await deps.client.quota();
  await notes.keep(quota, before);
  return { quota, account: accountOf(quota, deps.keyFingerprint) };
}

/** Writes readings of the balance into the book. */
export function balanceNotes(deps: Omit<BalanceDeps, 'client'>): BalanceNotes {
  const { ledger, clock, keyFingerprint } = deps;
  return {
    before: () => ledger.tick(),
    keep: (quota, before) => {
      const account = accountOf(quota, keyFingerprint);
      const { plan, usedCredits: used, remainingCredits: remaining } = quota;
      const reading = { account, keyFingerprint, before, at: clock.now(), plan, used, remaining };
      return ledger.keepReading(reading);
    },
  };
}

/** The name of an account in the balance book: the `userId` (spec, "Quota record"); without one, the key alone is known. */
export function accountOf({ userId }: Quota, keyFingerprint: string): string {
  return typeof userId === 'string' && userId !== '' ? userId : `key:${keyFingerprint}`;
}
