import type { Row } from './row.js';

/** Groups rows by their `batch`, in the given order; `make` converts each row. */
export function byBatch<T>(rows: readonly Row[], make: (row: Row) => T): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const batch = row['batch'] as number;
    const group = groups.get(batch);
    if (group === undefined) groups.set(batch, [make(row)]);
    else group.push(make(row));
  }
  return groups;
}
