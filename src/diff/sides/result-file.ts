import { lookupStatuses, type LookupStatus } from '../../export/lookup-status.js';
import type { Reading } from '../../identifiers/index.js';
import type { ResultRow } from './sorted-rows.js';

/** Takes a row of a result with what stands in its column of identifiers. */
export type TakeRow = (reading: Reading, row: Omit<ResultRow, 'id'>) => void;

/** A status that confere does not write is no answer. */
export function statusIn(text: string): LookupStatus {
  return lookupStatuses.find((status) => status === text.trim()) ?? 'pending';
}
