import { type ConfereError, UsageError } from '../base/errors.js';
import type { RequestFacts } from '../base/facts.js';
import type { IdentifierKind } from '../identifiers/index.js';
import { ServiceError, type ServiceClient, type ServiceRecord } from '../service/index.js';

export interface LookupRequest {
  readonly kind: IdentifierKind;
  /** As the user wrote it. */
  readonly input: string;
  readonly id: string;
  /** Records paid for at or after this moment (epoch ms) are reused. */
  readonly reuseSince: number;
  /** The tick at which the user agreed to pay again. */
  readonly word?: number;
  /** The lookup of this identifier that this one has waited for. */
  readonly waitedFor?: number;
  /** Makes it a real-time lookup; DD/MM/YYYY or DDMMYYYY. */
  readonly birthDate?: string;
}

export interface LookupCall {
  readonly client: ServiceClient;
  /** A running request is completed, because it may be charged. */
  readonly stop: AbortSignal;
  /** Epoch ms that no wait may pass. */
  readonly until: number;
}

export interface LookupError {
  readonly code: string;
  readonly message: string;
  readonly httpStatus: number | null;
}

/** The outcome of one identifier; `--json` prints this object (contract, "JSON"). */
export interface LookupAnswer {
  readonly input: string;
  /** Null for a text of no kind. */
  readonly kind: IdentifierKind | null;
  readonly id: string | null;
  readonly status: 'found' | 'not_found' | 'invalid' | 'error' | 'unconfirmed';
  readonly source?: 'api' | 'ledger';
  readonly fetchedAt?: string;
  readonly data?: ServiceRecord;
  readonly error?: LookupError;
}

export interface Lookup {
  readonly answer: LookupAnswer;
  /** Epoch ms. */
  readonly answeredAt?: number;
  readonly failure?: ConfereError;
  /** The number of the lookup whose record nobody has been shown. */
  readonly unshown?: number;
}

/** The sentence of an error. `doubt`: said besides where the service's own words hide that it may have been charged. */
export interface Wording {
  readonly sentence: (error: ConfereError) => string;
  readonly doubt?: (facts: RequestFacts) => string;
}

export function failedLookup(
  { input, kind, id }: Pick<LookupRequest, 'input' | 'kind' | 'id'>,
  failure: ConfereError,
): Lookup {
  const status = failure.kind === 'unconfirmed' ? 'unconfirmed' : 'error';
  return { answer: { input, kind, id, status }, failure };
}

/** With its error in words, but for one beside a record. What the service refuses as invalid is an answer, and no failure. */
export function wordedLookup({ failure, ...lookup }: Lookup, wording: Wording): Lookup {
  const { answer } = lookup;
  if (failure === undefined || answer.status === 'found') return { ...lookup, failure };
  const error = lookupError(failure, wording);
  if (answer.status !== 'invalid') return { ...lookup, failure, answer: { ...answer, error } };
  return { ...lookup, answer: { ...answer, error: { ...error, code: 'rejected_by_service' } } };
}

export function lookupError(error: ConfereError, { sentence, doubt }: Wording): LookupError {
  // What was not asked fails as what ended the session did.
  const answered = error.code === 'not_asked' ? error.cause : error;
  const httpStatus = answered instanceof ServiceError ? (answered.httpStatus ?? null) : null;
  const told = sentence(error);
  // The brackets are a part of the sentence that ends with quoted words.
  const message =
    hidesDoubt(error) && doubt !== undefined
      ? `${told.replace(/(?<=")\.$/, '')} (${doubt(error.facts)})`
      : told;
  return { code: error.code, message, httpStatus };
}

function hidesDoubt(error: ConfereError): error is ServiceError {
  return (
    error instanceof ServiceError && error.mayHaveCharged && error.serviceMessage !== undefined
  );
}

const FORMS = [/^(\d{2})\/(\d{2})\/(\d{4})$/, /^(\d{2})(\d{2})(\d{4})$/];
/** Spec, "CPF record", `year`. */
const FIRST_YEAR = 1900;

/** @throws UsageError that does not repeat the date, which is personal data */
export function requireBirthDate(text: string, now: number): void {
  const parts = FORMS.map((form) => form.exec(text)).find((match) => match !== null);
  const [day = 0, month = 0, year = 0] = (parts ?? []).slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal || year < FIRST_YEAR || date.getTime() > now)
    throw new UsageError('bad_birth_date', {});
}
