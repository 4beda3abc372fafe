import type { Database } from '../state.js';
import { charge, balance, quota, readAccount } from './account.js';
import { replaceKey } from './keys.js';

/** What may happen to an account without a request of ours. */
export type AccountEvent =
  /** The billing period begins anew: no credits are used. */
  | { readonly type: 'renew' }
  /** Another program of the account spends credits. */
  | { readonly type: 'spend'; readonly credits: number }
  /** The service gives used credits back. */
  | { readonly type: 'refund'; readonly credits: number }
  /** The dashboard replaces the key that the sandbox shows. */
  | { readonly type: 'replace-key' };

/**
 * Lets an event happen at `now`; returns the balance after it, and the key that works then. The jobs must have
 * been advanced to `now`, because their charges belong to the time before.
 */
export function applyEvent(db: Database, event: AccountEvent, now: number) {
  return db.transaction(() => {
    const account = readAccount(db, now);
    if (event.type === 'renew') charge(db, -account.used);
    if (event.type === 'refund') charge(db, -event.credits);
    if (event.type === 'spend') {
      charge(db, account.overage ? event.credits : Math.min(event.credits, balance(account)));
    }
    const apiKey = event.type === 'replace-key' ? replaceKey(db) : undefined;
    return { ...quota(db, now), apiKey };
  });
}

/** Reads `renew`, `replace-key`, `spend` or `refund`, the last two with their credits; undefined for others. */
export function readEvent(type: string, credits: string | undefined): AccountEvent | undefined {
  if (type === 'renew' || type === 'replace-key') {
    return credits === undefined ? { type } : undefined;
  }
  if (type !== 'spend' && type !== 'refund') return undefined;
  return CREDITS.test(credits ?? '') ? { type, credits: Number(credits) } : undefined;
}

const CREDITS = /^\d{1,9}(\.\d{1,6})?$/;
