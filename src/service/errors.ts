import { ConfereError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import type { ServiceErrorCode } from '../base/facts.js';
import type { RequestFacts, Stop } from '../base/facts.js';
import type { Endpoint } from './endpoints.js';
import type { AnswerBody } from './envelope.js';
import { type RequestFailure, findObstacle } from './failure.js';
import { readNamedWait } from './retry-policy.js';
import { type Redact, redactError } from './redact.js';
import type { WireAnswer } from './transport.js';
import type { QuotaRecord } from './types.js';

export type { ServiceErrorCode };

type ServiceErrorArguments = {
  [C in ServiceErrorCode]: [code: C, facts: Exclude<ErrorFacts[C], Stop>, cause?: Error];
}[ServiceErrorCode];

/** The name of each error: the name of its class if the library exports one. */
const ERROR_NAMES: Readonly<Record<ServiceErrorCode, string>> = {
  key_refused: 'KeyRefusedError',
  insufficient_credits: 'CreditsError',
  not_found: 'RecordNotFoundError',
  route_not_found: 'RouteNotFoundError',
  refused_input: 'InputRefusedError',
  rate_limited: 'RateLimitedError',
  service_failed: 'ServiceFailedError',
  unreadable_answer: 'UnreadableAnswerError',
  network: 'TransportError',
  interrupted: 'InterruptedError',
};

/**
 * Any failure of `ServiceClient`; its `code` says which. If the request may have been charged, `kind` is `unconfirmed`.
 */
export class ServiceError extends ConfereError {
  override readonly name: string;
  declare readonly code: ServiceErrorCode;
  declare readonly facts: ServiceErrorArguments[1];
  readonly endpoint: string;
  readonly httpStatus: number | undefined;
  readonly serviceCode: string | undefined;
  readonly serviceMessage: string | undefined;
  readonly attempts: number;
  readonly mayHaveCharged: boolean;

  constructor(...[code, facts, cause]: ServiceErrorArguments) {
    // Node prints a cause that an error was given, even if the cause is undefined.
    const options = cause && { cause };
    super(...([code, facts, options] as ConstructorParameters<typeof ConfereError>));
    this.name = ERROR_NAMES[code];
    this.endpoint = facts.endpoint;
    this.httpStatus = facts.httpStatus;
    this.serviceCode = facts.serviceCode;
    this.serviceMessage = facts.serviceMessage;
    this.attempts = facts.attempts;
    this.mayHaveCharged = facts.mayHaveCharged;
  }
}

/**
 * Copies an error of a request of which the balance can no longer show whether it was charged. `priceAgain`: what
 * another request would cost (credits), which the message says.
 */
export function markUndecidable(error: ServiceError, priceAgain: number): ServiceError {
  const constructorArguments = [error.code, { ...error.facts, priceAgain }, error.cause];
  return new ServiceError(...(constructorArguments as ServiceErrorArguments));
}

/** Returns whether an error is the service's own 404 to a lookup or a status: an answer, and free. */
export function isNotFound(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'not_found';
}

/**
 * The 4xx that the spec lists for requests that may charge; none of them uses a credit (spec, "Credit effects of
 * errors").
 */
const REFUSAL_STATUSES: readonly number[] = [400, 401, 403, 404, 422, 429];
/** The 5xx that use no credit at any endpoint (spec, "Credit effects of errors"). */
const FREE_FAILURE_STATUSES: readonly number[] = [502, 503];

/**
 * Returns whether a request that was answered with this status may have been charged (contract, "Money" 3). A status
 * that the spec does not list may come from a gateway, after the service has done its work.
 */
export function isOutcomeUnknown(endpoint: Endpoint, status: number): boolean {
  if (!endpoint.mayCharge || REFUSAL_STATUSES.includes(status)) return false;
  // "5xx on CNPJ lookup consumes no credit" (spec, "Credit effects of errors").
  if (endpoint.name === 'cnpj' && status >= 500 && status < 600) return false;
  return !FREE_FAILURE_STATUSES.includes(status);
}

/** The facts of a request from which its error is built. */
export interface RequestContext {
  readonly endpoint: Endpoint;
  readonly host: string;
  readonly attempts: number;
  /** Whether an earlier attempt was answered with a status that leaves open whether it was charged. */
  readonly hasUnknownOutcome: boolean;
  readonly redact: Redact;
}

/**
 * Builds the error of a request without an answer: it may have been charged if it may have been sent (spec, "Retry
 * rules").
 */
export function failureError(context: RequestContext, failure: RequestFailure): ServiceError {
  const { mayCharge } = context.endpoint;
  const facts = buildContextFacts(
    context,
    context.hasUnknownOutcome || (mayCharge && failure.sent),
  );
  const cause = redactError(failure.cause, context.redact);
  const { host } = context;
  const { reason } = failure;
  if (reason === 'aborted') return new ServiceError('interrupted', facts, cause);
  const obstacle = findObstacle(host, failure.cause);
  return new ServiceError('network', { ...facts, host, reason, ...obstacle }, cause);
}

/** Builds the error of a status other than 2xx (spec, "Messages by status"). */
export function statusError(
  context: RequestContext,
  answer: WireAnswer,
  body: AnswerBody,
  now: number,
): ServiceError {
  const { status } = answer;
  const facts = buildAnswerFacts(
    context,
    answer,
    body,
    context.hasUnknownOutcome && status !== 404,
  );
  // A job status or a balance has no input to refuse, so such an answer comes from a gateway (contract, "Exit codes":
  // 8).
  const isInputRefused = context.endpoint.mayCharge && (status === 400 || status === 422);
  if (isInputRefused) return new ServiceError('refused_input', facts);
  if (status === 401) return new ServiceError('key_refused', facts);
  // A free request needs no credits. For any other, `classifyForbidden` asks for the balance and decides again.
  const forbidden = context.endpoint.mayCharge ? 'insufficient_credits' : 'key_refused';
  if (status === 403) return new ServiceError(forbidden, facts);
  if (status === 404) return notFoundError(context, body, facts);
  if (status !== 429) return new ServiceError('service_failed', facts);
  const retryAfter = readNamedWait(answer.headers['retry-after'], facts.serviceMessage, now);
  return new ServiceError('rate_limited', { ...facts, retryAfter });
}

/** Builds the error of a success that cannot be read, and may have been charged. */
export function unreadableError(context: RequestContext, answer: WireAnswer, body: AnswerBody) {
  const facts = buildAnswerFacts(context, answer, body, context.endpoint.mayCharge);
  return new ServiceError('unreadable_answer', facts);
}

/** Builds the error of a request that would have to wait `ms` for the rate limit, which is too long. */
export function rateLimitedError(context: RequestContext, ms: number): ServiceError {
  const facts = buildContextFacts(context, context.hasUnknownOutcome);
  return new ServiceError('rate_limited', { ...facts, retryAfter: ms });
}

/** Builds the error of a request that was stopped while it waited: all its earlier attempts were answered. */
export function interruptedError(context: RequestContext): ServiceError {
  return new ServiceError('interrupted', buildContextFacts(context, context.hasUnknownOutcome));
}

function notFoundError(
  context: RequestContext,
  body: AnswerBody,
  facts: RequestFacts,
): ServiceError {
  const { endpoint, host } = context;
  if (body.type !== 'error') return new ServiceError('route_not_found', { ...facts, host });
  const mayBeNotFound = endpoint.role === 'lookup' || endpoint.role === 'status';
  return new ServiceError(mayBeNotFound ? 'not_found' : 'service_failed', facts);
}

function buildAnswerFacts(
  context: RequestContext,
  answer: WireAnswer,
  body: AnswerBody,
  mayHaveCharged: boolean,
) {
  const { code, message } = body.type === 'error' ? body : {};
  return {
    ...buildContextFacts(context, mayHaveCharged),
    httpStatus: answer.status,
    serviceCode: code === undefined ? undefined : context.redact(code),
    serviceMessage: message === undefined ? undefined : context.redact(message),
  };
}

function buildContextFacts({ endpoint, attempts }: RequestContext, mayHaveCharged: boolean) {
  return { endpoint: endpoint.name, attempts, mayHaveCharged };
}

/**
 * Decides what a 403 means: the key or the account if the balance is refused with 401 or 403, too, and otherwise
 * credits, even if the balance could not be read (contract, "Money" 6). @throws an error that is no ServiceError
 */
export async function classifyForbidden(
  error: ServiceError,
  requestQuota: () => Promise<QuotaRecord>,
): Promise<ServiceError> {
  try {
    await requestQuota();
    return new ServiceError('insufficient_credits', error.facts);
  } catch (quotaError) {
    if (!(quotaError instanceof ServiceError)) throw quotaError;
    if (isRefusal(quotaError)) return new ServiceError('key_refused', error.facts);
    return new ServiceError('insufficient_credits', { ...error.facts, balance: 'unread' });
  }
}

function isRefusal(error: ServiceError): boolean {
  return error.httpStatus === 401 || error.httpStatus === 403;
}
