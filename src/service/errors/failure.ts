export type FailureReason =
  'unreachable' | 'untrusted' | 'dropped' | 'timeout' | 'too_large' | 'bad_proxy' | 'aborted';

/** No usable answer came. Internal to this folder: `failed.ts` turns it into a `ServiceError`. */
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
