import type { Row } from '../db/db.js';
import type { UptimeMark } from '../types.js';

/** The uptime that a row of jobs or lookups notes. */
export function toMark({ uptime, boot }: Row): UptimeMark | null {
  return uptime == null ? null : { ms: uptime as number, boot: boot as string };
}
