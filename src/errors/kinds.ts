/** What went wrong, in the words that `exit-codes.ts` maps to the contract's numbers. */
export type ErrorKind =
  | 'usage'
  /** Not expected; please report it. */
  | 'defect'
  | 'auth'
  | 'service'
  | 'network'
  | 'ledger'
  | 'rate_limited'
  | 'credits'
  | 'deadline'
  | 'not_found'
  | 'refused_input'
  | 'unconfirmed'
  | 'locked'
  | 'interrupted'
  | 'terminated';
