import type { Clock } from '../../../clock.js';
import type { Tables as SqliteTables } from '../../sqlite/tables/index.js';
import type { Session } from '../connection/session.js';
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
import { createSpending } from './spending/index.js';
import { createUnshown } from './unshown.js';
import { createUptimes } from './uptimes.js';
import { createAnsweredBy, createTicks } from './whole-ledger.js';

/** The same statements as those of SQLite, each answered later. */
type Tables = {
  readonly [Table in Exclude<keyof SqliteTables, 'answers' | 'slots'>]: {
    readonly [Name in keyof SqliteTables[Table]]: SqliteTables[Table][Name] extends (
      ...given: infer Given
    ) => infer Result
      ? (...given: Given) => Promise<Result>
      : never;
  };
};

/** The statements of one transaction. */
export function createTables(db: Session, clock: Pick<Clock, 'uptime'>): Tables {
  return {
    batches: createBatches(db),
    jobs: createJobs(db),
    items: createItems(db),
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
