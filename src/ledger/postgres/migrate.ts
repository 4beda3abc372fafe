import { ConfereError } from '../../errors.js';
import { markOf, MIGRATIONS, upgradeOf } from '../schema.js';
import { lockKey } from './settings.js';
import type { Connection } from './pool.js';
import type { Settings } from './settings.js';

/** One of two programs does it. Needs the right to create only where something is created. @throws as `upgradeOf` */
export async function migrate(
  connection: Connection,
  { schema, shown }: Pick<Settings, 'schema' | 'shown'>,
  migrations = MIGRATIONS,
): Promise<void> {
  await requireUtf8(connection, shown);
  const mark = markOf('postgres', migrations);
  const version = await versionOf(connection, schema, mark);
  if (upgradeOf('postgres', version, shown, migrations).length === 0) return;
  await connection.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE');
  try {
    await connection.query(`SELECT pg_advisory_xact_lock(${lockKey(schema)})`);
    // `IF NOT EXISTS` would need the right to create one even where it is there.
    const known = await connection.query({
      text: 'SELECT 1 FROM pg_namespace WHERE nspname = $1',
      values: [schema],
    });
    if (known.rowCount === 0) await connection.query(`CREATE SCHEMA "${schema}"`);
    await connection.query(`SET LOCAL search_path TO "${schema}"`);
    // Another program may have done it while this one waited.
    const now = await versionOf(connection, schema, mark);
    for (const sql of upgradeOf('postgres', now, shown, migrations)) await connection.query(sql);
    await connection.query(
      'CREATE TABLE IF NOT EXISTS schema_version (number integer NOT NULL, mark integer NOT NULL)',
    );
    await connection.query('DELETE FROM schema_version');
    await connection.query(`INSERT INTO schema_version VALUES (${migrations.length}, ${mark})`);
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** 0 where there is no ledger yet; null where it was written before the first release. */
async function versionOf(
  connection: Connection,
  schema: string,
  mark: number,
): Promise<number | null> {
  const { rows } = await connection.query<{ relname: string }>({
    text: `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relname IN ('schema_version', 'version')`,
    values: [schema],
  });
  const names = rows.map(({ relname }) => relname);
  if (!names.includes('schema_version')) return names.includes('version') ? null : 0;
  const found = await connection.query<{ number: number; mark: number | null }>(
    `SELECT number, (to_jsonb(v)->>'mark')::integer AS mark FROM "${schema}".schema_version v`,
  );
  const [made] = found.rows;
  return made === undefined || made.mark === mark ? (made?.number ?? 0) : null;
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
