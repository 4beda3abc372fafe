import type { Database } from '../../../../sqlite/index.js';
import { createCourse } from './course.js';
import { createDailySpending } from './daily.js';
import { createHitRates } from './hit-rates.js';
import { createSavings } from './savings.js';

/** What was ever spent and saved, and the course of each account. */
export function createSpending(db: Database) {
  return {
    ...createDailySpending(db),
    ...createSavings(db),
    ...createCourse(db),
    ...createHitRates(db),
  };
}
