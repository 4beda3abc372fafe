import { ConfereError, type ErrorKind } from '../../errors.js';
import type { EndpointName } from '../endpoints.js';
import { say } from '../../text/index.js';

/** What to do where credits may have been used; ends a sentence. */
export function inDoubt(): string {
  return say`it may have been charged: check the balance with 'confere quota', then run the same command again`;
}

/** What is known of a request that did not end well. Texts come in masked, without the key. */
export interface ServiceFacts {
  readonly endpoint: EndpointName;
  /** Undefined where there was no answer. */
  readonly httpStatus?: number | undefined;
  /** The service's own words (spec, "Body formats"). */
  readonly serviceCode?: string | undefined;
  readonly serviceMessage?: string | undefined;
  /** Requests made, the last one included. */
  readonly attempts: number;
  /** Credits may have been used, or a batch created, although no answer says so. */
  readonly mayHaveCharged: boolean;
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

  constructor(kind: ErrorKind, code: string, sentence: string, facts: ServiceFacts) {
    const options = facts.cause === undefined ? {} : { cause: facts.cause };
    const told = facts.serviceMessage ?? sentence;
    super(facts.mayHaveCharged ? 'unconfirmed' : kind, code, told, options);
    this.endpoint = facts.endpoint;
    this.httpStatus = facts.httpStatus;
    this.serviceCode = facts.serviceCode;
    this.serviceMessage = facts.serviceMessage;
    this.attempts = facts.attempts;
    this.mayHaveCharged = facts.mayHaveCharged;
  }
}

/** 401, or a 403 that is not about credits (spec, "Authentication"). */
export class KeyRefusedError extends ServiceError {
  override readonly name = 'KeyRefusedError';
  constructor(facts: ServiceFacts) {
    super(
      'auth',
      'key_refused',
      say`The service refused the API key or the account; check both.`,
      facts,
    );
  }
}

/** 403 because the balance does not cover the request; nothing was charged. */
export class CreditsError extends ServiceError {
  override readonly name = 'CreditsError';
  constructor(facts: ServiceFacts) {
    super('credits', 'insufficient_credits', say`Too few credits; check the balance.`, facts);
  }
}

/** 404 of a lookup or a batch status in the service's own words: an answer, and free. */
export class RecordNotFoundError extends ServiceError {
  override readonly name = 'RecordNotFoundError';
  constructor(facts: ServiceFacts) {
    super('not_found', 'not_found', say`The service has no such record.`, facts);
  }
}

/** 404 that is not the service's JSON (spec, "Unknown routes"). */
export class RouteNotFoundError extends ServiceError {
  override readonly name = 'RouteNotFoundError';
  constructor(host: string, facts: ServiceFacts) {
    const sentence = say`The service at ${host} has no such route; check the base URL.`;
    super('usage', 'route_not_found', sentence, facts);
  }
}

/** 400 or 422: the input is at fault, nothing was charged. */
export class InputRefusedError extends ServiceError {
  override readonly name = 'InputRefusedError';
  constructor(facts: ServiceFacts) {
    super('refused_input', 'refused_input', say`The service refused the input; correct it.`, facts);
  }
}

/** The minute's requests are used up, and waiting would pass the deadline. */
export class RateLimitedError extends ServiceError {
  override readonly name = 'RateLimitedError';
  constructor(facts: ServiceFacts) {
    const sentence = say`Rate limited, and waiting would pass the deadline; run it again later.`;
    super('rate_limited', 'rate_limited', sentence, facts);
  }
}

/** Any other status that is no success, redirects included: they are never followed. */
export class ServiceFailedError extends ServiceError {
  override readonly name = 'ServiceFailedError';
  constructor(facts: ServiceFacts) {
    const status = facts.httpStatus ?? say`no status`;
    super('service', 'service_failed', failedSentence(status, facts.mayHaveCharged), facts);
  }
}

/** A success by its status whose body is not what the spec describes. */
export class UnreadableAnswerError extends ServiceError {
  override readonly name = 'UnreadableAnswerError';
  constructor(facts: ServiceFacts) {
    const next = facts.mayHaveCharged ? inDoubt() : say`check the base URL`;
    const sentence = say`The service answered in a form that is not documented; ${next}.`;
    super('service', 'unreadable_answer', sentence, facts);
  }
}

/** No answer came, or not all of it. */
export class TransportError extends ServiceError {
  override readonly name = 'TransportError';
  constructor(
    sentence: string,
    /** Whether the request may have reached the service. */
    readonly sent: boolean,
    facts: ServiceFacts,
  ) {
    super('network', 'network', sentence, facts);
  }
}

/** `options.signal` aborted, during a request or a wait. */
export class InterruptedError extends ServiceError {
  override readonly name = 'InterruptedError';
  constructor(facts: ServiceFacts) {
    super('interrupted', 'interrupted', say`Interrupted before the service answered.`, facts);
  }
}

function failedSentence(status: number | string, mayHaveCharged: boolean): string {
  if (typeof status === 'number' && status >= 300 && status < 400) {
    return say`The service redirects (HTTP ${status}), which is never followed because the API key would travel; check the base URL.`;
  }
  const next = mayHaveCharged ? inDoubt() : say`try again later`;
  return say`The service failed with HTTP ${status}; ${next}.`;
}
