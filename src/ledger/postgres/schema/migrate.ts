import { ConfereError, UsageError } from '../../../errors.js';
import { MARK_TABLE } from '../../copy/mark.js';
import { lockKey } from '../connection/lock-key.js';
import type { Connection } from '../connection/session.js';
import type { Settings } from '../connection/settings.js';
import { COPIES, REFUSALS } from './copies.js';
import { ITEMS_OF_BATCHES } from './items-of-batches.js';
import { NEW_STATES, RULES } from './rules.js';
import { SETTLING } from './settling.js';
import { TABLES } from './tables.js';

/** Each entry upgrades the schema by one version. Released entries never change. */
const migrations: readonly string[] = [
  TABLES + RULES,
  COPIES,
  MARK_TABLE,
  REFUSALS,
  'ALTER TABLE batches ADD COLUMN agreed double precision',
  ITEMS_OF_BATCHES,
  `ALTER TABLE jobs ADD COLUMN price double precision, ADD COLUMN seen_at bigint;
   ALTER TABLE past_jobs ADD COLUMN price double precision, ADD COLUMN ended_at bigint;
   ALTER TABLE lookups ADD COLUMN price double precision, ADD COLUMN ended_at bigint;
   CREATE INDEX lookups_by_holder ON lookups (holder);
   CREATE INDEX lookups_ended ON lookups (ended_at) WHERE ended_at IS NOT NULL;
   CREATE INDEX lookups_unpriced ON lookups (begun_tick) WHERE price IS NULL AND state <> 'free';`,
  // A job that was given up comes home when its id turns up.
  NEW_STATES,
  SETTLING,
  "ALTER TABLE batches ADD COLUMN erased text NOT NULL DEFAULT '{}'",
  // A job that was given up for a submission that was refused is in doubt again.
  NEW_STATES,
  `ALTER TABLE batches ADD COLUMN agreed_tick bigint NOT NULL DEFAULT 0;
   CREATE INDEX lookups_by_time ON lookups (begun_at);`,
];

/** PostgreSQL's word for a table that does not exist, which is how a new place looks; or its schema. */
const MISSING = new Set(['42P01', '3F000']);

/**
 * Makes the schema, or upgrades it to the newest version. One of two programs does it; the other waits. Needs the
 * right to create only where something is created.
 *
 * @throws UsageError `ledger_newer` if the schema is newer than this program
 */
export async function migrate(
  connection: Connection,
  { schema, shown }: Pick<Settings, 'schema' | 'shown'>,
): Promise<void> {
  await requireUtf8(connection, shown);
  if ((await versionOf(connection, schema)) === migrations.length) return;
  await connection.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE');
  try {
    await connection.query(`SELECT pg_advisory_xact_lock(${lockKey(schema)})`);
    await upgrade(connection, schema);
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function upgrade(connection: Connection, schema: string): Promise<void> {
  const known = await connection.query({
    text: 'SELECT 1 FROM pg_namespace WHERE nspname = $1',
    values: [schema],
  });
  if (known.rowCount === 0) await connection.query(`CREATE SCHEMA "${schema}"`);
  await connection.query(`SET LOCAL search_path TO "${schema}"`);
  await connection.query('CREATE TABLE IF NOT EXISTS version (number integer NOT NULL)');
  const version = (await versionOf(connection, schema)) ?? 0;
  for (const step of migrations.slice(version)) await connection.query(step);
  await connection.query('DELETE FROM version');
  await connection.query(`INSERT INTO version VALUES (${migrations.length})`);
}

/** Undefined where there is no ledger yet. */
async function versionOf(connection: Connection, schema: string): Promise<number | undefined> {
  try {
    const { rows } = await connection.query<{ number: number }>(
      `SELECT number FROM "${schema}".version`,
    );
    const version = rows[0]?.number;
    if (version !== undefined && version > migrations.length)
      throw new UsageError('ledger_newer', {});
    return version;
  } catch (error) {
    if (MISSING.has(String((error as { code?: unknown }).code))) return undefined;
    throw error;
  }
}

/** Another encoding has no room for every name, and what was paid for could not be stored. */
async function requireUtf8(connection: Connection, database: string): Promise<void> {
  const { rows } = await connection.query<{ encoding: string }>(
    'SELECT getdatabaseencoding() AS encoding',
  );
  const reason = rows[0]?.encoding ?? '';
  if (reason !== 'UTF8')
    throw new ConfereError('database_unusable', { database, why: 'encoding', reason });
}
