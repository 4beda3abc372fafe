import { ConfereError } from '../../errors.js';
import type { Stop } from '../../errors/commands.js';
import type { ServiceErrorFacts } from '../../errors/service.js';

export type ServiceErrorCode = keyof ServiceErrorFacts;

/** The content of an error of the service: its code, its facts, and its cause. */
type Told = {
  [C in ServiceErrorCode]: [code: C, facts: Exclude<ServiceErrorFacts[C], Stop>, cause?: Error];
}[ServiceErrorCode];

/** The name of each code, as programs see it: the library exports a class of that name. */
const names: Readonly<Record<ServiceErrorCode, string>> = {
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

/** Any failure of `ServiceClient`; its `code` says which. In doubt about money, `kind` is `unconfirmed`. */
export class ServiceError extends ConfereError {
  override readonly name: string;
  declare readonly code: ServiceErrorCode;
  declare readonly facts: Told[1];
  readonly endpoint: string;
  readonly httpStatus: number | undefined;
  readonly serviceCode: string | undefined;
  readonly serviceMessage: string | undefined;
  readonly attempts: number;
  readonly mayHaveCharged: boolean;

  constructor(...[code, facts, cause]: Told) {
    // Node prints a cause that is given, even an undefined one.
    const options = cause && { cause };
    super(...([code, facts, options] as ConstructorParameters<typeof ConfereError>));
    this.name = names[code];
    this.endpoint = facts.endpoint;
    this.httpStatus = facts.httpStatus;
    this.serviceCode = facts.serviceCode;
    this.serviceMessage = facts.serviceMessage;
    this.attempts = facts.attempts;
    this.mayHaveCharged = facts.mayHaveCharged;
  }
}

/** Whether it is the service's own 404 of a lookup or a status: an answer, and free. */
export function isNotFound(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'not_found';
}
