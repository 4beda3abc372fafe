import type { Clock } from '../base/clock.js';
import type { Ledger } from './ledger.js';
import { refuseOutdatedLedger, refuseMissingLedger } from './lost.js';
import { retryWhileBusy } from './sqlite/db.js';
import { openSqliteLedger } from './sqlite/index.js';

export type * from './accepted.js';
export type * from './balances.js';
export type * from './claims.js';
export type * from './copy.js';
export type * from './daily-spending.js';
export type * from './inspection.js';
export type * from './limits.js';
export type * from './requests.js';
export type * from './job-items.js';
export type * from './jobs.js';
export type * from './ledger.js';
export type * from './doubts.js';
export type * from './lookups.js';
export type * from './meter.js';
export type * from './planning.js';
export type * from './batches.js';
export type * from './records.js';
export type * from './removal.js';
export type * from './results.js';
export type * from './savings.js';
export type * from './submitting.js';
export type * from './about.js';
export type * from './uses.js';

export { releaseAfter } from './ledger.js';
export { PRICE_KINDS, sumCredits, TOLERANCE } from './claims.js';
export { computeLag, computeSettleTime } from './requests.js';

interface LedgerLocation {
  /** The folder on this machine that has the ledger, or the private copies of a shared one. */
  readonly folder: string;
  /** A PostgreSQL ledger; the URL has no password. */
  readonly shared?: { readonly url: string; readonly schema: string };
}

interface Machine {
  readonly clock: Pick<Clock, 'uptime' | 'now'>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens a ledger, or makes one. @throws ConfereError `ledger_lost` if it misses a batch on which this machine has
 * worked
 */
export async function openLedgerAt(place: LedgerLocation, machine: Machine): Promise<Ledger> {
  if (place.shared === undefined) refuseMissingLedger(place.folder);
  const ledger = await openAnyLedger(place, machine);
  try {
    await refuseOutdatedLedger(ledger, place.shared?.url ?? place.folder);
    return ledger;
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

/** Opens a ledger whether or not it misses batches. The driver of PostgreSQL is loaded for a shared one only. */
export async function openAnyLedger(
  { folder, shared }: LedgerLocation,
  { clock, env }: Machine,
): Promise<Ledger> {
  if (shared === undefined) return openLedger(folder, clock);
  const { openPostgresLedger } = await import('./postgres/index.js');
  return openPostgresLedger({ ...shared, folder, variables: env, clock });
}

export function openLedger(folder: string, clock: Pick<Clock, 'uptime' | 'now'>): Promise<Ledger> {
  return retryWhileBusy(() => openSqliteLedger(folder, clock));
}
