import type { Duplex } from 'node:stream';
import pg from 'pg';
import { readErrorCode, ConfereError } from '../../base/errors.js';
import type { DatabaseTrouble } from '../../base/facts.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import type { BoundValue, Db, DbRow, Transact } from '../db.js';
import { computeSchemaChecksum, MIGRATIONS, planUpgrade } from '../schema.js';
import {
  findPassword,
  findIgnoredPassfile,
  computeLockKey,
  type DatabaseSettings,
} from './settings.js';
import { composedSql, type Sql, literalSql } from '../../sqlite/sql.js';

/** Few connections suffice, because transactions that change something are made one after the other. */
const CONNECTIONS = 5;

/** Time limits (ms) for connecting, for one statement, and for waiting while other processes change the ledger. */
const CONNECT_TIMEOUT = 10_000;
const STATEMENT_TIMEOUT = 300_000;
const LOCK_TIMEOUT = 30_000;

/** How long (ms) a connection is idle before TCP probes whether the server is still there. */
const KEEP_ALIVE_DELAY = 10_000;

/** How long (ms) a suspended process may keep the ledger locked before the server ends its connection. */
const IDLE_TRANSACTION_TIMEOUT = 20_000;

const ATTEMPTS = CONNECTIONS + 1;

/** The most bytes of an answer. The longest one, the records of a job, has some 60 MB. */
const MOST_BYTES = 256 * 2 ** 20;

export type Pool = ReturnType<typeof createPool>;

/** Opens a ledger, or makes it. @throws ConfereError `database_unusable`, `ledger_older`; UsageError `ledger_newer` */
export async function openPool(settings: DatabaseSettings, mostBytes = MOST_BYTES): Promise<Pool> {
  const pool = createPool(settings, mostBytes);
  try {
    await migrate(pool, settings);
    return pool;
  } catch (error) {
    await pool.close();
    throw error;
  }
}

function buildOptions(settings: DatabaseSettings): pg.PoolConfig {
  const { host, port, user, database, ssl } = settings;
  return {
    host,
    port,
    user,
    database,
    ssl,
    password: () => findPassword(settings),
    max: CONNECTIONS,
    application_name: 'confere',
    allowExitOnIdle: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT,
  };
}

