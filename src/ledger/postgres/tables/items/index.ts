import type { Db } from '../../../db/db.js';
import { createAnswerItems } from './answer-items.js';
import { createFindAll } from './find-items.js';
import { createItemCounts } from './item-counts.js';
import { createItemsOfJob } from './items-of-job.js';
import { createPlanItems } from './plan-items.js';
import { createSentItems } from './sent-items.js';

/** The unique identifiers of every batch: the job that each is in, and its answer. */
export function createItems(db: Db) {
  return {
    ...createPlanItems(db),
    ...createAnswerItems(db),
    ...createItemsOfJob(db),
    ...createSentItems(db),
    ...createItemCounts(db),
    findAll: createFindAll(db),
  };
}
