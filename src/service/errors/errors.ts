import { ConfereError } from '../../errors.js';
import type { NoAnswer, Obstacle, RequestFacts, ServiceErrorFacts } from '../../errors/service.js';
import type { EndpointName } from '../endpoints.js';

/** What is known of a request that did not end well, and its cause. */
export interface ServiceFacts extends RequestFacts {
  readonly endpoint: EndpointName;
  readonly cause?: unknown;
}

/** Base of all failures of `ServiceClient`. In doubt about money, `kind` is `unconfirmed`. */
export abstract class ServiceError extends ConfereError {
  override readonly name: string = 'ServiceError';
  readonly endpoint: EndpointName;
  readonly httpStatus: number | undefined;
  readonly serviceCode: string | undefined;
  readonly serviceMessage: string | undefined;
  readonly attempts: number;
  readonly mayHaveCharged: boolean;

  constructor(code: keyof ServiceErrorFacts, request: ServiceFacts, more: object = {}) {
    const facts = { ...requestFacts(request), ...more };
    // Node prints a cause that is given, even an undefined one.
    const options = request.cause === undefined ? {} : { cause: request.cause };
    super(...([code, facts, options] as ConstructorParameters<typeof ConfereError>));
    this.endpoint = request.endpoint;
    this.httpStatus = request.httpStatus;
    this.serviceCode = request.serviceCode;
    this.serviceMessage = request.serviceMessage;
    this.attempts = request.attempts;
    this.mayHaveCharged = request.mayHaveCharged;
  }
}

/** `request` may be an error, so the facts are picked. */
function requestFacts(request: ServiceFacts): RequestFacts {
  const { endpoint, httpStatus, serviceCode, serviceMessage, attempts, mayHaveCharged } = request;
  return { endpoint, httpStatus, serviceCode, serviceMessage, attempts, mayHaveCharged };
}

/** 401, or a 403 while `GET /quota` is refused too (spec, "Authentication"). */
export class KeyRefusedError extends ServiceError {
  override readonly name = 'KeyRefusedError';
  constructor(request: ServiceFacts, hides?: string) {
    super('key_refused', request, { hides });
  }
}

/**
 * 403 because the balance does not cover the request; nothing was charged. `balance`: `unread` if the
 * balance could not be read, so that the refusal may be about the key instead.
 */
export class CreditsError extends ServiceError {
  override readonly name = 'CreditsError';
  constructor(request: ServiceFacts, balance?: 'unread') {
    super('insufficient_credits', request, { balance });
  }
}

/** 404 of a lookup or a batch status in the service's own words: an answer, and free. */
export class RecordNotFoundError extends ServiceError {
  override readonly name = 'RecordNotFoundError';
  constructor(request: ServiceFacts) {
    super('not_found', request);
  }
}

/** 404 that is not the service's JSON (spec, "Unknown routes"). */
export class RouteNotFoundError extends ServiceError {
  override readonly name = 'RouteNotFoundError';
  constructor(host: string, request: ServiceFacts) {
    super('route_not_found', request, { host });
  }
}

/** 400 or 422: the input is at fault, nothing was charged. */
export class InputRefusedError extends ServiceError {
  override readonly name = 'InputRefusedError';
  constructor(request: ServiceFacts) {
    super('refused_input', request);
  }
}

/** The minute's requests are used up, and waiting would pass the deadline. */
export class RateLimitedError extends ServiceError {
  override readonly name = 'RateLimitedError';
  constructor(request: ServiceFacts, retryAfter?: number) {
    super('rate_limited', request, { retryAfter });
  }
}

/** Any other status that is no success, redirects included: they are never followed. */
export class ServiceFailedError extends ServiceError {
  override readonly name = 'ServiceFailedError';
  constructor(request: ServiceFacts) {
    super('service_failed', request);
  }
}

/** A success by its status whose body is not what the spec describes. */
export class UnreadableAnswerError extends ServiceError {
  override readonly name = 'UnreadableAnswerError';
  constructor(request: ServiceFacts) {
    super('unreadable_answer', request);
  }
}

/** No answer came, or not all of it. */
export class TransportError extends ServiceError {
  override readonly name = 'TransportError';
  constructor(
    why: { readonly host: string; readonly reason: NoAnswer; readonly obstacle: Obstacle },
    /** Whether the request may have reached the service. */
    readonly sent: boolean,
    request: ServiceFacts,
  ) {
    super('network', request, why);
  }
}

/** `options.signal` aborted, during a request or a wait. */
export class InterruptedError extends ServiceError {
  override readonly name = 'InterruptedError';
  constructor(request: ServiceFacts) {
    super('interrupted', request);
  }
}
