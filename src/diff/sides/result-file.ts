import { UsageError } from '../../errors.js';
import type { ErrorFacts } from '../../errors.js';
import { lookupStatuses, type LookupStatus } from '../../export/lookup-status.js';
import type { Reading } from '../../identifiers/index.js';
import type { InputOptions } from '../../input/index.js';
import type { ResultRow } from './sorted-rows.js';

/** Takes a row of a result with what stands in its column of identifiers. */
export type TakeRow = (reading: Reading, row: Omit<ResultRow, 'id'>) => void;

/** A status that confere does not write is no answer. */
export function statusIn(text: string): LookupStatus {
  return lookupStatuses.find((status) => status === text.trim()) ?? 'pending';
}

/**
 * Reads the columns of a result. Those that hold the parts of its identifiers are joined without being asked, as they
 * were for the result: nothing is paid for what is compared.
 */
export async function joiningParts<T>(
  input: InputOptions,
  read: (input: InputOptions) => T | Promise<T>,
): Promise<T> {
  try {
    return await read(input);
  } catch (error) {
    if (!(error instanceof UsageError) || error.code !== 'identifier_in_parts') throw error;
    const { parts, wrongly } = error.facts as ErrorFacts['identifier_in_parts'];
    if (wrongly !== undefined) throw error;
    return read({ ...input, column: parts.map(({ option }) => option).join('+') });
  }
}
