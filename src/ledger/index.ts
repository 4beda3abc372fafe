import type { Clock } from '../clock.js';
import { refuseBehind, refuseMissing } from './lost.js';
import type { Ledger } from './operations/index.js';
import { openSqliteLedger } from './sqlite/index.js';
import { patiently } from './sqlite/patience.js';

export type * from './types.js';
export type * from './job-items.js';
export type * from './row-items.js';
export type * from './tables/repeats.js';
export type * from './operations/index.js';
export type * from './operations/balances.js';
export type * from './operations/erasing.js';
export type * from './operations/doubts.js';
export type * from './operations/inspection.js';
export type * from './copy.js';
export type * from './operations/lookups.js';
export type * from './operations/planning.js';
export type * from './operations/reading.js';
export type * from './operations/records.js';
export type * from './operations/removal.js';
export type * from './operations/results.js';
export type * from './operations/spending.js';
export type * from './operations/submitting.js';

export { creditsOf, PRICE_KINDS, TOLERANCE } from './tables/charges.js';

/** Where a ledger is. */
interface Place {
  /** On this machine: the ledger, or only the private copies of inputs where it is shared. */
  readonly folder: string;
  /** The database of a ledger that several machines share (a URL without a password), and its schema there. */
  readonly shared?: { readonly url: string; readonly schema: string };
}

/** What opening a ledger needs of the machine. */
interface Machine {
  /** For settle times. */
  readonly clock: Pick<Clock, 'uptime' | 'now'>;
  /** The environment, which may say where the password of a database is. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens a ledger that knows every batch on which this machine has worked; creates it if there is none.
 *
 * @throws ConfereError `ledger_lost`
 */
export async function openLedgerAt(place: Place, machine: Machine): Promise<Ledger> {
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

/** The same for a ledger whatever it knows. Only a shared one loads the driver of its database. */
export async function openAnyLedger(
  { folder, shared }: Place,
  { clock, env }: Machine,
): Promise<Ledger> {
  if (shared === undefined) return openLedger(folder, clock);
  const { openPostgresLedger } = await import('./postgres/index.js');
  return openPostgresLedger({ ...shared, folder, variables: env, clock });
}

/** Opens the ledger of this machine in `folder`; creates it if there is none. `clock`: for settle times. */
export function openLedger(folder: string, clock: Pick<Clock, 'uptime' | 'now'>): Promise<Ledger> {
  return patiently(() => openSqliteLedger(folder, clock));
}
