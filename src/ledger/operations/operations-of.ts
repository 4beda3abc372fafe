import type { Engine } from '../db/engine.js';
import { balanceOperations } from './balances.js';
import { doubtsOperations } from './doubts.js';
import { erasingOperations } from './erasing.js';
import { inspectionOperations } from './inspection.js';
import { lookupOperations } from './lookups.js';
import { planningOperations } from './planning.js';
import { readingOperations } from './reading.js';
import { recordsOperations } from './records.js';
import { removalOperations } from './removal.js';
import { resultsOperations } from './results.js';
import { spendingOperations } from './spending.js';
import { submittingOperations } from './submitting.js';

/** Every operation of the ledger that is a transaction. `writeReused` belongs to the end of a ledger. */
export function operationsOf(engine: Engine) {
  return {
    ...balanceOperations(engine),
    ...doubtsOperations(engine),
    ...erasingOperations(engine),
    ...lookupOperations(engine),
    ...planningOperations(engine),
    ...readingOperations(engine),
    ...recordsOperations(engine),
    ...removalOperations(engine),
    ...resultsOperations(engine),
    ...spendingOperations(engine),
    ...submittingOperations(engine),
    ...inspectionOperations(engine),
  };
}
