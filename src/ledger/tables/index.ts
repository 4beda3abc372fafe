import type { Clock } from '../../clock.js';
import type { Db } from '../db/db.js';
import { createCharges } from './charges.js';
import { createBalances } from '../operations/balances.js';
import { createAnswers } from '../read-batch.js';
import { createBatches } from './batches.js';
import { createRemoval } from '../operations/removal.js';
import { createErasing } from '../operations/erasing.js';
import { createInspection } from '../operations/inspection.js';
import { createItemCounts } from './item-counts.js';
import { createItems } from './items.js';
import { createJobs } from './jobs.js';
import { createLookups, createUnshown } from './lookups.js';
import { createAnsweredBy, createDecisions, createTicks, createUptimes } from './notes.js';
import { createRecords } from './records.js';
import { createRepeats } from './repeats.js';
import { createSpending } from '../operations/spending.js';

/** The sessions of single lookups: of one machine by their files, of several by their leases. */
export interface Holders {
  readonly hold: (holder: string) => Promise<void> | void;
  readonly lives: (holder: string) => Promise<boolean> | boolean;
}

export type Tables = ReturnType<typeof createTables>;

/** The statements of one transaction. */
export function createTables(db: Db, clock: Pick<Clock, 'uptime'>, holders: Holders) {
  const items = createItems(db);
  const records = createRecords(db, items);
  return {
    holders,
    ...{ items, records, itemCounts: createItemCounts(db), answers: createAnswers(items, records) },
    removal: createRemoval(db, items),
    repeats: createRepeats(db),
    batches: createBatches(db),
    jobs: createJobs(db),
    answeredBy: createAnsweredBy(db),
    decisions: createDecisions(db),
    lookups: createLookups(db, items),
    balances: createBalances(db),
    charges: createCharges(db),
    spending: createSpending(db),
    ticks: createTicks(db),
    uptimes: createUptimes(db, clock),
    unshown: createUnshown(db),
    erasing: createErasing(db, items),
    inspection: createInspection(db, items),
  };
}
