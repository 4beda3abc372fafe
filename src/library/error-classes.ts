import { ServiceError, type ServiceErrorCode } from '../service/index.js';

/** What `instanceof` asks: whether it is an error of the service with this code. */
const withCode =
  (code: ServiceErrorCode) =>
  (error: unknown): error is ServiceError =>
    error instanceof ServiceError && error.code === code;

/** 401, or a 403 while `GET /quota` is refused too. */
export class KeyRefusedError extends ServiceError {
  static override [Symbol.hasInstance] = withCode('key_refused');
}

/** 403 because the balance does not cover the request; nothing was charged. */
export class CreditsError extends ServiceError {
  static override [Symbol.hasInstance] = withCode('insufficient_credits');
}

/** 404 of a lookup or a batch status in the service's own words: an answer, and free. */
export class RecordNotFoundError extends ServiceError {
  static override [Symbol.hasInstance] = withCode('not_found');
}

/** 404 that is not the service's JSON. */
export class RouteNotFoundError extends ServiceError {
  static override [Symbol.hasInstance] = withCode('route_not_found');
}

/** 400 or 422: the input is at fault, nothing was charged. */
export class InputRefusedError extends ServiceError {
  static override [Symbol.hasInstance] = withCode('refused_input');
}

/** The minute's requests are used up, and waiting would pass the deadline. */
export class RateLimitedError extends ServiceError {
  static override [Symbol.hasInstance] = withCode('rate_limited');
}

/** Any other status that is no success, redirects included: they are never followed. */
export class ServiceFailedError extends ServiceError {
  static override [Symbol.hasInstance] = withCode('service_failed');
}

/** A success by its status whose body is not what the service describes. */
export class UnreadableAnswerError extends ServiceError {
  static override [Symbol.hasInstance] = withCode('unreadable_answer');
}

/** No answer came, or not all of it. */
export class TransportError extends ServiceError {
  static override [Symbol.hasInstance] = withCode('network');
}

/** `signal` aborted, during a request or a wait. */
export class InterruptedError extends ServiceError {
  static override [Symbol.hasInstance] = withCode('interrupted');
}
