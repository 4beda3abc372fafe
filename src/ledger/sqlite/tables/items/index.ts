import type { Database } from '../../../../sqlite/index.js';
import { createAnswerItems } from './answer-items.js';
import { createFindAll } from './find-items.js';
import { createItemCounts } from './item-counts.js';
import { createItemsOfJob } from './items-of-job.js';
import { createAddItems, createMoveItems } from './plan-items.js';
import { createSentItems } from './sent-items.js';

export type { NewItem } from './plan-items.js';

/** The unique identifiers of every batch: the job that each is in, and its answer. */
export function createItems(db: Database) {
  return {
    ...createAddItems(db),
    ...createAnswerItems(db),
    ...createItemsOfJob(db),
    ...createSentItems(db),
    ...createMoveItems(db),
    ...createItemCounts(db),
    findAll: createFindAll(db),
  };
}
