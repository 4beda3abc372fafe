import type { UnshownRecord } from '../operations/records.js';
import type { Row } from './row.js';

/** A record of a single lookup that was paid for, and who asked for it. */
export interface PaidRecord {
  readonly num: number;
  readonly holder: string;
  readonly isShown: boolean;
  readonly record: UnshownRecord;
}

export function toPaidRecord(row: Row): PaidRecord {
  return {
    num: row['num'] as number,
    holder: row['holder'] as string,
    isShown: row['shown_at'] !== null,
    record: toRecord(row),
  };
}

function toRecord(row: Row): UnshownRecord {
  return {
    fetchedAt: row['fetched_at'] as number,
    data: JSON.parse(row['data'] as string) as Record<string, unknown>,
    unshown: row['num'] as number,
  };
}
