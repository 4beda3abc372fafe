import type pg from 'pg';
import { ConfereError, UsageError } from '../../../errors.js';
import { MARK_TABLE } from '../../copy/raw-sql.js';
import { lockKey } from '../connection/lock-key.js';
import type { Settings } from '../connection/settings.js';
import { COPIES } from './copies.js';
import { RULES } from './rules.js';
import { TABLES } from './tables.js';

/** Each entry upgrades the schema by one version. Released entries never change. */
const migrations: readonly string[] = [TABLES + RULES, COPIES, MARK_TABLE];

/** PostgreSQL's word for a table that does not exist, which is how a new place looks; or its schema. */
const MISSING = new Set(['42P01', '3F000']);

/**
 * Makes the schema, or upgrades it to the newest version. One of two programs does it; the other waits. Needs the
 * right to create only where something is created.
 *
 * @throws UsageError `ledger_newer` if the schema is newer than this program
 */
export async function migrate(
  client: pg.ClientBase,
  { schema, shown }: Pick<Settings, 'schema' | 'shown'>,
): Promise<void> {
  await requireUtf8(client, shown);
  if ((await versionOf(client, schema)) === migrations.length) return;
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${lockKey(schema)})`);
    await upgrade(client, schema);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function upgrade(client: pg.ClientBase, schema: string): Promise<void> {
  const known = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  if (known.rowCount === 0) await client.query(`CREATE SCHEMA "${schema}"`);
  await client.query(`SET LOCAL search_path TO "${schema}"`);
  await client.query('CREATE TABLE IF NOT EXISTS version (number integer NOT NULL)');
  const version = (await versionOf(client, schema)) ?? 0;
  for (const step of migrations.slice(version)) await client.query(step);
  await client.query('DELETE FROM version');
  await client.query(`INSERT INTO version VALUES (${migrations.length})`);
}

/** Undefined where there is no ledger yet. */
async function versionOf(client: pg.ClientBase, schema: string): Promise<number | undefined> {
  try {
    const { rows } = await client.query<{ number: number }>(
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
async function requireUtf8(client: pg.ClientBase, database: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    'SELECT getdatabaseencoding() AS encoding',
  );
  const reason = rows[0]?.encoding ?? '';
  if (reason !== 'UTF8')
    throw new ConfereError('database_unusable', { database, why: 'encoding', reason });
}
