import * as v from 'valibot';
import { ConfereError } from '../base/errors.js';

/**
 * Reads JSON that confere wrote into a table of the ledger. Whoever may write to the database can change it. The parser's own message
 * repeats a part of it, which is personal data. @throws ConfereError `state_unusable`
 */
export function readStored<T>(
  json: string | null,
  shape: v.GenericSchema<unknown, T>,
  table: string,
): T {
  const result = v.safeParse(shape, parsed(json));
  if (result.success) return result.output;
  throw unreadableValue(table);
}

/** `table`: the one that has the value. */
export function unreadableValue(table: string): ConfereError {
  return new ConfereError('state_unusable', { of: 'value', table });
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const anyObject = v.custom<Record<string, unknown>>(isObject);

/** A copy of bytes, in which numbers of `size` bytes may begin. @throws as `readStored` */
export function readStoredBytes(value: unknown, size: number, table: string): Uint8Array {
  if (value instanceof Uint8Array && value.length % size === 0) return Uint8Array.from(value);
  throw unreadableValue(table);
}

/** A record is kept whole: `v.record` would leave out fields that are named like `constructor`. @throws as `readStored` */
export function readStoredRecord(
  json: string,
  table = 'records',
): Readonly<Record<string, unknown>> {
  return readStored(json, anyObject, table);
}
