import type { Clock } from '../clock.js';
import type { Ledger } from './operations/index.js';
import { openSqliteLedger } from './sqlite/index.js';
import { patiently } from './sqlite/patience.js';

export { unclaimed } from './coverage.js';
export type { Answer, Batch, Item, ItemCounts, Job, Outcome } from './types.js';
export type { Ledger } from './operations/index.js';
export { ONE_EACH } from './operations/balances.js';
export type {
  BalanceBook,
  BalanceReading,
  ChargeableRequest,
  PeriodBudget,
  PriceKind,
  Prices,
} from './operations/balances.js';
export type { RecordedDecision } from './operations/doubts.js';
export type { DoubtfulLookup, LookupVerdict, WantedLookup } from './operations/lookups.js';
export type { NewBatch, NewJob, PlannedItem, WantedBatch } from './operations/planning.js';
export type { BatchFigures, BatchReading } from './operations/reading.js';
export type { NewRecord, StoredRecord, UnshownRecord } from './operations/records.js';
export type { JobSize } from './operations/results.js';
export type {
  AccountCourse,
  DailySpending,
  DatedRequest,
  HitRates,
  SpendingBatch,
} from './operations/spending.js';
export type {
  SubmissionOutcome,
  SubmissionRequest,
  SubmissionVerdict,
  UnderWayElsewhere,
} from './operations/submitting.js';

/** Opens the ledger in `folder`; creates it if there is none. `clock`: the machine's, for settle times. */
export function openLedger(folder: string, clock: Pick<Clock, 'uptime'>): Promise<Ledger> {
  return patiently(() => openSqliteLedger(folder, clock));
}