function createPool(settings: DatabaseSettings, mostBytes: number) {
  const { schema, address } = settings;
  const options = buildOptions(settings);
  const connections = new pg.Pool(options);
  // The next statement reports the error; without a listener, Node would end the process.
  connections.on('error', () => undefined);
  connections.on('connect', (client) => {
    client.on('error', () => undefined);
    closeWithoutWaitingForServer(client);
    limitAnswers(client, mostBytes);
  });
  const transact = async <T>(begin: Sql, work: (session: Db) => Promise<T>): Promise<T> => {
    const client = await connections.connect().catch((error: unknown) => {
      const passfile = findIgnoredPassfile(settings);
      throw explainError(error, address, { otherwise: 'unreachable', passfile });
    });
    try {
      const session = createSession(client, options, address);
      await session.run(begin);
      const result = await work(session);
      await session.run('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // The server rolls a transaction back when its connection ends.
      client.release(true);
      throw error;
    }
  };
  const begin = composeBeginnings(schema);
  const createTransact =
    (beginStatement: Sql): Transact<Db> =>
    async (work) => {
      for (let attempt = 1; ; attempt += 1)
        try {
          return await transact(beginStatement, work);
        } catch (error) {
          // A transaction that failed has changed nothing, so it may be repeated.
          if (!isRetryable(error)) throw error;
          if (attempt === ATTEMPTS) throw new ConfereError('state_busy', { path: address });
        }
    };
  return {
    read: createTransact(begin.reading),
    /** Runs a transaction that has the ledger to itself. */
    write: createTransact(begin.alone),
    /** Runs a transaction that may run beside those of `write`, whose lock it does not take. */
    writeWithoutLock: createTransact(begin.beside),
    close: () => connections.end(),
  };
}

/** How many bytes each connection has received for its present statement. */
const received = new WeakMap<object, { bytes: number }>();

function findSocket(client: object): Duplex {
  return (client as { readonly connection: { readonly stream: Duplex } }).connection.stream;
}

/** Makes a connection close once we end it, because the server may never close its end and so keep us waiting. */
function closeWithoutWaitingForServer(client: object): void {
  const stream = findSocket(client);
  stream.once('finish', () => stream.destroy());
}

/** Limits answers: the driver would collect an endless one, or fail at a text that is too long for JavaScript. */
function limitAnswers(client: object, mostBytes: number): void {
  const stream = findSocket(client);
  const answer = { bytes: 0 };
  received.set(client, answer);
  stream.on('data', ({ length }: Buffer) => {
    answer.bytes += length;
    if (answer.bytes > mostBytes) stream.destroy();
  });
}

/** Returns the statements with which each kind of transaction begins. */
function composeBeginnings(schema: string) {
  // The server compiles statements that it believes to be large; for ours, compiling takes longer than running.
  const schemaFirst = composedSql(`SET LOCAL search_path TO "${schema}"; SET LOCAL jit TO off`);
  const flushed = 'SET LOCAL synchronous_commit TO on';
  const lockTimeout = `SET LOCAL lock_timeout TO ${LOCK_TIMEOUT}` as const;
  const idleTimeout =
    `SET LOCAL idle_in_transaction_session_timeout TO ${IDLE_TRANSACTION_TIMEOUT}` as const;
  // Without this limit, the server may go on working after its client has given up.
  const statementTimeout = `SET LOCAL statement_timeout TO ${STATEMENT_TIMEOUT}` as const;
  const reading = literalSql(
    `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${schemaFirst}; ${statementTimeout}`,
  );
  // Without READ WRITE, a database that its owner has made read-only, as before a move, stays read-only.
  const beside = literalSql(
    `BEGIN ISOLATION LEVEL READ COMMITTED; ${schemaFirst}; ${statementTimeout}; ${flushed}; ${lockTimeout}; ${idleTimeout}`,
  );
  const lock = composedSql(`SELECT pg_advisory_xact_lock(${computeLockKey(schema)})`);
  return { reading, beside, alone: literalSql(`${beside}; ${lock}`) };
}

const SCHEMA_CHECKSUM = computeSchemaChecksum('postgres');

/**
 * Makes or upgrades the tables. The role needs the right to create only if something is missing. @throws as
 * `planUpgrade`
 */
async function migrate(
  { read, write }: Pick<Pool, 'read' | 'write'>,
  { schema, address }: Pick<DatabaseSettings, 'schema' | 'address'>,
): Promise<void> {
  const findSteps = async (db: Db) => planUpgrade('postgres', await readVersion(db), address);
  const isNewest = await read(async (db) => {
    await requireUtf8(db, address);
    return (await findSteps(db)).length === 0;
  });
  if (isNewest) return;
  await write(async (db) => {
    // `CREATE SCHEMA IF NOT EXISTS` needs the right to create even when the schema exists.
    if (!(await db.has('SELECT 1 FROM pg_namespace WHERE nspname = $1', schema)))
      await db.run(composedSql(`CREATE SCHEMA "${schema}"`));
    // Another program may have upgraded the ledger while this one waited.
    for (const sql of await findSteps(db)) await db.run(composedSql(sql));
    await db.run(
      'CREATE TABLE IF NOT EXISTS schema_version (number integer NOT NULL, mark integer NOT NULL)',
    );
    await db.run('DELETE FROM schema_version');
    await db.run('INSERT INTO schema_version VALUES ($1, $2)', MIGRATIONS.length, SCHEMA_CHECKSUM);
  });
}

/** Returns the version of the ledger: 0 if there is none yet, null for one from before the first release. */
async function readVersion(db: Db): Promise<number | null> {
  const hasTable = (table: string) => db.has('SELECT 1 WHERE to_regclass($1) IS NOT NULL', table);
  if (!(await hasTable('schema_version'))) return (await hasTable('version')) ? null : 0;
  const row: { number: number; mark: number | null } | undefined = await db.first(
    `SELECT number, (to_jsonb(v)->>'mark')::integer AS mark FROM schema_version v`,
  );
  return row === undefined || row.mark === SCHEMA_CHECKSUM ? (row?.number ?? 0) : null;
}

/** Refuses other encodings, which lack characters of some names, so that a paid record could not be stored. */
async function requireUtf8(db: Db, database: string): Promise<void> {
  const row: { reason: string } | undefined = await db.first(
    'SELECT getdatabaseencoding() AS reason',
  );
  const { reason = '' } = row ?? {};
  if (reason !== 'UTF8')
    throw new ConfereError('database_unusable', { database, why: 'encoding', reason });
}

// Statements have no names, because the server may plan a named one without its values, and then joins lists row by
// row; and because clients of a pooler share connections.
function createSession(client: pg.ClientBase, options: pg.ClientConfig, address: string): Db {
  const query = (text: string, values: readonly BoundValue[]) => {
    received.set(client, Object.assign(received.get(client) ?? {}, { bytes: 0 }));
    const answer = client.query<DbRow>({ text, values: values.map(toParameter), types: TYPES });
    return awaitAlive(answer, () => askServer(options, readSessionNumber(client))).catch(
      (error: unknown) => {
        throw explainError(error, address);
      },
    );
  };
  const all = async <T>(sql: string, ...values: BoundValue[]) =>
    (await query(sql, values)).rows as T[];
  return {
    engine: 'postgres',
    all,
    first: async <T>(sql: string, ...values: BoundValue[]) => (await all<T>(sql, ...values))[0],
    number: async (sql, ...values) => Number((await all<DbRow>(sql, ...values))[0]?.['n']),
    has: async (sql, ...values) => (await all(sql, ...values)).length > 0,
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  };
}

/** A larger number is a time (epoch ms; this one is in 1973), because no count reaches it. */
const EARLIEST_TIME = 1e11;

const LARGEST_BIGINT = '9223372036854775807';

function toParameter(value: BoundValue): unknown {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'object' && value !== null) return value.map(toParameter);
  if (value === Infinity) return LARGEST_BIGINT;
  // Times may have fractions of a millisecond, which `bigint` columns do not store; credits are never that large.
  if (typeof value === 'number' && value > EARLIEST_TIME) return Math.floor(value);
  // PostgreSQL stores no text with U+0000, which may be in the service's words.
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

/** Reads ticks, times and counts. @throws RangeError for a number that JavaScript cannot represent exactly */
function toNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('bigint');
  return number;
}

