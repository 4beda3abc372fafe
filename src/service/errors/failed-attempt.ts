import type { Endpoint } from '../endpoints.js';
import type { Body } from '../answers/envelope.js';
import {
  CreditsError,
  InputRefusedError,
  InterruptedError,
  KeyRefusedError,
  RateLimitedError,
  RecordNotFoundError,
  RouteNotFoundError,
  ServiceFailedError,
  TransportError,
  UnreadableAnswerError,
  type ServiceError,
  type ServiceFacts,
} from './errors.js';
import type { Failure } from './failure.js';
import { noAnswer } from './no-answer.js';
import { plainCause, type Redact } from '../transport/redact.js';
import type { WireAnswer } from '../transport/transport.js';

/** Where an error happened: what every one of them needs besides its own facts. */
export interface Scene {
  readonly endpoint: Endpoint;
  readonly host: string;
  readonly attempts: number;
  readonly redact: Redact;
}

/** No answer: charged perhaps if the request may have been written (spec, "Retry rules"). */
export function failureError(scene: Scene, failure: Failure): ServiceError {
  const mayHaveCharged = scene.endpoint.mayCharge && failure.sent;
  const cause = plainCause(failure.cause, scene.redact);
  const facts = { ...sceneFacts(scene), mayHaveCharged, cause };
  if (failure.reason === 'aborted') return new InterruptedError(facts);
  const sentence = noAnswer(scene.host, failure.reason, failure.cause, mayHaveCharged);
  return new TransportError(sentence, failure.sent, facts);
}

/** A status that is no success, as the error of its kind (spec, "Messages by status"). */
export function statusError(scene: Scene, answer: WireAnswer, body: Body): ServiceError {
  const { status } = answer;
  const facts = answerFacts(scene, answer, body, inDoubt(scene.endpoint, status));
  if (status === 400 || status === 422) return new InputRefusedError(facts);
  if (status === 401) return new KeyRefusedError(facts);
  if (status === 403) return refused(scene, facts);
  if (status === 404) return missing(scene, body, facts);
  return status === 429 ? new RateLimitedError(facts) : new ServiceFailedError(facts);
}

/** A success that cannot be read: whatever it was, it may have been paid for. */
export function unreadableError(scene: Scene, answer: WireAnswer, body: Body): ServiceError {
  return new UnreadableAnswerError(answerFacts(scene, answer, body, scene.endpoint.mayCharge));
}

/** What is free is never refused for credits; the rest is provisional until `refused.ts` asked. */
function refused(scene: Scene, facts: ServiceFacts): ServiceError {
  return scene.endpoint.mayCharge ? byCode(facts) : new KeyRefusedError(facts);
}

/** A refusal by its machine-readable code alone, where the balance could not be asked for. */
export function byCode(facts: ServiceFacts): ServiceError {
  const { serviceCode } = facts;
  const aboutCredits = serviceCode === undefined || serviceCode === 'INSUFFICIENT_CREDITS';
  return aboutCredits ? new CreditsError(facts) : new KeyRefusedError(facts);
}

/** The minute is used up, before or after a request: no wait left that the deadline allows. */
export function rateLimited(scene: Scene): ServiceError {
  return new RateLimitedError({ ...sceneFacts(scene), mayHaveCharged: false });
}

/** The signal aborted during a wait: every earlier attempt was answered, nothing is in doubt. */
export function interrupted(scene: Scene): ServiceError {
  return new InterruptedError({ ...sceneFacts(scene), mayHaveCharged: false });
}

/**
 * Only 502 and 503 are promised to leave a POST without effect ("Retry rules"); after another 5xx
 * the batch may exist, the real-time lookup may be billed. A single CPF lookup may be repeated after
 * 500 as well, but 504 and the like come from something between that gave up waiting: the lookup
 * "may also have been charged on the server". A CNPJ lookup is free whatever the 5xx ("Credit effects").
 */
function inDoubt(endpoint: Endpoint, status: number): boolean {
  if (!endpoint.mayCharge || status < 500 || endpoint.name === 'cnpj') return false;
  const harmless = endpoint.method === 'POST' ? [502, 503] : [500, 502, 503];
  return !harmless.includes(status);
}

function missing(scene: Scene, body: Body, facts: ServiceFacts): ServiceError {
  if (body.type !== 'error') return new RouteNotFoundError(scene.host, facts);
  const { role } = scene.endpoint;
  const asked = role === 'lookup' || role === 'status';
  return asked ? new RecordNotFoundError(facts) : new ServiceFailedError(facts);
}

function answerFacts(scene: Scene, answer: WireAnswer, body: Body, mayHaveCharged: boolean) {
  const told = body.type === 'error' ? body : { code: undefined, message: undefined };
  return {
    ...sceneFacts(scene),
    httpStatus: answer.status,
    serviceCode: told.code === undefined ? undefined : scene.redact(told.code),
    serviceMessage: told.message === undefined ? undefined : scene.redact(told.message),
    mayHaveCharged,
  };
}

function sceneFacts(scene: Scene) {
  return { endpoint: scene.endpoint.name, attempts: scene.attempts };
}
