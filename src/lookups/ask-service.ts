import { asKnownError, type ConfereError } from '../errors.js';
import {
  InputRefusedError,
  RecordNotFoundError,
  type ServiceClient,
  type ServiceRecord,
} from '../service/index.js';
import { endInDoubt, endWithoutRecord, keepFound, type Keeping } from './kept-records.js';
import {
  failedLookup,
  lookupError,
  type Lookup,
  type LookupRequest,
  type Wording,
} from './lookup.js';

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
