/** The public interface of the library; docs/library.md explains it. Importing it opens nothing. */
export { ConfereError, UsageError, type ErrorKind } from './errors.js';
export { cnpj, cpf, createClient, openLedger } from './library/border.js';
export type {
  BatchJob,
  CallOptions,
  Client,
  ClientOptions,
  JobResult,
  SubmitOptions,
} from './library/client.js';
export { InvalidIdentifierError } from './library/identifiers.js';
export type { Cpfs, Identifiers, Parsed } from './library/identifiers.js';
export type {
  Answer,
  BatchName,
  Decision,
  FileReport,
  Input,
  Ledger,
  LedgerOptions,
  LookupOptions,
  ResultRow,
  RunOptions,
  SubmitFileOptions,
  FileOptions,
  OutputStream,
  ReuseOptions,
  SpendingOptions,
  WorkOptions,
  WriteOptions,
  BatchEvent,
  Summary,
} from './library/types.js';
export type { CnpjRecord, CpfRecord, Partner, Phone, QuotaRecord } from './library/records.js';
export {
  CreditsError,
  InputRefusedError,
  InterruptedError,
  KeyRefusedError,
  RateLimitedError,
  RecordNotFoundError,
  RouteNotFoundError,
  ServiceFailedError,
  TransportError,
  UnreadableAnswerError,
} from './library/error-classes.js';
export { ServiceError } from './service/index.js';
export type { PlanNumbers } from './batch/events.js';
export type { IdentifierKind } from './identifiers/types.js';
export type { RequestEvent, Submission, WaitEvent } from './service/types.js';
