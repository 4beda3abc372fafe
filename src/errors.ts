/** What went wrong, in the words that `exit-codes.ts` maps to the contract's numbers. */
export type ErrorKind =
  | 'usage'
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

/** An error that a user can understand: one sentence, a stable code, never a key or a full CPF. */
export class ConfereError extends Error {
  override readonly name: string = 'ConfereError';
  constructor(
    readonly kind: ErrorKind,
    /** Stable machine-readable code, snake_case. */
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Wrong usage, unreadable input or missing configuration: exit 2. */
export class UsageError extends ConfereError {
  override readonly name: string = 'UsageError';
  constructor(code: string, message: string, options?: ErrorOptions) {
    super('usage', code, message, options);
  }
}

/** Errors that a user can understand become values; a defect stays an exception. */
export function asKnownError(error: unknown): ConfereError {
  if (error instanceof ConfereError) return error;
  throw error;
}
