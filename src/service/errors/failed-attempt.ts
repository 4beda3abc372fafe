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
  ServiceError,
  type ServiceFacts,
} from './errors.js';
import { type Failure, obstacleTo } from './failure.js';
import { waitNamed } from '../attempts/retry-after.js';
import { plainCause, type Redact } from '../transport/redact.js';
import type { WireAnswer } from '../transport/transport.js';
import type { Quota } from '../types.js';

/**
 * The 4xx that the spec lists for requests that may charge ("Messages by status"). None of them uses a credit
 * ("Credit effects of errors"); a 403 is a request that was refused.
 */
const REFUSED: readonly number[] = [400, 401, 403, 404, 422, 429];
/** After these the spec lets the same request be repeated ("Retry rules"). */
const REPEATABLE = { GET: [500, 502, 503], POST: [502, 503] } as const;

/**
 * Whether a status other than 2xx leaves open if the request was charged, or made a batch (money rule 3 of the
 * contract). A status that the spec does not list may come from something between us and the service, such as
 * a gateway that stopped waiting (408, 504), after the service has done its work.
 */
function isOutcomeUnknown(endpoint: Endpoint, status: number): boolean {
  if (!endpoint.mayCharge || REFUSED.includes(status)) return false;
  // "5xx on CNPJ lookup consumes no credit" (spec, "Credit effects of errors").
  if (endpoint.name === 'cnpj' && status >= 500 && status < 600) return false;
  const repeatable: readonly number[] = REPEATABLE[endpoint.method];
  return !repeatable.includes(status);
}

/** The facts about the request that every error needs. */
export interface Scene {
  readonly endpoint: Endpoint;
  readonly host: string;
  readonly attempts: number;
  readonly redact: Redact;
}

/** The error for no answer. It may have been charged if the request may have been sent (spec, "Retry rules"). */
export function failureError(scene: Scene, failure: Failure): ServiceError {
  const mayHaveCharged = scene.endpoint.mayCharge && failure.sent;
  const cause = plainCause(failure.cause, scene.redact);
  const facts = { ...sceneFacts(scene), mayHaveCharged, cause };
  if (failure.reason === 'aborted') return new InterruptedError(facts);
  const { host } = scene;
  const obstacle = obstacleTo(host, failure.cause);
  return new TransportError({ host, reason: failure.reason, obstacle }, failure.sent, facts);
}

/** The error for a status other than 2xx (spec, "Messages by status"). */
export function statusError(
  scene: Scene,
  answer: WireAnswer,
  body: Body,
  now: number,
): ServiceError {
  const { status } = answer;
  const facts = answerFacts(scene, answer, body, isOutcomeUnknown(scene.endpoint, status));
  if (status === 400 || status === 422) return new InputRefusedError(facts);
  if (status === 401) return new KeyRefusedError(facts);
  if (status === 403) return refused(scene, facts);
  if (status === 404) return missing(scene, body, facts);
  if (status !== 429) return new ServiceFailedError(facts);
  return new RateLimitedError(
    facts,
    waitNamed(answer.headers['retry-after'], facts.serviceMessage, now),
  );
}

/** The error for a success that cannot be read. It may have been charged. */
export function unreadableError(scene: Scene, answer: WireAnswer, body: Body): ServiceError {
  return new UnreadableAnswerError(answerFacts(scene, answer, body, scene.endpoint.mayCharge));
}

/** A free request needs no credits. For any other, `forbidden.ts` asks for the balance and decides again. */
function refused(scene: Scene, facts: ServiceFacts): ServiceError {
  return scene.endpoint.mayCharge ? new CreditsError(facts) : new KeyRefusedError(facts);
}

/** The error if the requests of the minute are used up and the deadline allows no wait of `ms`. */
export function rateLimited(scene: Scene, ms: number): ServiceError {
  return new RateLimitedError({ ...sceneFacts(scene), mayHaveCharged: false }, ms);
}

/** The error if the signal aborts a wait. All earlier attempts were answered, so nothing is uncertain. */
export function interrupted(scene: Scene): ServiceError {
  return new InterruptedError({ ...sceneFacts(scene), mayHaveCharged: false });
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

/**
 * Decides what a 403 means, by the balance, which is free and exempt from the credit block (spec,
 * `GET /quota`): if it can be read, key and account work, and the 403 is about credits; if it is refused
 * too, the 403 is about the key or the account (money rule 6 of the contract). Codes and messages decide
 * nothing, nor does the balance itself, because the price of this account may not be ours. If the balance
 * cannot be read for another reason, the error is about credits and says that this is not certain.
 */
export async function classifyForbidden(
  error: ServiceError,
  quota: () => Promise<Quota>,
): Promise<ServiceError> {
  try {
    await quota();
    return new CreditsError(error);
  } catch (reason) {
    // Any other error is a defect of confere.
    if (!(reason instanceof ServiceError)) throw reason;
    return isRefusal(reason) ? new KeyRefusedError(error) : new CreditsError(error, 'unread');
  }
}

function isRefusal(error: ServiceError): boolean {
  return error.httpStatus === 401 || error.httpStatus === 403;
}
