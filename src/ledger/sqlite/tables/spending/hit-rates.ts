import type { IdentifierKind } from '../../../../identifiers/index.js';
import type { Database } from '../../../../sqlite/index.js';
import type { HitRate, HitRates } from '../../../operations/spending.js';

/** How often the identifiers of lists were found. A deleted job says only how many it had: all count as answered. */
export function createHitRates(db: Database) {
  const rates = db.prepare(
    `SELECT kind, total(found) AS found, total(answered) AS answered FROM (
       SELECT kind, found, found + not_found AS answered FROM jobs WHERE state IN ('done', 'failed')
       UNION ALL SELECT kind, found, items FROM past_jobs WHERE NOT doubtful)
     GROUP BY kind`,
  );
  return {
    hitRates: (): HitRates => {
      const none: HitRate = { answered: 0, found: 0 };
      const known = rates
        .all()
        .map(({ kind, found, answered }) => [
          kind as IdentifierKind,
          { answered: Number(answered), found: Number(found) },
        ]);
      return { cpf: none, cnpj: none, ...(Object.fromEntries(known) as Partial<HitRates>) };
    },
  };
}
