/**
 * The body of an error; spec, "Errors", "Body formats". `usage` is the string form with a message
 * beside it, `html` what a gateway in front of the service says instead of the service.
 */
export type Form = 'object' | 'string' | 'usage' | 'html';

export type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 422 | 429 | 500 | 502 | 503;

interface Details {
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter?: number;
  /** `error.code` on the single CPF lookup where the status alone does not tell it. */
  readonly code?: string;
}

/** An answer other than success, thrown from wherever it is decided. */
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

/** The connection ends without an answer. */
export class Drop extends Error {}

export const success = <T>(data: T) => ({ success: true, data }) as const;
