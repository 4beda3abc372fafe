import type { Clock } from '../clock.js';
import type { Ledger } from '../ledger/index.js';
import type { Quota, ServiceClient } from '../service/index.js';

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
  const { ledger, client, clock, keyFingerprint } = deps;
  const before = await ledger.tick();
  const quota = await client.quota();
  const account = accountOf(quota, keyFingerprint);
  const { plan, usedCredits: used, remainingCredits: remaining } = quota;
  const reading = { account, keyFingerprint, before, at: clock.now(), plan, used, remaining };
  await ledger.keepReading(reading);
  return { quota, account };
}

/** The `userId` (spec, "Quota record"); without one, the key alone is known. */
function accountOf({ userId }: Quota, keyFingerprint: string): string {
  return typeof userId === 'string' && userId !== '' ? userId : `key:${keyFingerprint}`;
}
