/* eslint-disable no-redeclare -- a class and its instances have one name */
import { ConfereError as AnyError, UsageError as AnyUsageError } from '../base/errors.js';
import type { ErrorKind } from '../base/facts.js';
import type { UseCaseFacts } from '../base/error-facts.js';
import type { RequestFacts } from '../base/facts.js';
import type { IdentifierKind } from '../identifiers/index.js';
import { ServiceError as AnyServiceError, type ServiceErrorCode } from '../service/errors.js';

/** The facts of each code that a program can meet. */
export type ErrorFacts = UseCaseFacts;

export type InvalidCode = 'empty' | 'format' | 'check_digit' | 'repeated';

/** The codes are stable names in snake_case. */
export type ErrorCode = keyof ErrorFacts;

export interface ErrorOf<Code extends ErrorCode> extends Error {
  readonly kind: ErrorKind;
  readonly code: Code;
  readonly facts: ErrorFacts[Code];
}

/** Any error of confere: `code` says which, and narrows `facts`. */
export type ConfereError<Code extends ErrorCode = ErrorCode> = {
  [C in Code]: ErrorOf<C>;
}[Code];

/** Wrong arguments, an unusable input or a missing setting. */
export type UsageError = ConfereError & { readonly name: 'UsageError' };

/** A text that is not an identifier of this kind; nothing was requested. `code` is the reason. */
export type InvalidIdentifierError = ConfereError<InvalidCode> & {
  readonly identifierKind: IdentifierKind;
};

/** A request that failed. If `mayHaveCharged`, its `kind` is `unconfirmed`. */
export type ServiceError<Code extends ServiceErrorCode = ServiceErrorCode> = ConfereError<Code> &
  RequestFacts;

export class InvalidIdentifier extends AnyError {
  override readonly name = 'InvalidIdentifierError';
  constructor(
    readonly identifierKind: IdentifierKind,
    reason: InvalidCode,
  ) {
    super(reason, { kind: identifierKind });
  }
}

/** A class that programs use with `instanceof` alone. */
export type ErrorClass<E> = abstract new (...args: never) => E;

export const ConfereError = AnyError as unknown as ErrorClass<ConfereError>;
export const UsageError = AnyUsageError as unknown as ErrorClass<UsageError>;
export const InvalidIdentifierError =
  InvalidIdentifier as unknown as ErrorClass<InvalidIdentifierError>;
export const ServiceError = AnyServiceError as unknown as ErrorClass<ServiceError>;

/** The answer was 401, or 403 while `GET /quota` is refused, too. */
export abstract class KeyRefusedError extends createServiceErrorClass('key_refused') {}
/** The answer was a 404 that is not the service's JSON. */
export abstract class RouteNotFoundError extends createServiceErrorClass('route_not_found') {}
/** The answer was 400 or 422: the input is at fault, and nothing was charged. */
export abstract class InputRefusedError extends createServiceErrorClass('refused_input') {}
/** The requests of this minute are used up, and waiting would pass the deadline. */
export abstract class RateLimitedError extends createServiceErrorClass('rate_limited') {}
/** The answer had any other status that is no success, such as a redirect, which is never followed. */
export abstract class ServiceFailedError extends createServiceErrorClass('service_failed') {}
/** The answer had a status of success and a body that is not what the service describes. */
export abstract class UnreadableAnswerError extends createServiceErrorClass('unreadable_answer') {}
/** No answer came, or not all of it. */
export abstract class TransportError extends createServiceErrorClass('network') {}
/** `signal` aborted, and its reason is the `cause`; or the ledger was closed. */
export abstract class InterruptedError extends createErrorClass('interrupted') {}

/** The balance or a limit of the program does not cover the cost. */
export const CreditsError = createErrorClass(
  ...(['insufficient_credits', 'over_balance', 'over_max_credits'] as const),
  ...(['over_period_budget', 'limit_passed', 'unexpected_charges'] as const),
);
export type CreditsError = InstanceType<typeof CreditsError>;

function createServiceErrorClass<Code extends ServiceErrorCode>(
  code: Code,
): ErrorClass<ServiceError<Code>> {
  return createErrorClass(code) as unknown as ErrorClass<ServiceError<Code>>;
}

/** Creates a class whose instances are the errors with one of these codes. */
function createErrorClass<Code extends ErrorCode>(
  ...codes: readonly Code[]
): ErrorClass<ConfereError<Code>> {
  return class extends AnyError {
    static override [Symbol.hasInstance](error: unknown): boolean {
      return error instanceof AnyError && codes.some((code) => code === error.code);
    }
  } as unknown as ErrorClass<ConfereError<Code>>;
}

/** Returns the name of the class that the library exports for this error. */
export function chooseClassName(error: AnyError): string {
  if (error instanceof CreditsError) return 'CreditsError';
  return error instanceof InterruptedError ? 'InterruptedError' : error.name;
}
