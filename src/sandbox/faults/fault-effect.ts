import type { AccountEvent } from '../account/account-events.js';
import type { RefusalName } from './refusals.js';

/**
 * A fault for a valid request. `after`: the connection drops after the work is done and charged. An event
 * happens to the account before the work.
 */
export type Effect =
  | { readonly type: 'refuse'; readonly name: RefusalName }
  | { readonly type: 'drop'; readonly when: 'before' | 'after' }
  | { readonly type: 'slow'; readonly ms: number }
  | { readonly type: 'event'; readonly event: AccountEvent };
