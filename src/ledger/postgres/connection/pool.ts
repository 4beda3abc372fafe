import pg from 'pg';
import { ConfereError } from '../../../errors.js';
import type { Pooler } from '../../operations/inspection.js';
import { migrate } from '../migrate.js';
import { explained, fromDriver, isCollision, isOfDriver } from './errors.js';
import { findPassword, lockKey, type Settings } from './settings.js';
import { backendOf, lookAt, modeOf, sessionOf, withinReach } from './reach.js';
import type { Db } from '../../db/db.js';
import { createSession, type Connection } from './session.js';

/** Connections of one process. Transactions that change something are done one after the other anyway. */
const CONNECTIONS = 5;

/** Time limits (ms) for a connection, for one statement, and for the wait until others have changed the ledger. */
const CONNECT_TIMEOUT = 10_000;
const STATEMENT_TIMEOUT = 300_000;
const PATIENCE = 30_000;

/** How long (ms) a connection rests until its other end is asked whether it is still there. */
const KEPT_ALIVE = 10_000;

/** A process that stands still (ms) with the ledger locked loses its connection, so that others go on. */
const STANDSTILL = 20_000;

/** How often a transaction is done again when another one got into its way, or a connection has outdated plans. */
const ATTEMPTS = CONNECTIONS + 1;

/** What a transaction is given: its statements. */
export type Work<T> = (session: Db) => Promise<T>;

/** The connections of one process. `isDirect`: no pooler stands between, so a session of the server is one of them. */
interface Connections {
  readonly connections: pg.Pool;
  readonly settings: Settings;
  readonly isDirect: boolean;
}

export type Pool = ReturnType<typeof poolOf>;

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
  const own = { connections, settings, isDirect: false };
  try {
    const isDirect = await onConnection(own, async (connection, client) => {
      await migrate(connection, settings);
      return (await backendOf(connection)) === sessionOf(client);
    });
    return poolOf({ ...own, isDirect });
  } catch (error) {
    await connections.end();
    throw error;
  }
}

function optionsOf(settings: Settings): pg.PoolConfig {
  const { host, port, user, database, ssl } = settings;
  return {
    ...{ host, port, user, database, ssl },
    password: () => findPassword(settings),
    ...{ max: CONNECTIONS, application_name: 'confere', allowExitOnIdle: true },
    ...{ keepAlive: true, keepAliveInitialDelayMillis: KEPT_ALIVE },
    ...{ connectionTimeoutMillis: CONNECT_TIMEOUT, query_timeout: STATEMENT_TIMEOUT },
  };
}

function poolOf(own: Connections) {
  const { connections, settings, isDirect } = own;
  // To compile a statement takes longer than to run it, and a wrong guess at its size makes the server do so.
  const place = `SET LOCAL search_path TO "${settings.schema}"; SET LOCAL jit TO off`;
  const flushed = 'SET LOCAL synchronous_commit TO on';
  const patient = `SET LOCAL lock_timeout TO ${PATIENCE}`;
  const awake = `SET LOCAL idle_in_transaction_session_timeout TO ${STANDSTILL}`;
  const alone = `SELECT pg_advisory_xact_lock(${lockKey(settings.schema)})`;
  // The server may work on after its client has given up.
  const bounded = `SET LOCAL statement_timeout TO ${STATEMENT_TIMEOUT}`;
  const reading = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${place}; ${bounded}`;
  const beside = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${place}; ${bounded}; ${flushed}; ${patient}; ${awake}`;
  const within =
    (begin: string, isPrepared: boolean) =>
    <T>(work: Work<T>): Promise<T> =>
      again(settings, () =>
        onConnection(own, (connection) => transact(connection, { begin, isPrepared }, work)),
      );
  return {
    /** One state of the ledger; changes nothing. Planned for its values: a report of all batches is not like one of a single one. */
    read: within(reading, false),
    /** One transaction, alone with the ledger. Its changes are flushed when the promise resolves. */
    write: within(`${beside}; ${alone}`, isDirect),
    /** One transaction that other ones may overlap. */
    beside: within(beside, isDirect),
    /** The same as `read`; the state is kept until `end` is called. */
    beginRead: () => beginRead(own, reading),
    /** Whether a pooler stands between, and whether it shares sessions of the server between transactions. */
    pooler: async (): Promise<Pooler> =>
      isDirect ? 'none' : onConnection(own, (one) => modeOf(optionsOf(settings), one)),
    close: () => connections.end(),
  };
}

/** What the driver throws ends the connection, and the server undoes what it did. */
async function transact<T>(
  connection: Connection,
  { begin, isPrepared }: { readonly begin: string; readonly isPrepared: boolean },
  work: Work<T>,
): Promise<T> {
  try {
    await connection.query(begin);
    const result = await work(createSession(connection, isPrepared));
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    if (!isOfDriver(error)) await connection.query('ROLLBACK');
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

async function beginRead(own: Connections, reading: string) {
  const client = await connect(own);
  const connection = reachable(own, client, (error) => explained(error, own.settings.shown));
  try {
    await connection.query(reading);
  } catch (error) {
    client.release(true);
    throw error;
  }
  const end = async (): Promise<void> => {
    const isCut = await connection.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    client.release(isCut);
  };
  return { session: createSession(connection), end };
}

async function onConnection<T>(
  own: Connections,
  work: (connection: Connection, client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await connect(own);
  try {
    const result = await work(reachable(own, client), client);
    client.release();
    return result;
  } catch (error) {
    client.release(isOfDriver(error));
    throw isCollision(error) ? error : explained(error, own.settings.shown);
  }
}

async function connect({ connections, settings: { shown } }: Connections): Promise<pg.PoolClient> {
  try {
    return await connections.connect();
  } catch (error) {
    const told = explained(fromDriver(error), shown);
    if (told instanceof ConfereError) throw told;
    // Whatever answered there is no server that we know; nothing of a row was read.
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfereError('database_unusable', { database: shown, why: 'unreachable', reason });
  }
}

/** The connection of a client, whose errors are known as the driver's. `told`: what becomes of them. */
function reachable(
  { settings, isDirect }: Connections,
  client: pg.ClientBase,
  told = (error: unknown) => error,
): Connection {
  const look = () => lookAt(optionsOf(settings), isDirect ? sessionOf(client) : undefined);
  return {
    query: (asked) =>
      withinReach(client.query(asked), look).catch((error: unknown) => {
        throw told(fromDriver(error));
      }),
  };
}
