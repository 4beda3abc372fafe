import { asKnownError, type ConfereError } from '../errors.js';
import {
  InputRefusedError,
  RecordNotFoundError,
  type ServiceClient,
  type ServiceRecord,
} from '../service/index.js';
import { beginMark, endWithoutRecord, keepFound, type Keeping } from './kept-records.js';
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

/** Requests one identifier from the service. Leaves a mark before, and stores the outcome immediately. */
export async function askService(deps: Asking, request: LookupRequest): Promise<Lookup> {
  const mark = await beginMark(deps, request);
  let record: ServiceRecord;
  try {
    record = await ask(deps.client, request);
  } catch (error) {
    // After a defect the mark stays, because the request may have been charged.
    const failure = asKnownError(error);
    await endWithoutRecord(deps, mark, failure);
    return withoutRecord(request, failure, deps);
  }
  return keepFound(deps, request, record, mark);
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
    return {
      answer: { input, kind, id, status: 'not_found', source: 'api' },
      answeredAt: clock.now(),
    };
  }
  if (failure instanceof InputRefusedError) {
    const error = { ...lookupError(failure, wording), code: 'rejected_by_service' };
    return { answer: { input, kind, id, status: 'invalid', error } };
  }
  return failedLookup(request, failure, wording);
}
