/**
 * The form of an error body (spec, "Errors", "Body formats"). `usage`: the string form with an extra
 * message. `html`: the page of a gateway in front of the service.
 */
export type Form = 'object' | 'string' | 'usage' | 'html';

export type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 422 | 429 | 500 | 502 | 503;

interface Details {
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter?: number;
  /** `error.code` of the single CPF lookup, if the status has more than one code; null: never with a code. */
  readonly code?: string | null;
}

/** An error answer. The code that detects the error throws it. */
export class Refusal extends Error {
  constructor(
    readonly status: RefusalStatus,
    message: string,
    readonly form: Form = 'object',
    readonly details: Details = {},
  ) {
    super(message);
  }
}

/** Drops the connection without an answer. */
export class Drop extends Error {}

export const success = <T>(data: T) => ({ success: true, data }) as const;
