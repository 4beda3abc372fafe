import type { HitRates } from '../../operations/spending.js';
import { toHitRates } from '../../rows/spending-rows.js';
import type { Db } from '../../db/db.js';
import { createCourse } from './course.js';
import { createDailySpending } from './daily.js';
import { createSavings } from './savings.js';

/** What was ever spent and saved, and the course of each account. */
export function createSpending(db: Db) {
  return {
    ...createDailySpending(db),
    ...createSavings(db),
    ...createCourse(db),
    ...createHitRates(db),
  };
}

/** How often the identifiers of lists were found. A deleted job says only how many it had: all count as answered. */
export function createHitRates(db: Db) {
  return {
    async hitRates(): Promise<HitRates> {
      const rows = await db.all(
        `SELECT kind, sum(found) AS found, sum(answered) AS answered FROM (
           SELECT kind, found, found + not_found AS answered FROM jobs WHERE state IN ('done', 'failed')
           UNION ALL SELECT kind, found, items FROM past_jobs WHERE doubtful = 0) AS ended
         GROUP BY kind`,
      );
      return toHitRates(rows);
    },
  };
}
