import type { NoAnswer } from '../../errors/service.js';

export type FailureReason = NoAnswer | 'aborted';

/** A request without a usable answer. Internal to `service`: `failed-attempt.ts` makes a `ServiceError` of it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  constructor(
    readonly reason: FailureReason,
    /** Whether any byte of the request may have been written. */
    readonly sent: boolean,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}
