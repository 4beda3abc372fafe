import type { Copies } from '../operations/index.js';
import type { Pool } from './connection/pool.js';
import type { Leases } from './leases.js';
import { NEXT_COPY } from '../operations/erasing.js';

/** Each piece is a transaction of its own: a plan, which is committed later, makes all of them count. */
export function createCopies(pool: Pool, leases: Leases): Copies {
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
        const row = await pool.read((db) => db.first(statement, batch, at));
        if (row === undefined) return;
        yield row['bytes'] as unknown as Uint8Array;
      }
    },
    async removedAmong(ids) {
      const rows = await pool.read((db) =>
        db.all('SELECT id FROM removed WHERE id = ANY ($1)', ids),
      );
      return rows.map((row) => row['id'] as string);
    },
  };
}
