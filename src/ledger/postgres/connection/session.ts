import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Bound, Db, Row } from '../../db/db.js';

/** A connection to the server. */
export interface Connection {
  query<Of extends pg.QueryResultRow>(asked: string | pg.QueryConfig): Promise<pg.QueryResult<Of>>;
}

/**
 * The statements of a transaction. It has no state of the session, and behind a pooler no names, so that it may give
 * each transaction another connection. `isPrepared`: the server keeps the plans of the statements, by their names, for
 * the next transactions of this connection.
 */
export function createSession(connection: Connection, isPrepared = false): Db {
  const query = (text: string, values: readonly Bound[]) => {
    // A plan without the values takes each list for ten values, and joins a thousand row by row.
    const hasLists = values.some((value) => Array.isArray(value));
    const name = isPrepared && !hasLists ? nameOf(text) : undefined;
    return connection.query<Row>({ name, text, values: values.map(toParameter), types: TYPES });
  };
  const all: Db['all'] = async (sql, ...values) => (await query(sql, values)).rows;
  return {
    engine: 'postgres',
    all,
    first: async (sql, ...values) => (await all(sql, ...values))[0],
    number: async (sql, ...values) => Number((await all(sql, ...values))[0]?.['n']),
    has: async (sql, ...values) => (await all(sql, ...values)).length > 0,
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  };
}

const names = new Map<string, string>();

/** PostgreSQL cuts names after 63 bytes. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
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
