import { NEXT_COPY } from '../erasing.js';
import type { Copies, Slots } from '../ledger.js';
import type { Leases } from './leases.js';
import type { Pool } from './pool.js';

/** Each piece is a transaction of its own: a plan, which is committed later, makes all of them count. */
export function createCopies(pool: Pool, leases: Pick<Leases, 'guard'>): Copies {
  const keep = async (batch: number, pieces: AsyncIterable<Uint8Array>, from: number) => {
    const sql = 'DELETE FROM copies WHERE batch = $1 AND number >= $2';
    await pool.beside((db) => db.run(sql, batch, from));
    let number = from;
    for await (const piece of pieces) {
      const at = number;
      await pool.beside(async (db) => {
        await leases.guard(db, batch);
        await db.run('INSERT INTO copies VALUES ($1, $2, $3)', batch, at, piece);
      });
      number += 1;
    }
  };
  return {
    keepCopy: (batch, pieces) => keep(batch, pieces, 0),
    keepNextCopy: (batch, pieces) => keep(batch, pieces, NEXT_COPY),
    async *copyOf(batch) {
      const statement = 'SELECT bytes FROM copies WHERE batch = $1 AND number = $2';
      for (let number = 0; ; number += 1) {
        const at = number;
        const row = await pool.read((db) => db.first<{ bytes: Uint8Array }>(statement, batch, at));
        if (row === undefined) return;
        yield row.bytes;
      }
    },
    async removedAmong(ids) {
      const sql = 'SELECT id FROM removed WHERE id = ANY ($1)';
      const rows = await pool.read((db) => db.all<{ id: string }>(sql, ids));
      return rows.map(({ id }) => id);
    },
  };
}

const MINUTE = 60_000;

/** What one machine was told holds no other one up for longer (ms). */
const LONGEST = 3_600_000;

/** SQL for the minute that it is now, by the clock of the database. */
const THIS_MINUTE = `now_ms() / ${MINUTE} * ${MINUTE}`;

/** The minute is the database's. A slot is taken in one statement, which waits for no other change of the ledger. */
export function createSlots(pool: Pool): Slots {
  return {
    async take(group, _, limit) {
      const sql = `WITH past AS (DELETE FROM slots WHERE minute < ${THIS_MINUTE})
        INSERT INTO slots (rate_group, minute, used) VALUES ($1, ${THIS_MINUTE}, 1)
        ON CONFLICT (rate_group, minute) DO UPDATE SET used = slots.used + 1
          WHERE slots.used < $2`;
      return (await pool.beside((session) => session.run(sql, group, limit))) === 1;
    },
    async refuse(group, ms) {
      const sql = `INSERT INTO refusals (rate_group, until) VALUES ($1, now_ms() + $2)
        ON CONFLICT (rate_group) DO UPDATE SET until = greatest(refusals.until, excluded.until)`;
      await pool.beside((session) => session.run(sql, group, Math.min(ms, LONGEST)));
    },
    refusedFor(group) {
      const sql = `SELECT coalesce((SELECT greatest(until - now_ms(), 0) FROM refusals
        WHERE rate_group = $1), 0) AS n`;
      return pool.read((session) => session.number(sql, group));
    },
    untilNext: () =>
      pool.read((session) => session.number(`SELECT ${MINUTE} - now_ms() % ${MINUTE} AS n`)),
  };
}
