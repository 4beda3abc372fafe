import { type ConfereError, UsageError } from '../base/errors.js';
import type { RequestFacts } from '../base/facts.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Match } from '../records/matches.js';
import { ServiceError, type ServiceClient, type ServiceRecord } from '../service/index.js';

/** One lookup as the user asks for it. */
export interface LookupRequest {
  readonly kind: IdentifierKind;
  /** The identifier as the user wrote it. */
  readonly input: string;
  readonly id: string;
  /** Records fetched at or after this moment (epoch ms) are reused. */
  readonly reuseSince: number;
  /** The user's consent (`--fresh`) to pay again despite doubts that began before this tick of the ledger. */
  readonly acceptsDoubtsUntil?: number;
  /** The ledger's number of an earlier lookup of the same identifier, for whose end this request has waited. */
  readonly awaitedLookup?: number;
  /** A birth date makes the request a real-time lookup; its form is DD/MM/YYYY or DDMMYYYY. */
  readonly birthDate?: string;
}

/** The client and the time limits of one lookup. */
export interface LookupCall {
  readonly client: ServiceClient;
  /** Ends waits. A running request is completed, because it may be charged. */
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
  /** Null if the text is neither a CPF nor a CNPJ. */
  readonly kind: IdentifierKind | null;
  readonly id: string | null;
  readonly status: 'found' | 'not_found' | 'invalid' | 'error' | 'unconfirmed';
  readonly source?: 'api' | 'ledger';
  readonly fetchedAt?: string;
  readonly data?: ServiceRecord;
  /** How fields of the record compare with the values of the user; null where one of the two values is missing. */
  readonly match?: Readonly<Record<string, Match>>;
  readonly error?: LookupError;
}

/** An answer, with what its caller needs and `--json` does not print. */
export interface LookupResult {
  readonly answer: LookupAnswer;
  /** Epoch ms. */
  readonly answeredAt?: number;
  readonly failure?: ConfereError;
  /** The ledger's number of the lookup whose record has not reached its user yet. */
  readonly undeliveredLookup?: number;
}

/** The functions that write the sentences of an error for one reader. */
export interface ErrorWriter {
  readonly writeSentence: (error: ConfereError) => string;
  /**
   * Writes the warning that is appended to the service's own words, because they do not say that the lookup may have
   * been charged.
   */
  readonly writeDoubtWarning?: (facts: RequestFacts) => string;
}

export function buildFailedLookup(
  { input, kind, id }: Pick<LookupRequest, 'input' | 'kind' | 'id'>,
  failure: ConfereError,
): LookupResult {
  const status = failure.kind === 'unconfirmed' ? 'unconfirmed' : 'error';
  return { answer: { input, kind, id, status }, failure };
}

/**
 * Adds the error sentence, except for an error that accompanies a record. An identifier that the service rejects as
 * invalid is an answer, not a failure.
 */
export function addErrorText(
  { failure, ...lookup }: LookupResult,
  errorWriter: ErrorWriter,
): LookupResult {
  const { answer } = lookup;
  if (failure === undefined || answer.status === 'found') return { ...lookup, failure };
  const error = buildLookupError(failure, errorWriter);
  if (answer.status !== 'invalid') return { ...lookup, failure, answer: { ...answer, error } };
  return { ...lookup, answer: { ...answer, error: { ...error, code: 'rejected_by_service' } } };
}

/** Builds the error of an answer, with its sentence and the HTTP status of its request. */
export function buildLookupError(
  error: ConfereError,
  { writeSentence, writeDoubtWarning }: ErrorWriter,
): LookupError {
  // A lookup that was never sent has the HTTP status of the failure that ended the session.
  const requestError = error.code === 'not_asked' ? error.cause : error;
  const httpStatus =
    requestError instanceof ServiceError ? (requestError.httpStatus ?? null) : null;
  const text = writeSentence(error);
  // The full stop after quoted words is removed, so that the brackets stand within the sentence.
  const message =
    hidesDoubt(error) && writeDoubtWarning !== undefined
      ? `${text.replace(/(?<=")\.$/, '')} (${writeDoubtWarning(error.facts)})`
      : text;
  return { code: error.code, message, httpStatus };
}

/** Whether the sentence repeats the service's words, which do not say that the lookup may have been charged. */
function hidesDoubt(error: ConfereError): error is ServiceError {
  return (
    error instanceof ServiceError && error.mayHaveCharged && error.serviceMessage !== undefined
  );
}

const DATE_FORMS = [/^(\d{2})\/(\d{2})\/(\d{4})$/, /^(\d{2})(\d{2})(\d{4})$/];
/** The first year in which a person can be born (spec, "CPF record", `year`). */
const FIRST_YEAR = 1900;

/**
 * Refuses a date that does not exist, lies after `now` (epoch ms) or before 1900. @throws UsageError `bad_birth_date`
 */
export function requireBirthDate(text: string, now: number): void {
  const parts = DATE_FORMS.map((form) => form.exec(text)).find((match) => match !== null);
  const [day = 0, month = 0, year = 0] = (parts ?? []).slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  // The error does not repeat the date, because a birth date is personal data.
  if (!isReal || year < FIRST_YEAR || date.getTime() > now)
    throw new UsageError('bad_birth_date', {});
}
