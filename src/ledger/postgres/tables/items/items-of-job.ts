import type { Db } from '../../../db/db.js';

/** The identifiers of one job: which, how many, and which have no final answer. */
export function createItemsOfJob(db: Db) {
  const countIn = (which: string, batch: number, job: number): Promise<number> =>
    db.number(
      `SELECT count(*) AS n FROM items WHERE batch = $1 AND job = $2 AND ${which}`,
      ...[batch, job],
    );
  return {
    /**
     * The identifiers of a job whose answer may still change: no answer yet, or not found, which may
     * become found and is then charged.
     */
    async openIn(batch: number, job: number): Promise<Map<string, 'not_found' | null>> {
      const row = await db.first(
        `SELECT string_agg(id, ',') FILTER (WHERE answer IS NULL) AS waiting,
           string_agg(id, ',') FILTER (WHERE answer = 'not_found') AS not_found
         FROM items WHERE batch = $1 AND job = $2`,
        ...[batch, job],
      );
      const open = new Map<string, 'not_found' | null>();
      for (const id of listed(row?.['waiting'])) open.set(id, null);
      for (const id of listed(row?.['not_found'])) open.set(id, 'not_found');
      return open;
    },
    /** The identifiers of one job in input order. */
    async idsOf(batch: number, job: number): Promise<string[]> {
      const sql = `SELECT string_agg(id, ',' ORDER BY position) AS ids FROM items
        WHERE batch = $1 AND job = $2`;
      return listed((await db.first(sql, batch, job))?.['ids']);
    },
    /** How many identifiers of a job are stored as found. */
    foundIn: (batch: number, job: number) => countIn("answer = 'found'", batch, job),
    waitingIn: (batch: number, job: number) => countIn('answer IS NULL', batch, job),
  };
}

/** Splits the result of `string_agg`, which is null for no rows. */
function listed(text: string | number | null | undefined): string[] {
  return text == null ? [] : String(text).split(',');
}
