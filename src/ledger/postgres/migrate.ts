import { ConfereError } from '../../errors.js';
import type { Db } from '../db.js';
import { markOf, MIGRATIONS, upgradeOf } from '../schema.js';
import type { Pool } from './pool.js';
import type { Settings } from './settings.js';

const MARK = markOf('postgres');

/** One of two programs does it. Needs the right to create only where something is created. @throws as `upgradeOf` */
export async function migrate(
  { read, write }: Pick<Pool, 'read' | 'write'>,
  { schema, shown }: Pick<Settings, 'schema' | 'shown'>,
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
      await db.run(`CREATE SCHEMA "${schema}"`);
    // Another program may have done it while this one waited.
    for (const sql of await missing(db)) await db.run(sql);
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
  const made = await db.first<{ number: number; mark: number | null }>(
    `SELECT number, (to_jsonb(v)->>'mark')::integer AS mark FROM schema_version v`,
  );
  return made === undefined || made.mark === MARK ? (made?.number ?? 0) : null;
}

/** Another encoding has no room for every name, and what was paid for could not be stored. */
async function requireUtf8(db: Db, database: string): Promise<void> {
  const row = await db.first<{ reason: string }>('SELECT getdatabaseencoding() AS reason');
  const { reason = '' } = row ?? {};
  if (reason !== 'UTF8')
    throw new ConfereError('database_unusable', { database, why: 'encoding', reason });
}
