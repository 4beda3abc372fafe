import type { Row } from '../db/db.js';
import type { UptimeMark } from '../types.js';

/** The uptime that a row of jobs or lookups notes. */
export function toMark({ uptime, boot }: Row): UptimeMark | null {
  return uptime == null ? null : { ms: uptime as number, boot: boot as string };
}

/** The condition that rows are of one batch, or of any; a value that may be null would keep it from an index. */
export function ofBatch(batch: number | undefined): { which: string; given: number[] } {
  return batch === undefined
    ? { which: 'TRUE', given: [] }
    : { which: 'batch = $1', given: [batch] };
}
