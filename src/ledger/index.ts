import type { Clock } from '../base/clock.js';
import type { Ledger } from './ledger.js';
import { refuseBehind, refuseMissing } from './lost.js';
import { patiently } from './sqlite/db.js';
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
export type * from './reading.js';
export type * from './records.js';
export type * from './removal.js';
export type * from './results.js';
export type * from './savings.js';
export type * from './submitting.js';

export { releasing } from './ledger.js';
export { PRICE_KINDS, sumCredits, TOLERANCE } from './claims.js';
export { computeLag, computeSettleTime } from './requests.js';

interface LedgerLocation {
  /** On this machine: the ledger, or the private copies of inputs of a shared one. */
  readonly folder: string;
  /** `url`: without a password. */
  readonly shared?: { readonly url: string; readonly schema: string };
}

interface Machine {
  readonly clock: Pick<Clock, 'uptime' | 'now'>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The ledger that knows every batch on which this machine has worked, or a new one. @throws ConfereError `ledger_lost` */
export async function openLedgerAt(place: LedgerLocation, machine: Machine): Promise<Ledger> {
  if (place.shared === undefined) refuseMissing(place.folder);
  const ledger = await openAnyLedger(place, machine);
  try {
    await refuseBehind(ledger, place.shared?.url ?? place.folder);
    return ledger;
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

/** Whatever it knows. Only a shared one loads the driver of its database. */
export async function openAnyLedger(
  { folder, shared }: LedgerLocation,
  { clock, env }: Machine,
): Promise<Ledger> {
  if (shared === undefined) return openLedger(folder, clock);
  const { openPostgresLedger } = await import('./postgres/index.js');
  return openPostgresLedger({ ...shared, folder, variables: env, clock });
}

export function openLedger(folder: string, clock: Pick<Clock, 'uptime' | 'now'>): Promise<Ledger> {
  return patiently(() => openSqliteLedger(folder, clock));
}
