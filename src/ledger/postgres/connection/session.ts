import pg from 'pg';
import type { Row } from '../../rows/row.js';

/** What a statement is given: numbers are whole or `Infinity`, or for a column of credits. */
export type Bound = string | number | null | Uint8Array | readonly (string | number | null)[];

/** One connection, used by one transaction. */
export interface Session {
  all(sql: string, ...values: readonly Bound[]): Promise<Row[]>;
  first(sql: string, ...values: readonly Bound[]): Promise<Row | undefined>;
  /** The column `n` of the only row. */
  number(sql: string, ...values: readonly Bound[]): Promise<number>;
  /** Whether there is a row. */
  has(sql: string, ...values: readonly Bound[]): Promise<boolean>;
  /** How many rows were changed. */
  run(sql: string, ...values: readonly Bound[]): Promise<number>;
}

/**
 * Statements have no names and transactions no state of the session, so that a pooler may give each transaction
 * another connection. `told`: what becomes of an error of the driver.
 */
export function createSession(
  client: pg.ClientBase,
  told: (error: unknown) => unknown = (error) => error,
): Session {
  const query = (text: string, values: readonly Bound[]) =>
    client
      .query<Row>({ text, values: values.map(toParameter), types: TYPES })
      .catch((error: unknown) => {
        throw told(error);
      });
  const all = async (sql: string, ...values: readonly Bound[]) => (await query(sql, values)).rows;
  return {
    all,
    first: async (sql, ...values) => (await all(sql, ...values))[0],
    number: async (sql, ...values) => Number((await all(sql, ...values))[0]?.['n']),
    has: async (sql, ...values) => (await all(sql, ...values)).length > 0,
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  };
}

/** Smaller numbers are no times (epoch ms, 1973). */
const EARLIEST = 1e11;

/** The largest number of `bigint`. */
const LARGEST = '9223372036854775807';

function toParameter(value: Bound): unknown {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'object' && value !== null) return value.map(toParameter);
  if (value === Infinity) return LARGEST;
  // A clock or an age may have a part of a millisecond, which a column of times has not; credits are never so many.
  if (typeof value === 'number' && value > EARLIEST) return Math.floor(value);
  // PostgreSQL has no text with it, and what the service says must be stored.
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '\uFFFD');
  return value;
}

const BIGINT = 20;
const NUMERIC = 1700;

const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT || oid === NUMERIC
      ? toNumber
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** Ticks, times and counts. A number that JavaScript cannot have exactly would be a wrong one. */
function toNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(text);
  return number;
}
