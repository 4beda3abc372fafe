import type { Clock } from '../clock.js';
import type { BalanceBook, Ledger, Prices, SpendingLimit } from '../ledger/index.js';
import type { BalanceNotes, Quota, ServiceClient } from '../service/index.js';
import { BALANCE_LAG, GIVEN_UP_GOES_ON } from './book.js';
import { knownPrices, NO_BOOK, readPrices, type KnownPrices } from './price.js';

export interface PriceDeps {
  readonly ledger: Ledger;
  readonly keyFingerprint: string;
  readonly costs?: Partial<Prices>;
}

export interface BalanceDeps extends PriceDeps {
  readonly client: ServiceClient;
  readonly clock: Clock;
}

export interface AccountBalance {
  readonly quota: Quota;
  readonly account: string;
  readonly prices: KnownPrices;
  readonly limit: Extract<SpendingLimit, { readonly of: 'balance' }>;
  /** The uptime (ms). */
  readonly askedAt: number;
}

/** How long (ms) what is sent may rest on a reading: who stood still since then would not know what others learned. */
const READING_LASTS = 120_000;

export function isOutdated({ askedAt }: AccountBalance, clock: Clock): boolean {
  return clock.uptime().ms - askedAt > READING_LASTS;
}

/** Every use case asks for the balance here. @throws ServiceError; nothing is written then */
export async function readBalance(deps: BalanceDeps): Promise<AccountBalance> {
  const { ledger, client, clock, keyFingerprint } = deps;
  const askedAt = clock.uptime().ms;
  const now = await ledger.now();
  const before = await ledger.beginReading(now - BALANCE_LAG, now - GIVEN_UP_GOES_ON);
  const quota = await client.quota();
  const prices = await storeBalance(deps, quota, before.tick);
  const limit = { of: 'balance', limit: quota.remainingCredits, before } as const;
  return { quota, account: accountOf(quota, keyFingerprint), prices, limit, askedAt };
}

export function balanceNotes(deps: PriceDeps): BalanceNotes {
  return {
    before: () => deps.ledger.tick(),
    keep: async (quota, before) => void (await storeBalance(deps, quota, before)),
  };
}

async function storeBalance(deps: PriceDeps, quota: Quota, before: number): Promise<KnownPrices> {
  const { plan, usedCredits: used, remainingCredits: remaining } = quota;
  const { ledger, keyFingerprint, costs } = deps;
  const account = accountOf(quota, keyFingerprint);
  const at = await ledger.now();
  await ledger.keepReading({ account, keyFingerprint, before, at, plan, used, remaining });
  const { known, shown } = readPrices(await ledger.balanceBook(account), costs);
  await ledger.keepPrices(account, shown);
  return known;
}

export async function accountPrices(deps: PriceDeps): Promise<KnownPrices> {
  return knownPrices(await accountBook(deps), deps.costs);
}

export function assumedPrices(known: KnownPrices, kinds: Iterable<keyof Prices>): Partial<Prices> {
  const open = [...kinds].filter((kind) => !known[kind].isProved);
  return Object.fromEntries(open.map((kind) => [kind, known[kind].limit]));
}

export async function accountBook({ ledger, keyFingerprint }: PriceDeps): Promise<BalanceBook> {
  const account = await ledger.accountOf(keyFingerprint);
  return account === undefined ? NO_BOOK : ledger.balanceBook(account);
}

/** The `userId` (spec, "Quota record"); without one, the key alone is known. */
export function accountOf(quota: Quota, keyFingerprint: string): string {
  const userId = quota['userId'];
  return typeof userId === 'string' && userId !== '' ? userId : `key:${keyFingerprint}`;
}
