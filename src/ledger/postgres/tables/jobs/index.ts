import type { Session } from '../../connection/session.js';
import { createMoveJobs } from './move-jobs.js';
import { createPlanJobs } from './plan-jobs.js';
import { createReadJobs } from './read-jobs.js';

/** The jobs of every batch: one submission to the service each. */
export function createJobs(db: Session) {
  return {
    ...createPlanJobs(db),
    ...createReadJobs(db),
    ...createMoveJobs(db),
  };
}
