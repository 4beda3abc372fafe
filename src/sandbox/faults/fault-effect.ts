import type { RefusalName } from './refusals.js';

/** What may befall a request that is in order; `after` means that its work is done and charged. */
export type Effect =
  | { readonly type: 'refuse'; readonly name: RefusalName }
  | { readonly type: 'drop'; readonly when: 'before' | 'after' }
  | { readonly type: 'slow'; readonly ms: number };
