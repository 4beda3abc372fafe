import type { Database } from '../../../../sqlite/index.js';
import type { HitRates } from '../../../operations/spending.js';
import { toHitRates } from '../../../rows/spending-rows.js';

/** How often the identifiers of lists were found. A deleted job says only how many it had: all count as answered. */
export function createHitRates(db: Database) {
  const rates = db.prepare(
    `SELECT kind, total(found) AS found, total(answered) AS answered FROM (
       SELECT kind, found, found + not_found AS answered FROM jobs WHERE state IN ('done', 'failed')
       UNION ALL SELECT kind, found, items FROM past_jobs WHERE NOT doubtful)
     GROUP BY kind`,
  );
  return {
    hitRates: (): HitRates => toHitRates(rates.all()),
  };
}