/** How long (ms) a statement may lack an answer before another connection asks the server about it. */
const PROBE_AFTER = 8_000;

/** How long (ms) the connection that asks the server may take. */
const PROBE_TIMEOUT = 5_000;
/** How soon (ms) the server is asked a second time. */
const PROBE_AGAIN_AFTER = 1_000;

/**
 * The session of a connection: `alive` if it may be working on our statement, `idle` if not, `away` without an answer.
 */
type Liveness = 'alive' | 'idle' | 'away';

/** Waits for an answer that a network may lose. @throws Error `ETIMEDOUT` after about 13 s, before a lease ends */
async function awaitAlive<T>(answer: Promise<T>, probe: () => Promise<Liveness>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const lostAnswer = new Promise<never>((_, reject) => {
    const check = async (wasIdle: boolean): Promise<void> => {
      const state = await probe();
      if (isOver) return;
      // When the session is idle once, the statement or its answer may be on its way; twice means that it was lost.
      if (state === 'away' || (state === 'idle' && wasIdle))
        reject(Object.assign(new Error(), { code: 'ETIMEDOUT' }));
      else wait(state === 'idle');
    };
    const wait = (isIdle: boolean): void =>
      void (timer = setTimeout(() => void check(isIdle), isIdle ? PROBE_AGAIN_AFTER : PROBE_AFTER));
    wait(false);
  });
  try {
    return await Promise.race([answer, lostAnswer]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    // The lost answer may still fail. Its error is ignored, because no caller waits for it any more.
    answer.catch(() => undefined);
  }
}

function readSessionNumber(client: object): number | undefined {
  return (client as { readonly processID?: number }).processID;
}

/** Asks about a session through a new connection. `session`: the number that the server, or a pooler, gave to it. */
async function askServer(options: pg.ClientConfig, session: number | undefined): Promise<Liveness> {
  const client = new pg.Client({
    ...options,
    connectionTimeoutMillis: PROBE_TIMEOUT,
    query_timeout: PROBE_TIMEOUT,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    closeWithoutWaitingForServer(client);
    // A pooler numbers sessions in its own way. The server's number of this connection then differs from the driver's,
    // so nothing can be seen, and the session counts as alive.
    const sql = `SELECT 1 WHERE pg_backend_pid() <> $2 OR EXISTS
      (SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND coalesce(state, '') NOT LIKE 'idle%')`;
    const { rowCount } = await client.query(sql, [session, readSessionNumber(client)]);
    return rowCount === 0 ? 'idle' : 'alive';
  } catch (error) {
    // A refusal shows that the server is alive.
    return error instanceof pg.DatabaseError ? 'alive' : 'away';
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Serialization failure and deadlock: the transaction succeeds when repeated. */
const RETRYABLE = ['40001', '40P01'];

/** The server waited too long for a lock. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The driver's message about a server without TLS. */
const NO_TLS = 'does not support SSL';

/** The trouble by the code of the server or of Node, or by the driver's message where there is no code. */
const TROUBLE: readonly (readonly [said: RegExp, DatabaseTrouble])[] = [
  [/^(53100|58030)$/, 'full'],
  [/^25006$/, 'read_only'],
  // A table, column or function is missing or was changed, a foreign trigger refuses, or the server finds damaged data.
  [/^(42P01|42703|42883|42804|22P02|P0001|XX...)$|^bigint$/, 'changed'],
  // The server is starting, stopping or full, or it ended the session or the statement.
  [/^(08...|57014|57P..|25P03|53[0-9]..|58...)$/, 'unreachable'],
  [/^(28...|3[DF]000|42501|0A000|0B000)$|^SASL|password must be a string/, 'refused'],
  [
    new RegExp(`^(UNABLE_|SELF_SIGNED|DEPTH_ZERO|CERT_|ERR_TLS_|ERR_SSL_|EPROTO)|${NO_TLS}`),
    'insecure',
  ],
  [
    /^(E(CONN|HOST|NET|PIPE|ADDR|TIMEDOUT|NOTFOUND|AI_)|ENOENT)|terminated|timeout|not queryable|ended|closed/i,
    'unreachable',
  ],
];

/** Returns whether another attempt may succeed. */
function isRetryable(error: unknown): boolean {
  return RETRYABLE.includes(readErrorCode(error));
}

/** The most characters that are shown of a server's message; those of PostgreSQL are shorter. */
const LONGEST_REASON = 300;

interface ConnectFacts {
  /** The trouble for an unknown error. */
  readonly otherwise?: DatabaseTrouble;
  /** A password file that was ignored. */
  readonly passfile?: string;
}

/** Returns an error without the driver's details, which repeat values of rows and so personal data. */
function explainError(
  error: unknown,
  database: string,
  { otherwise, passfile }: ConnectFacts = {},
): unknown {
  if (isRetryable(error)) return error;
  const code = readErrorCode(error);
  if (code === LOCK_NOT_AVAILABLE) return new ConfereError('state_busy', { path: database });
  const text = maskIdentifiers(error instanceof Error ? error.message : String(error));
  const message = text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text;
  const why = TROUBLE.find(([pattern]) => pattern.test(code || message))?.[1] ?? otherwise;
  if (why === undefined) return new Error(`PostgreSQL ${code}: ${message}`);
  const isPlain = message.includes(NO_TLS);
  const facts = { database, why, reason: message || code, passfile, isPlain };
  return new ConfereError('database_unusable', facts);
}
