import type { ConfereError } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';
import { inDoubt, ServiceError, type ServiceRecord } from '../service/index.js';

export interface LookupRequest {
  readonly kind: IdentifierKind;
  /** As the user wrote it. */
  readonly input: string;
  /** A valid reading's id. */
  readonly id: string;
  /** Paid records since then (epoch ms) answer instead of the service. */
  readonly reuseSince: number;
  /** Makes it a real-time lookup, which the ledger never answers; DD/MM/YYYY or DDMMYYYY. */
  readonly birthDate?: string;
}

export interface LookupError {
  readonly code: string;
  readonly message: string;
  readonly httpStatus: number | null;
}

/** What became of one identifier; printed as it is under `--json` (contract, "JSON"). */
export interface LookupAnswer {
  readonly input: string;
  readonly kind: IdentifierKind;
  readonly id: string | null;
  readonly status: 'found' | 'not_found' | 'invalid' | 'error' | 'unconfirmed';
  readonly source?: 'api' | 'ledger';
  readonly fetchedAt?: string;
  readonly data?: ServiceRecord;
  readonly error?: LookupError;
}

/** One lookup and, when the service itself failed, the error that decides the exit code. */
export interface Lookup {
  readonly answer: LookupAnswer;
  /** When the service gave the answer (epoch ms). */
  readonly answeredAt?: number;
  readonly failure?: ConfereError;
}

/** A lookup that has no answer because of an error. */
export function failedLookup(
  { input, kind, id }: Pick<LookupRequest, 'input' | 'kind' | 'id'>,
  failure: ConfereError,
): Lookup {
  const status = failure.kind === 'unconfirmed' ? 'unconfirmed' : 'error';
  return { answer: { input, kind, id, status, error: lookupError(failure) }, failure };
}

/** The answer to what is no identifier: nothing was asked. */
export function invalidAnswer(
  input: string,
  kind: IdentifierKind,
  code: string,
  message: string,
): LookupAnswer {
  return { input, kind, id: null, status: 'invalid', error: { code, message, httpStatus: null } };
}

export function lookupError(error: ConfereError): LookupError {
  const { code, message } = error;
  if (!(error instanceof ServiceError)) return { code, message, httpStatus: null };
  // The service's own words say nothing of the doubt.
  const isDoubtful = error.mayHaveCharged && error.serviceMessage !== undefined;
  return {
    code,
    message: isDoubtful ? `${message} (${inDoubt()})` : message,
    httpStatus: error.httpStatus ?? null,
  };
}
