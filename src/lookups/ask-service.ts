import { asKnownError, type ConfereError } from '../errors.js';
import {
  InputRefusedError,
  RecordNotFoundError,
  type ServiceClient,
  type ServiceRecord,
} from '../service/index.js';
import { keepFound, type Keeping } from './kept-records.js';
import { failedLookup, lookupError, type Lookup, type LookupRequest } from './lookup.js';

/** Requests one identifier from the service; stores a paid record immediately. */
export async function askService(
  deps: Keeping & { readonly client: ServiceClient },
  request: LookupRequest,
): Promise<Lookup> {
  try {
    return await keepFound(deps, request, await ask(deps.client, request));
  } catch (error) {
    return withoutRecord(request, asKnownError(error), deps.clock.now());
  }
}

function ask(
  client: ServiceClient,
  { kind, id, birthDate }: LookupRequest,
): Promise<ServiceRecord> {
  if (birthDate !== undefined) return client.realtimeCpf(id, birthDate);
  return kind === 'cpf' ? client.cpf(id) : client.cnpj(id);
}

function withoutRecord(request: LookupRequest, failure: ConfereError, now: number): Lookup {
  const { input, kind, id } = request;
  if (failure instanceof RecordNotFoundError) {
    return { answer: { input, kind, id, status: 'not_found', source: 'api' }, answeredAt: now };
  }
  if (failure instanceof InputRefusedError) {
    const error = { ...lookupError(failure), code: 'rejected_by_service' };
    return { answer: { input, kind, id, status: 'invalid', error } };
  }
  return failedLookup(request, failure);
}
