import type { Duplex } from 'node:stream';
import pg from 'pg';
import { codeOf, ConfereError } from '../../base/errors.js';
import type { DatabaseTrouble } from '../../base/facts.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import type { Bound, Db, DbRow, Transact } from '../db.js';
import { markOf, MIGRATIONS, upgradeOf } from '../schema.js';
import { findPassword, ignoredPassfile, lockKey, type DatabaseSettings } from './settings.js';
import { composed, type Sql, written } from '../../sqlite/sql.js';

/** Transactions that change something are done one after the other anyway. */
const CONNECTIONS = 5;

/** Time limits (ms) for a connection, for one statement, and for the wait until others have changed the ledger. */
const CONNECT_TIMEOUT = 10_000;
const STATEMENT_TIMEOUT = 300_000;
const PATIENCE = 30_000;

/** How long (ms) a connection rests until its other end is asked whether it is still there. */
const KEPT_ALIVE = 10_000;

/** A process that stands still (ms) with the ledger locked loses its connection, so that others go on. */
const STANDSTILL = 20_000;

const ATTEMPTS = CONNECTIONS + 1;

/** The records of a job, the longest answer to a statement, have some 60 MB. */
const MOST_BYTES = 256 * 2 ** 20;

export type Pool = ReturnType<typeof poolOf>;

/** Makes or upgrades the ledger there. @throws ConfereError `database_unusable`, UsageError `ledger_newer` */
export async function openPool(settings: DatabaseSettings, mostBytes = MOST_BYTES): Promise<Pool> {
  const pool = poolOf(settings, mostBytes);
  try {
    await migrate(pool, settings);
    return pool;
  } catch (error) {
    await pool.close();
    throw error;
  }
}

function optionsFor(settings: DatabaseSettings): pg.PoolConfig {
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
    keepAliveInitialDelayMillis: KEPT_ALIVE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT,
  };
}

