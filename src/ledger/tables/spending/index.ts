import type { IdentifierKind } from '../../../identifiers/index.js';
import type { HitRate, HitRates } from '../../operations/spending.js';
import type { Db, Row } from '../../db/db.js';
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

/** A row for each kind that has any. */
function toHitRates(rows: readonly Row[]): HitRates {
  const none: HitRate = { answered: 0, found: 0 };
  const known = rows.map(({ kind, found, answered }) => [
    kind as IdentifierKind,
    { answered: Number(answered), found: Number(found) },
  ]);
  return { cpf: none, cnpj: none, ...(Object.fromEntries(known) as Partial<HitRates>) };
}
