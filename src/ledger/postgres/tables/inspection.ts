import type { Flaw, LedgerCounts } from '../../operations/inspection.js';
import { COUNTS_SQL, FLAWS_SQL, toFlaw, toLedgerCounts } from '../../rows/inspection.js';
import type { Session } from '../connection/session.js';

/** The whole ledger: how much there is, and whether it adds up. */
export function createInspection(db: Session) {
  return {
    counts: async (): Promise<LedgerCounts> => toLedgerCounts((await db.first(COUNTS_SQL)) ?? {}),
    async flaws(): Promise<Flaw[]> {
      const all: Flaw[] = [];
      for (const { of, sql } of FLAWS_SQL)
        for (const row of await db.all(sql)) all.push(toFlaw(of, row));
      return all;
    },
  };
}
