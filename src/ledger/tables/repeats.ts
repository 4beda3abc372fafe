import type { Db } from '../db/db.js';

/** A row that repeats an identifier, and the first row that has it. */
export type Repeat = readonly [later: number, first: number];

/** The later rows of batches that repeat an identifier. */
export function createRepeats(db: Db) {
  return {
    async add(batch: number, repeats: readonly Repeat[]): Promise<void> {
      if (repeats.length === 0) return;
      await db.run(
        `INSERT INTO repeats (batch, part, later_rows, first_rows)
         SELECT $1::bigint, coalesce(max(part), 0) + 1, $2::bytea, $3::bytea FROM repeats WHERE batch = $1`,
        ...[batch, bytesOf(repeats, 0), bytesOf(repeats, 1)],
      );
    },
    /** Some at a time. */
    async *of(batch: number): AsyncGenerator<readonly Repeat[]> {
      const parts = await db.all(
        'SELECT part FROM repeats WHERE batch = $1 ORDER BY part',
        ...[batch],
      );
      for (const { part } of parts) {
        const row = await db.first(
          'SELECT later_rows, first_rows FROM repeats WHERE batch = $1 AND part = $2',
          ...[batch, Number(part)],
        );
        const first = rowsOf(row?.['first_rows']);
        yield Array.from(rowsOf(row?.['later_rows']), (later, at) => [later, first[at] ?? 0]);
      }
    },
  };
}

function bytesOf(repeats: readonly Repeat[], which: 0 | 1): Uint8Array {
  return new Uint8Array(Uint32Array.from(repeats, (pair) => pair[which]).buffer);
}

function rowsOf(value: unknown): Uint32Array {
  return new Uint32Array(Uint8Array.from(value as Uint8Array).buffer);
}
