import pg from 'pg';
import { migrate } from '../schema/migrate.js';
import { explained, isCollision, isOfDriver } from './errors.js';
import { lockKey } from './lock-key.js';
import { findPassword } from './password.js';
import { createSession, type Session } from './session.js';
import type { Settings } from './settings.js';

/** Connections of one process. Transactions that change something are done one after the other anyway. */
const CONNECTIONS = 5;

/** Time limits (ms) for a connection, for one statement, and for the wait until others have changed the ledger. */
const CONNECT_TIMEOUT = 10_000;
const STATEMENT_TIMEOUT = 300_000;
const PATIENCE = 30_000;

/** A process that stands still (ms) with the ledger locked loses its connection, so that others go on. */
const STANDSTILL = 20_000;

/** How often a transaction is done again when another one got into its way. */
const ATTEMPTS = 5;

/** What a transaction is given: its statements. */
export type Work<T> = (session: Session) => Promise<T>;

export interface Pool {
  /** One state of the ledger; changes nothing. */
  read<T>(work: Work<T>): Promise<T>;
  /** One transaction, alone with the ledger. Its changes are flushed when the promise resolves. */
  write<T>(work: Work<T>): Promise<T>;
  /** One transaction that other ones may overlap. */
  beside<T>(work: Work<T>): Promise<T>;
  /** The same as `read`; the state is kept until `end` is called. */
  beginRead(): Promise<{ readonly session: Session; readonly end: () => Promise<void> }>;
  close(): Promise<void>;
}

/**
 * Connects to a database, and makes or upgrades the ledger there. Everything that a transaction relies on is set in
 * the transaction itself, so that it also works through a pooler that shares connections between transactions.
 *
 * @throws ConfereError `database_unusable`, UsageError `ledger_newer`
 */
export async function openPool(settings: Settings): Promise<Pool> {
  const connections = new pg.Pool(optionsOf(settings));
  // Of a connection that was cut between two statements: the next statement fails, or the next transaction makes
  // another connection. Without a listener the process would end.
  connections.on('error', () => undefined);
  connections.on('connect', (client) => client.on('error', () => undefined));
  try {
    await onConnection(connections, settings, (client) => migrate(client, settings));
  } catch (error) {
    await connections.end();
    throw error;
  }
  return poolOf(connections, settings);
}

function optionsOf(settings: Settings): pg.PoolConfig {
  const { host, port, user, database, ssl } = settings;
  return {
    ...{ host, port, user, database, ssl },
    password: () => findPassword(settings),
    ...{ max: CONNECTIONS, application_name: 'confere', keepAlive: true, allowExitOnIdle: true },
    ...{ connectionTimeoutMillis: CONNECT_TIMEOUT, query_timeout: STATEMENT_TIMEOUT },
  };
}

function poolOf(connections: pg.Pool, settings: Settings): Pool {
  // To compile a statement takes longer than to run it, and a wrong guess at its size makes the server do so.
  const place = `SET LOCAL search_path TO "${settings.schema}"; SET LOCAL jit TO off`;
  const flushed = 'SET LOCAL synchronous_commit TO on';
  const patient = `SET LOCAL lock_timeout TO ${PATIENCE}`;
  const awake = `SET LOCAL idle_in_transaction_session_timeout TO ${STANDSTILL}`;
  const alone = `SELECT pg_advisory_xact_lock(${lockKey(settings.schema)})`;
  const reading = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${place}`;
  const beside = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${place}; ${flushed}; ${patient}; ${awake}`;
  const within = <T>(begin: string, work: Work<T>): Promise<T> =>
    again(settings, () =>
      onConnection(connections, settings, (client) => transact(client, begin, work)),
    );
  return {
    read: (work) => within(reading, work),
    beside: (work) => within(beside, work),
    write: (work) => within(`${beside}; ${alone}`, work),
    beginRead: () => beginRead(connections, settings, reading),
    close: () => connections.end(),
  };
}

/** What the driver throws ends the connection, and the server undoes what it did. */
async function transact<T>(client: pg.ClientBase, begin: string, work: Work<T>): Promise<T> {
  try {
    await client.query(begin);
    const result = await work(createSession(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (!isOfDriver(error)) await client.query('ROLLBACK');
    throw error;
  }
}

/** A transaction that did not come to its end has changed nothing. */
async function again<T>({ shown }: Settings, attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isCollision(error) || n === ATTEMPTS) throw explained(error, shown);
    }
  }
}

async function onConnection<T>(
  connections: pg.Pool,
  { shown }: Settings,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connect(connections, shown);
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(isOfDriver(error));
    throw isCollision(error) ? error : explained(error, shown);
  }
}

async function connect(connections: pg.Pool, shown: string): Promise<pg.PoolClient> {
  try {
    const client = await connections.connect();
    return client;
  } catch (error) {
    throw explained(error, shown);
  }
}

async function beginRead(
  connections: pg.Pool,
  { shown }: Settings,
  reading: string,
): Promise<{ session: Session; end: () => Promise<void> }> {
  const client = await connect(connections, shown);
  try {
    await client.query(reading);
  } catch (error) {
    client.release(true);
    throw explained(error, shown);
  }
  const end = async () => {
    const isCut = await client.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    client.release(isCut);
  };
  return { session: createSession(client, (error) => explained(error, shown)), end };
}
