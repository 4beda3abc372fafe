import type { Clock } from '../../../clock.js';
import type { Database } from '../../../sqlite/index.js';
import { createAnswers } from './answers.js';
import { createCharges } from './balances/charges.js';
import { createBalances } from './balances/index.js';
import { createBatches } from './batches.js';
import { createDecisions } from './decisions.js';
import { createErasing } from './erasing.js';
import { createInspection } from './inspection.js';
import { createItems } from './items/index.js';
import { createJobs } from './jobs/index.js';
import { createLookups } from './lookups.js';
import { createRecords } from './records.js';
import { createUnshown } from './unshown.js';
import { createUptimes } from './uptimes.js';
import { createSpending } from './spending/index.js';
import { createAnsweredBy, createSlots, createTicks } from './whole-ledger.js';

export type Tables = ReturnType<typeof createTables>;

/** The statements of each table. An operation calls them inside its transaction. */
export function createTables(db: Database, clock: Pick<Clock, 'uptime'>) {
  return {
    batches: createBatches(db),
    jobs: createJobs(db),
    items: createItems(db),
    answers: createAnswers(db),
    answeredBy: createAnsweredBy(db),
    decisions: createDecisions(db),
    records: createRecords(db),
    slots: createSlots(db),
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
