import type { Clock } from '../clock.js';
import { ConfereError, UsageError } from '../errors.js';
import { readCnpj, readCpf, type IdentifierKind } from '../identifiers/index.js';
import type { Ledger } from '../ledger/index.js';
import {
  InputRefusedError,
  RecordNotFoundError,
  type ServiceClient,
  type ServiceRecord,
} from '../service/index.js';

export interface LookupDeps {
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

export interface LookupRequest {
  readonly kind: IdentifierKind;
  readonly input: string;
  /** Paid records since then (epoch ms) answer instead of the service. */
  readonly reuseSince: number;
  /** Makes it a real-time lookup. */
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
  readonly failure?: ConfereError;
}

/** Looks one identifier up: the ledger first, then the service; what was paid for is kept at once. */
export async function lookUp(deps: LookupDeps, request: LookupRequest): Promise<Lookup> {
  const { kind, input } = request;
  const reading = kind === 'cpf' ? readCpf(input) : readCnpj(input);
  if (!reading.valid) return { answer: invalid(request, reading.reason) };
  const { id } = reading;
  const known =
    request.birthDate === undefined
      ? deps.ledger.records.newest(kind, id, request.reuseSince)
      : undefined;
  if (known !== undefined) {
    const fetchedAt = new Date(known.fetchedAt).toISOString();
    return {
      answer: { input, kind, id, status: 'found', source: 'ledger', fetchedAt, data: known.data },
    };
  }
  try {
    const data = await ask(deps.client, request, id);
    return keep(deps, request, { input, kind, id, status: 'found', source: 'api', data }, data);
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    return withoutRecord(request, id, error);
  }
}

/** A paid record is shown even when it cannot be stored. */
function keep(
  deps: LookupDeps,
  { kind, birthDate }: LookupRequest,
  answer: LookupAnswer & { readonly id: string },
  data: ServiceRecord,
): Lookup {
  try {
    if (birthDate === undefined)
      deps.ledger.records.add(kind, answer.id, data, deps.clock.now(), true);
    return { answer };
  } catch (error) {
    const message =
      'The record is paid for but could not be stored in the ledger; is the disk full?';
    return { answer, failure: new UsageError('ledger_unwritable', message, { cause: error }) };
  }
}

function ask(client: ServiceClient, { kind, birthDate }: LookupRequest, id: string) {
  if (birthDate !== undefined) return client.realtimeCpf(id, birthDate);
  return kind === 'cpf' ? client.cpf(id) : client.cnpj(id);
}

function withoutRecord({ input, kind }: LookupRequest, id: string, failure: ConfereError): Lookup {
  const base = { input, kind, id };
  if (failure instanceof RecordNotFoundError) {
    return { answer: { ...base, status: 'not_found', source: 'api' } };
  }
  const error = lookupError(failure);
  if (failure instanceof InputRefusedError)
    return { answer: { ...base, status: 'invalid', error } };
  const status = failure.kind === 'unconfirmed' ? 'unconfirmed' : 'error';
  return { answer: { ...base, status, error }, failure };
}

export function lookupError(error: ConfereError): LookupError {
  const status = 'httpStatus' in error ? error.httpStatus : undefined;
  return {
    code: error.code,
    message: error.message,
    httpStatus: typeof status === 'number' ? status : null,
  };
}

function invalid({ input, kind }: LookupRequest, reason: string): LookupAnswer {
  const message = `Not a valid ${kind.toUpperCase()} (${reason}); nothing was asked and nothing charged.`;
  return {
    input,
    kind,
    id: null,
    status: 'invalid',
    error: { code: reason, message, httpStatus: null },
  };
}
