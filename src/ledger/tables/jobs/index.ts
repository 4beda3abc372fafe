import type { Db } from '../../db/db.js';
import { createMoveJobs } from './move-jobs.js';
import { createPlanJobs } from './plan-jobs.js';
import { createReadJobs } from './read-jobs.js';

/** The jobs of every batch: one submission to the service each. */
export function createJobs(db: Db) {
  return {
    ...createPlanJobs(db),
    ...createReadJobs(db),
    ...createMoveJobs(db),
  };
}
