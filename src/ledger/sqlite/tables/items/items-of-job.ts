import type { Database, Value } from '../../../../sqlite/index.js';

/** The identifiers of one job: which, how many, and which have no final answer. */
export function createItemsOfJob(db: Database) {
  // Lists are returned as one text, because each row of a result costs the library more than its
  // content.
  const openIn = db.prepare(
    `SELECT group_concat(id || iif(answer IS NULL, '', 'n')) AS ids FROM items
     WHERE batch = ? AND job = ? AND (answer IS NULL OR answer = 'not_found')`,
  );
  const idsOf = db.prepare(
    'SELECT group_concat(id ORDER BY position) AS ids FROM items WHERE batch = ? AND job = ?',
  );
  return {
    /**
     * The identifiers of a job whose answer may still change: no answer yet, or not found, which may
     * become found and is then charged.
     */
    openIn: (batch: number, job: number): Map<string, 'not_found' | null> =>
      new Map(
        listed(openIn.get(batch, job)?.['ids']).map((text) =>
          text.endsWith('n') ? [text.slice(0, -1), 'not_found'] : [text, null],
        ),
      ),
    /** The identifiers of one job in input order. */
    idsOf: (batch: number, job: number): string[] => listed(idsOf.get(batch, job)?.['ids']),
    /** How many identifiers of a job are stored as found. */
    foundIn: (batch: number, job: number): number =>
      Number(
        db
          .prepare(
            "SELECT count(*) AS n FROM items WHERE batch = ? AND job = ? AND answer = 'found'",
          )
          .get(batch, job)?.['n'],
      ),
    waitingIn: (batch: number, job: number): number =>
      Number(
        db
          .prepare('SELECT count(*) AS n FROM items WHERE batch = ? AND job = ? AND answer IS NULL')
          .get(batch, job)?.['n'],
      ),
  };
}

/** Splits the result of `group_concat`, which is null for no rows. */
function listed(text: Value | undefined): string[] {
  return text == null ? [] : String(text).split(',');
}
