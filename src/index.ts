/**
 * The public interface of the library, which is experimental: any version may change it. docs/library.md explains it.
 * Importing it opens nothing.
 */
export { openLedger } from './library/open.js';
export { cnpj, cpf, type Cpfs, type Identifiers, type Parsed } from './library/identifiers.js';
export type * from './library/types.js';
export {
  ConfereError,
  CreditsError,
  InputRefusedError,
  InterruptedError,
  InvalidIdentifierError,
  KeyRefusedError,
  RateLimitedError,
  RouteNotFoundError,
  ServiceError,
  ServiceFailedError,
  TransportError,
  UnreadableAnswerError,
  UsageError,
  type ErrorClass,
  type ErrorCode,
  type ErrorFacts,
  type ErrorOf,
} from './library/errors.js';
export type { ErrorKind } from './base/facts.js';
export type { LookupError } from './lookups/answer.js';
export type { CnpjRecord, CpfRecord, Partner, Phone, QuotaRecord } from './service/types.js';
export type { ClientOptions, RequestEvent, WaitEvent } from './service/types.js';
export type { ReuseOptions, SpendingOptions } from './batch/options.js';
export type { ColumnKind, IdentifierKind } from './identifiers/types.js';
export type { InputOptions } from './input/types.js';
export type { WriteOptions as ResultOptions } from './export/index.js';
export type { LookupStatus } from './export/format.js';
export type { BatchState, JobSummary } from './batch/summary.js';
export type { EndedBatch, PlanNumbers } from './batch/events.js';
export type { Decision } from './batch/resolve.js';
export type { FieldChange as Change, ChangeKind, SideFacts } from './diff/compare-records.js';
export type { DiffSummary } from './diff/compare-results.js';
export type { PriceKind, SpendingBatch } from './ledger/index.js';
export type { Grouping, GroupKey, SpendingGroup, SpendingOwner, Sums } from './money/spending.js';
export type { ErasureExtent as Erasure } from './batch/erase.js';
export type { Purged } from './batch/removal.js';
