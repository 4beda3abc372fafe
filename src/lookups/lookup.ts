import type { Clock } from '../clock.js';
import { ConfereError, UsageError } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Ledger } from '../ledger/index.js';
import {
  inDoubt,
  InputRefusedError,
  RecordNotFoundError,
  ServiceError,
  type ServiceClient,
  type ServiceRecord,
} from '../service/index.js';
import { recordFields } from '../records/fields.js';
import { say } from '../text/index.js';

export interface LookupDeps {
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

export interface LookupRequest {
  readonly kind: IdentifierKind;
  /** As the user wrote it. */
  readonly input: string;
  /** A valid reading's id. */
  readonly id: string;
  /** Paid records since then (epoch ms) answer instead of the service. */
  readonly reuseSince: number;
  /** Makes it a real-time lookup, which the ledger never answers. */
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

/** Looks one identifier up: the ledger first, then the service; what was paid for is kept at once. */
export async function lookUp(deps: LookupDeps, request: LookupRequest): Promise<Lookup> {
  const known = fromLedger(deps.ledger, request);
  if (known !== undefined) return known;
  try {
    return keep(deps, request, await ask(deps.client, request));
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    return withoutRecord(request, error, deps.clock.now());
  }
}

/** What was paid for before answers a simple lookup, also where the service does not. */
export function fromLedger(
  { records }: Pick<Ledger, 'records'>,
  request: LookupRequest,
): Lookup | undefined {
  const { input, kind, id, birthDate, reuseSince } = request;
  const known = birthDate === undefined ? records.newest(kind, id, reuseSince) : undefined;
  if (known === undefined) return undefined;
  const fetchedAt = new Date(known.fetchedAt).toISOString();
  return {
    answer: { input, kind, id, status: 'found', source: 'ledger', fetchedAt, data: known.data },
    answeredAt: known.fetchedAt,
  };
}

function ask(client: ServiceClient, { kind, id, birthDate }: LookupRequest) {
  if (birthDate !== undefined) return client.realtimeCpf(id, birthDate);
  return kind === 'cpf' ? client.cpf(id) : client.cnpj(id);
}

/** A paid record is shown even when it cannot be stored. */
function keep(deps: LookupDeps, request: LookupRequest, data: ServiceRecord): Lookup {
  const { input, kind, id } = request;
  const now = deps.clock.now();
  const found: Lookup = {
    answer: { input, kind, id, status: 'found', source: 'api', data },
    answeredAt: now,
  };
  try {
    store(deps.ledger, request, data, now);
    return found;
  } catch (error) {
    const message = say`The record is paid for but could not be stored in the ledger; is the disk full? Keep this output, asking again costs again.`;
    return { ...found, failure: new UsageError('ledger_unwritable', message, { cause: error }) };
  }
}

/**
 * A real-time record answers simple lookups later if it is as complete as theirs. It is not marked as
 * a single's: it costs more than one credit, and a settlement must never explain more than was charged.
 */
function store(
  { records }: Ledger,
  request: LookupRequest,
  data: ServiceRecord,
  now: number,
): void {
  const { kind, id, birthDate } = request;
  if (birthDate === undefined) records.add(kind, id, data, now, true);
  else if (isSimpleRecord(id, data)) records.add(kind, id, data, now);
}

/** Spec, "CPF record"; the real-time answer's own shape is not documented. */
function isSimpleRecord(id: string, data: ServiceRecord): boolean {
  const { cpf, name, birthDate } = data;
  return (
    recordFields('cpf').every((field) => field in data) &&
    typeof name === 'string' &&
    name.trim() !== '' &&
    /^\d{2}\/\d{2}\/\d{4}$/.test(String(birthDate)) &&
    String(cpf).replace(/\D/g, '') === id
  );
}

function withoutRecord(
  { input, kind, id }: LookupRequest,
  failure: ConfereError,
  now: number,
): Lookup {
  const base = { input, kind, id };
  if (failure instanceof RecordNotFoundError) {
    return { answer: { ...base, status: 'not_found', source: 'api' }, answeredAt: now };
  }
  const error = lookupError(failure);
  if (failure instanceof InputRefusedError) {
    const refused = { ...error, code: 'rejected_by_service' };
    return { answer: { ...base, status: 'invalid', error: refused } };
  }
  const status = failure.kind === 'unconfirmed' ? 'unconfirmed' : 'error';
  return { answer: { ...base, status, error }, failure };
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
