import { asKnownError, type ConfereError } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';
import {
  ServiceError,
  InputRefusedError,
  RecordNotFoundError,
  type ServiceRecord,
  type ServiceClient,
} from '../service/index.js';
import { endInDoubt, endWithoutRecord, keepFound, type Keeping } from './kept-records.js';

export interface LookupRequest {
  readonly kind: IdentifierKind;
  /** As the user wrote it. */
  readonly input: string;
  /** The id of a valid reading. */
  readonly id: string;
  /** Records paid for at or after this moment (epoch ms) are reused. */
  readonly reuseSince: number;
  /** The tick at which the user agreed to pay again for what may have been charged before. */
  readonly word?: number;
  /** Makes it a real-time lookup, which the ledger never answers; DD/MM/YYYY or DDMMYYYY. */
  readonly birthDate?: string;
}

export interface LookupError {
  readonly code: string;
  readonly message: string;
  readonly httpStatus: number | null;
}

/** The outcome of one identifier; `--json` prints this object (contract, "JSON"). */
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

/** One lookup and, if the service failed, the error that decides the exit code. */
export interface Lookup {
  readonly answer: LookupAnswer;
  /** When the service gave the answer (epoch ms). */
  readonly answeredAt?: number;
  readonly failure?: ConfereError;
  /** Credits that this request took, or may have taken; left out where nothing limits them. */
  readonly cost?: number;
  /** The number of the lookup that paid for the record, as long as nobody has been shown it. */
  readonly unshown?: number;
}

/** The sentence of a lookup's error, for whoever reads the answers of a session. */
export type Wording = (error: ConfereError) => string;

/** A lookup without an answer because of an error. */
export function failedLookup(
  { input, kind, id }: Pick<LookupRequest, 'input' | 'kind' | 'id'>,
  failure: ConfereError,
  wording: Wording,
): Lookup {
  const status = failure.kind === 'unconfirmed' ? 'unconfirmed' : 'error';
  return { answer: { input, kind, id, status, error: lookupError(failure, wording) }, failure };
}

/** The answer for a text that is not a valid identifier; nothing was requested. */
export function invalidAnswer(
  input: string,
  kind: IdentifierKind,
  code: string,
  message: string,
): LookupAnswer {
  return { input, kind, id: null, status: 'invalid', error: { code, message, httpStatus: null } };
}

export function lookupError(error: ConfereError, wording: Wording): LookupError {
  const httpStatus = error instanceof ServiceError ? (error.httpStatus ?? null) : null;
  return { code: error.code, message: wording(error), httpStatus };
}

/** Whether the service's own words are the sentence, which does not say that the outcome is unknown. */
export function hidesDoubt(error: ConfereError): boolean {
  return (
    error instanceof ServiceError && error.mayHaveCharged && error.serviceMessage !== undefined
  );
}

interface Asking extends Keeping {
  readonly client: ServiceClient;
  readonly wording: Wording;
}

/** Requests one identifier from the service; stores the outcome of the lookup `num` immediately. */
export async function askService(
  deps: Asking,
  request: LookupRequest,
  num: number,
): Promise<Lookup> {
  let record: ServiceRecord;
  try {
    const beforeSend = () => deps.ledger.confirmHold({ lookup: num });
    record = await ask(deps.client.within({ beforeSend }), request);
  } catch (error) {
    const failure = await knownOrInDoubt(deps, num, error);
    await endWithoutRecord(deps, num, failure);
    return withoutRecord(request, failure, deps);
  }
  return keepFound(deps, request, record, num);
}

/** After a defect the outcome is unknown, because the request may have been charged. */
async function knownOrInDoubt(deps: Asking, num: number, error: unknown): Promise<ConfereError> {
  try {
    return asKnownError(error);
  } catch (defect) {
    await endInDoubt(deps, num);
    throw defect;
  }
}

function ask(
  client: ServiceClient,
  { kind, id, birthDate }: LookupRequest,
): Promise<ServiceRecord> {
  if (birthDate !== undefined) return client.realtimeCpf(id, birthDate);
  return kind === 'cpf' ? client.cpf(id) : client.cnpj(id);
}

function withoutRecord(
  request: LookupRequest,
  failure: ConfereError,
  { clock, wording }: Asking,
): Lookup {
  const { input, kind, id } = request;
  if (failure instanceof RecordNotFoundError) {
    const answer = { input, kind, id, status: 'not_found', source: 'api' } as const;
    return { answer, answeredAt: clock.now() };
  }
  if (failure instanceof InputRefusedError) {
    const error = { ...lookupError(failure, wording), code: 'rejected_by_service' };
    return { answer: { input, kind, id, status: 'invalid', error } };
  }
  return failedLookup(request, failure, wording);
}