function poolOf(settings: DatabaseSettings, mostBytes: number) {
  const { schema, shown } = settings;
  const options = optionsFor(settings);
  const connections = new pg.Pool(options);
  // The next statement or transaction tells it; without a listener the process would end.
  connections.on('error', () => undefined);
  connections.on('connect', (client) => {
    client.on('error', () => undefined);
    closeAlone(client);
    boundAnswers(client, mostBytes);
  });
  const transact = async <T>(begin: Sql, work: (session: Db) => Promise<T>): Promise<T> => {
    const client = await connections.connect().catch((error: unknown) => {
      const passfile = ignoredPassfile(settings);
      throw explained(error, shown, { otherwise: 'unreachable', passfile });
    });
    try {
      const session = createSession(client, options, shown);
      await session.run(begin);
      const result = await work(session);
      await session.run('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // The server undoes what a connection did that ends.
      client.release(true);
      throw error;
    }
  };
  const begin = beginningsOf(schema);
  const within =
    (first: Sql): Transact<Db> =>
    async (work) => {
      for (let n = 1; ; n += 1)
        try {
          return await transact(first, work);
        } catch (error) {
          // A transaction that did not come to its end has changed nothing.
          if (!isCollision(error)) throw error;
          if (n === ATTEMPTS) throw new ConfereError('state_busy', { path: shown });
        }
    };
  return {
    read: within(begin.reading),
    /** Alone with the ledger. */
    write: within(begin.alone),
    beside: within(begin.beside),
    close: () => connections.end(),
  };
}

/** How many bytes each connection has received for the statement that it has now. */
const received = new WeakMap<object, { bytes: number }>();

function streamOf(client: object): Duplex {
  return (client as { readonly connection: { readonly stream: Duplex } }).connection.stream;
}

/** A server that never closes its end of a connection would keep the driver, and so this process, waiting. */
function closeAlone(client: object): void {
  const stream = streamOf(client);
  stream.once('finish', () => stream.destroy());
}

/** The driver would keep an answer without an end, or fail at a text that is too long for JavaScript. */
function boundAnswers(client: object, most: number): void {
  const stream = streamOf(client);
  const answer = { bytes: 0 };
  received.set(client, answer);
  stream.on('data', ({ length }: Buffer) => {
    answer.bytes += length;
    if (answer.bytes > most) stream.destroy();
  });
}

/** How each kind of transaction begins. */
function beginningsOf(schema: string) {
  // To compile a statement takes longer than to run it, and a wrong guess at its size makes the server do so.
  const place = composed(`SET LOCAL search_path TO "${schema}"; SET LOCAL jit TO off`);
  const flushed = 'SET LOCAL synchronous_commit TO on';
  const patient = `SET LOCAL lock_timeout TO ${PATIENCE}` as const;
  const awake = `SET LOCAL idle_in_transaction_session_timeout TO ${STANDSTILL}` as const;
  // The server may work on after its client has given up.
  const bounded = `SET LOCAL statement_timeout TO ${STATEMENT_TIMEOUT}` as const;
  const reading = written(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${place}; ${bounded}`);
  // Not READ WRITE: who made the database read-only, as before it moves, means it.
  const beside = written(
    `BEGIN ISOLATION LEVEL READ COMMITTED; ${place}; ${bounded}; ${flushed}; ${patient}; ${awake}`,
  );
  const lock = composed(`SELECT pg_advisory_xact_lock(${lockKey(schema)})`);
  return { reading, beside, alone: written(`${beside}; ${lock}`) };
}

const MARK = markOf('postgres');

/** One of two programs does it. Needs the right to create only where something is created. @throws as `upgradeOf` */
async function migrate(
  { read, write }: Pick<Pool, 'read' | 'write'>,
  { schema, shown }: Pick<DatabaseSettings, 'schema' | 'shown'>,
): Promise<void> {
  const missing = async (db: Db) => upgradeOf('postgres', await versionOf(db), shown);
  const isNewest = await read(async (db) => {
    await requireUtf8(db, shown);
    return (await missing(db)).length === 0;
  });
  if (isNewest) return;
  await write(async (db) => {
    // `IF NOT EXISTS` would need the right to create one even where it is there.
    if (!(await db.has('SELECT 1 FROM pg_namespace WHERE nspname = $1', schema)))
      await db.run(composed(`CREATE SCHEMA "${schema}"`));
    // Another program may have done it while this one waited.
    for (const sql of await missing(db)) await db.run(composed(sql));
    await db.run(
      'CREATE TABLE IF NOT EXISTS schema_version (number integer NOT NULL, mark integer NOT NULL)',
    );
    await db.run('DELETE FROM schema_version');
    await db.run('INSERT INTO schema_version VALUES ($1, $2)', MIGRATIONS.length, MARK);
  });
}

/** 0 where there is no ledger yet; null where it was written before the first release. */
async function versionOf(db: Db): Promise<number | null> {
  const isThere = (table: string) => db.has('SELECT 1 WHERE to_regclass($1) IS NOT NULL', table);
  if (!(await isThere('schema_version'))) return (await isThere('version')) ? null : 0;
  const made: { number: number; mark: number | null } | undefined = await db.first(
    `SELECT number, (to_jsonb(v)->>'mark')::integer AS mark FROM schema_version v`,
  );
  return made === undefined || made.mark === MARK ? (made?.number ?? 0) : null;
}

/** Another encoding has no room for every name, and what was paid for could not be stored. */
async function requireUtf8(db: Db, database: string): Promise<void> {
  const row: { reason: string } | undefined = await db.first(
    'SELECT getdatabaseencoding() AS reason',
  );
  const { reason = '' } = row ?? {};
  if (reason !== 'UTF8')
    throw new ConfereError('database_unusable', { database, why: 'encoding', reason });
}

/** Statements have no names: a plan without its values joins a list row by row, and a pooler gives a session to others. */
function createSession(client: pg.ClientBase, options: pg.ClientConfig, shown: string): Db {
  const query = (text: string, values: readonly Bound[]) => {
    received.set(client, Object.assign(received.get(client) ?? {}, { bytes: 0 }));
    const answer = client.query<DbRow>({ text, values: values.map(toParameter), types: TYPES });
    return withinReach(answer, () => lookAt(options, sessionOf(client))).catch((error: unknown) => {
      throw explained(error, shown);
    });
  };
  const all = async <T>(sql: string, ...values: Bound[]) => (await query(sql, values)).rows as T[];
  return {
    engine: 'postgres',
    all,
    first: async <T>(sql: string, ...values: Bound[]) => (await all<T>(sql, ...values))[0],
    number: async (sql, ...values) => Number((await all<DbRow>(sql, ...values))[0]?.['n']),
    has: async (sql, ...values) => (await all(sql, ...values)).length > 0,
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  };
}

/** Smaller numbers are no times (epoch ms, 1973). */
const EARLIEST = 1e11;

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
  if (!Number.isSafeInteger(number)) throw new RangeError('bigint');
  return number;
}

/** How long (ms) a statement may be without an answer until the server is asked for it through another connection. */
const QUIET = 8_000;

/** How long (ms) that connection may take, and how soon the server is asked once more. */
const LOOK = 5_000;
const SOON = 1_000;

/** A session of the server that has a statement of ours. `alive`: it may work on it; `idle`: it has none; `away`: no server answers. */
type Seen = 'alive' | 'idle' | 'away';

/** A network may lose what is sent without a word. @throws Error `ETIMEDOUT` about 13 s after the last sign of life, before a lease ends */
async function withinReach<T>(answer: Promise<T>, lookAtIt: () => Promise<Seen>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const lost = new Promise<never>((_, reject) => {
    const look = async (wasIdle: boolean): Promise<void> => {
      const seen = await lookAtIt();
      if (isOver) return;
      // A statement or its answer may be on its way when the session is idle; not a second time.
      if (seen === 'away' || (seen === 'idle' && wasIdle))
        reject(Object.assign(new Error(), { code: 'ETIMEDOUT' }));
      else wait(seen === 'idle');
    };
    const wait = (isIdle: boolean): void =>
      void (timer = setTimeout(() => void look(isIdle), isIdle ? SOON : QUIET));
    wait(false);
  });
  try {
    return await Promise.race([answer, lost]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    // It may still fail when nobody waits for it any more.
    answer.catch(() => undefined);
  }
}

function sessionOf(client: object): number | undefined {
  return (client as { readonly processID?: number }).processID;
}

/** Asks through a connection of its own. `session`: its number, as whoever answered its connection gave it. */
async function lookAt(options: pg.ClientConfig, session: number | undefined): Promise<Seen> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: LOOK, query_timeout: LOOK });
  client.on('error', () => undefined);
  try {
    await client.connect();
    closeAlone(client);
    // The server works for it, or a pooler gives numbers of its own, which say nothing.
    const sql = `SELECT 1 WHERE pg_backend_pid() <> $2 OR EXISTS
      (SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND coalesce(state, '') NOT LIKE 'idle%')`;
    const { rowCount } = await client.query(sql, [session, sessionOf(client)]);
    return rowCount === 0 ? 'idle' : 'alive';
  } catch (error) {
    // A server that refuses has answered.
    return error instanceof pg.DatabaseError ? 'alive' : 'away';
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** What is done again succeeds. */
const COLLISIONS = ['40001', '40P01'];

/** The server waited too long for a lock. */
const LOCK_TIMEOUT = '55P03';

/** The driver's words of a server without TLS. */
const NO_TLS = 'does not support SSL';

/** By the code of the server or of Node, or the driver's words where there is none. */
const TROUBLE: readonly (readonly [said: RegExp, DatabaseTrouble])[] = [
  [/^(53100|58030)$/, 'full'],
  [/^25006$/, 'read_only'],
  // A table, column or function is missing or another one, a trigger of somebody else refuses, or the server finds its data damaged.
  [/^(42P01|42703|42883|42804|22P02|P0001|XX...)$|^bigint$/, 'changed'],
  // A server that is starting, stopping or crowded; a session that was ended, a statement that was.
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

/** Whether another attempt may succeed. */
function isCollision(error: unknown): boolean {
  return COLLISIONS.includes(codeOf(error));
}

/** Characters of what a server says that are shown; its own messages are shorter. */
const LONGEST_REASON = 300;

interface WhileConnecting {
  /** Of what nobody expected. */
  readonly otherwise?: DatabaseTrouble;
  /** A password file that was passed over. */
  readonly passfile?: string;
}

/** An error of the driver, without the values of rows that it adds: personal data. */
function explained(
  error: unknown,
  database: string,
  { otherwise, passfile }: WhileConnecting = {},
): unknown {
  if (isCollision(error)) return error;
  const code = codeOf(error);
  if (code === LOCK_TIMEOUT) return new ConfereError('state_busy', { path: database });
  const said = maskIdentifiers(error instanceof Error ? error.message : String(error));
  const message = said.length > LONGEST_REASON ? `${said.slice(0, LONGEST_REASON)}…` : said;
  const why = TROUBLE.find(([said]) => said.test(code || message))?.[1] ?? otherwise;
  if (why === undefined) return new Error(`PostgreSQL ${code}: ${message}`);
  const isPlain = message.includes(NO_TLS);
  const facts = { database, why, reason: message || code, passfile, isPlain };
  return new ConfereError('database_unusable', facts);
}
