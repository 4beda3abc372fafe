/** The values of `lookup_status`, in the contract's order ("Export"). */
export const lookupStatuses = [
  'found',
  'not_found',
  'invalid',
  'skipped',
  'failed',
  'pending',
  'unconfirmed',
] as const;

export type LookupStatus = (typeof lookupStatuses)[number];
