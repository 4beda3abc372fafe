/* eslint-disable no-redeclare -- a class and its instances have one name */
import {
  ConfereError as AnyError,
  UsageError as AnyUsageError,
  type ErrorKind,
  type UseCaseFacts,
} from '../errors.js';
import type { RequestFacts } from '../errors/facts.js';
import type { IdentifierKind } from '../identifiers/index.js';
import { ServiceError as AnyServiceError, type ServiceErrorCode } from '../service/errors.js';

/** By the codes that a program can meet. */
export type ErrorFacts = UseCaseFacts;

export type InvalidCode = 'empty' | 'format' | 'check_digit' | 'repeated';

/** Stable, snake_case. */
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

/** A text is not an identifier of this kind; nothing was requested. `code` is the reason. */
export type InvalidIdentifierError = ConfereError<InvalidCode> & {
  readonly identifierKind: IdentifierKind;
};

/** A request did not end well. If `mayHaveCharged`, its `kind` is `unconfirmed`. */
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

/** For `instanceof`. */
export type ErrorClass<E> = abstract new (...args: never) => E;

export const ConfereError = AnyError as unknown as ErrorClass<ConfereError>;
export const UsageError = AnyUsageError as unknown as ErrorClass<UsageError>;
export const InvalidIdentifierError =
  InvalidIdentifier as unknown as ErrorClass<InvalidIdentifierError>;
export const ServiceError = AnyServiceError as unknown as ErrorClass<ServiceError>;

/** 401, or a 403 while `GET /quota` is refused too. */
export const KeyRefusedError = answered('key_refused');
/** 404 of a lookup or a batch status in the service's own words: an answer, and free. */
export const RecordNotFoundError = answered('not_found');
/** 404 that is not the service's JSON. */
export const RouteNotFoundError = answered('route_not_found');
/** 400 or 422: the input is at fault, nothing was charged. */
export const InputRefusedError = answered('refused_input');
/** The minute's requests are used up, and waiting would pass the deadline. */
export const RateLimitedError = answered('rate_limited');
/** Any other status that is no success, redirects included: they are never followed. */
export const ServiceFailedError = answered('service_failed');
/** A success by its status whose body is not what the service describes. */
export const UnreadableAnswerError = answered('unreadable_answer');
/** No answer came, or not all of it. */
export const TransportError = answered('network');
/** The balance or a budget of the program does not cover it. */
export const CreditsError = withCode(
  ...(['insufficient_credits', 'over_balance', 'over_max_credits'] as const),
  ...(['over_period_budget', 'limit_passed', 'price_unproved'] as const),
);
/** `signal` aborted, whose reason is the `cause`, or the client or ledger was closed. */
export const InterruptedError = withCode('interrupted');

export type KeyRefusedError = InstanceType<typeof KeyRefusedError>;
export type RecordNotFoundError = InstanceType<typeof RecordNotFoundError>;
export type RouteNotFoundError = InstanceType<typeof RouteNotFoundError>;
export type InputRefusedError = InstanceType<typeof InputRefusedError>;
export type RateLimitedError = InstanceType<typeof RateLimitedError>;
export type ServiceFailedError = InstanceType<typeof ServiceFailedError>;
export type UnreadableAnswerError = InstanceType<typeof UnreadableAnswerError>;
export type TransportError = InstanceType<typeof TransportError>;
export type CreditsError = InstanceType<typeof CreditsError>;
export type InterruptedError = InstanceType<typeof InterruptedError>;

function answered<Code extends ServiceErrorCode>(code: Code): ErrorClass<ServiceError<Code>> {
  return withCode(code) as unknown as ErrorClass<ServiceError<Code>>;
}

/** A class whose instances are the errors with one of these codes. */
function withCode<Code extends ErrorCode>(
  ...codes: readonly Code[]
): ErrorClass<ConfereError<Code>> {
  return class extends AnyError {
    static override [Symbol.hasInstance](error: unknown): boolean {
      return error instanceof AnyError && codes.some((code) => code === error.code);
    }
  } as unknown as ErrorClass<ConfereError<Code>>;
}

export function className(error: AnyError): string {
  if (error instanceof CreditsError) return 'CreditsError';
  return error instanceof InterruptedError ? 'InterruptedError' : error.name;
}
