import * as v from 'valibot';
import { ConfereError } from '../base/errors.js';

/**
 * Reads JSON that confere wrote into `table`. It is checked, because others may be able to write to the database. The
 * parser's message is dropped, because it repeats personal data. @throws ConfereError `state_unusable`
 */
export function readStored<T>(
  json: string | null,
  shape: v.GenericSchema<unknown, T>,
  table: string,
): T {
  const result = v.safeParse(shape, parseJson(json));
  if (result.success) return result.output;
  throw unreadableValue(table);
}

/** Returns the error for a value of `table` that confere did not write. */
export function unreadableValue(table: string): ConfereError {
  return new ConfereError('state_unusable', { of: 'value', table });
}

function parseJson(json: string | null): unknown {
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

/** Returns an aligned copy of bytes, for numbers of `size` bytes each. @throws ConfereError `state_unusable` */
export function readStoredBytes(value: unknown, size: number, table: string): Uint8Array {
  if (value instanceof Uint8Array && value.length % size === 0) return Uint8Array.from(value);
  throw unreadableValue(table);
}

/**
 * Reads a record with all its fields; `v.record` would drop names like `constructor`. @throws ConfereError
 * `state_unusable`
 */
export function readStoredRecord(
  json: string,
  table = 'records',
): Readonly<Record<string, unknown>> {
  return readStored(json, anyObject, table);
}
