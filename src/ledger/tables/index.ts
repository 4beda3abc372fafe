import type { Clock } from '../../clock.js';
import type { Db } from '../db/db.js';
import type { createItems } from '../postgres/tables/items/index.js';
import { createCharges } from './charges.js';
import { createBalances } from './balances.js';
import { createBatches } from './batches.js';
import { createErasing } from './erasing.js';
import { createInspection } from './inspection.js';
import { createJobs } from './jobs.js';
import { createLookups, createUnshown } from './lookups.js';
import { createAnsweredBy, createDecisions, createTicks, createUptimes } from './notes.js';
import { createRecords } from './records.js';
import { createSpending } from './spending.js';

/** The sessions of single lookups: of one machine by their files, of several by their leases. */
export interface Holders {
  readonly hold: (holder: string) => Promise<void>;
  readonly lives: (holder: string) => Promise<boolean>;
}

/** What each engine does in its own way. */
export interface OwnTables {
  readonly items: ReturnType<typeof createItems>;
  readonly holders: Holders;
}

export type Tables = ReturnType<typeof createTables>;

/** The statements of one transaction. */
export function createTables(db: Db, clock: Pick<Clock, 'uptime'>, own: OwnTables) {
  return {
    ...own,
    batches: createBatches(db),
    jobs: createJobs(db),
    answeredBy: createAnsweredBy(db),
    decisions: createDecisions(db),
    records: createRecords(db),
    lookups: createLookups(db),
    balances: createBalances(db),
    charges: createCharges(db),
    spending: createSpending(db),
    ticks: createTicks(db),
    uptimes: createUptimes(db, clock),
    unshown: createUnshown(db),
    erasing: createErasing(db),
    inspection: createInspection(db),
  };
}
