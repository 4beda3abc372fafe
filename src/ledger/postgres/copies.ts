import type { Copies } from '../operations/copies.js';
import type { Pool } from './connection/pool.js';
import type { Leases } from './leases.js';

/** Each piece is a transaction of its own: a plan, which is committed later, makes all of them count. */
export function createCopies(pool: Pool, leases: Leases): Copies {
  return {
    async keepCopy(batch, pieces) {
      await pool.beside((db) => db.run('DELETE FROM copies WHERE batch = $1', batch));
      let number = 0;
      for await (const piece of pieces) {
        const at = number;
        await pool.beside(async (db) => {
          await leases.guard(db, batch);
          await db.run('INSERT INTO copies VALUES ($1, $2, $3)', batch, at, piece);
        });
        number += 1;
      }
    },
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
