import type { Row } from '../db/db.js';
import type { UptimeMark } from '../types.js';

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

/** The uptime that a row of jobs or lookups notes. */
export function toMark({ uptime, boot }: Row): UptimeMark | null {
  return uptime == null ? null : { ms: uptime as number, boot: boot as string };
}
