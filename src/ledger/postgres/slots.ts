import type { Slots } from '../operations/index.js';
import type { Pool } from './connection/pool.js';

const MINUTE = 60_000;

/** What one machine was told holds no other one up for longer (ms). */
const LONGEST = 3_600_000;

/** SQL for the minute that it is now, by the clock of the database. */
const THIS_MINUTE = `now_ms() / ${MINUTE} * ${MINUTE}`;

/**
 * The minute is the database's, so that machines whose clocks differ share one. A slot is taken in one statement, which
 * waits for no other change of the ledger.
 */
export function createSlots(pool: Pool): Slots {
  return {
    take: (group, _, limit) =>
      pool.beside(async (session) => {
        const taken = await session.run(
          `WITH past AS (DELETE FROM slots WHERE minute < ${THIS_MINUTE})
           INSERT INTO slots (rate_group, minute, used) VALUES ($1, ${THIS_MINUTE}, 1)
           ON CONFLICT (rate_group, minute) DO UPDATE SET used = slots.used + 1
             WHERE slots.used < $2`,
          ...[group, limit],
        );
        return taken === 1;
      }),
    refuse: (group, ms) =>
      pool.beside(async (session) => {
        await session.run(
          `INSERT INTO refusals (rate_group, until) VALUES ($1, now_ms() + $2)
           ON CONFLICT (rate_group) DO UPDATE SET until = greatest(refusals.until, excluded.until)`,
          ...[group, Math.min(ms, LONGEST)],
        );
      }),
    refusedFor: (group) =>
      pool.read((session) =>
        session.number(
          `SELECT coalesce((SELECT greatest(until - now_ms(), 0) FROM refusals
           WHERE rate_group = $1), 0) AS n`,
          group,
        ),
      ),
    untilNext: () =>
      pool.read((session) => session.number(`SELECT ${MINUTE} - now_ms() % ${MINUTE} AS n`)),
  };
}
