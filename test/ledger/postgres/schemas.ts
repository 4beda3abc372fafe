import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { urlOf } from '../../helpers/postgres/server.js';
import { sharedServer } from '../../helpers/postgres/shared.js';

/** The schemas of ended tests: emptying one takes a tenth of the time that a new one takes. */
const emptySchemas: string[] = [];
/** Schemas whose tables, rules or users are other ones now. */
const altered = new Set<string>();

const EMPTY = `SET session_replication_role = 'replica'; DO $$ DECLARE one record; BEGIN
  IF to_regclass('ticks') IS NULL THEN RETURN; END IF;
  FOR one IN SELECT tablename AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tablename NOT IN ('schema_version', 'ticks')
  LOOP EXECUTE format('DELETE FROM %I', one.name); END LOOP;
  FOR one IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = current_schema()
  LOOP PERFORM setval(one.name::regclass, 1, false); END LOOP;
  UPDATE ticks SET tick = 0, record = 0;
END $$`;

export type Query = (sql: string) => Promise<Readonly<Record<string, unknown>>[]>;

/** The name of an empty schema of the shared server, which may not be made yet. */
export function takeSchema(): string {
  return emptySchemas.pop() ?? `t_${randomUUID().replaceAll('-', '')}`;
}

/** Another test may have it, unless this one has changed more than its rows. */
export async function giveSchemaBack(schema: string): Promise<void> {
  if (altered.has(schema)) return;
  administrator ??= connect();
  const client = await administrator;
  await client.query(`SET search_path TO "${schema}"; ${EMPTY}`);
  emptySchemas.push(schema);
}

/** The connection that empties the schemas of this worker. */
let administrator: Promise<pg.Client> | undefined;

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(await sharedServer()) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Works in the schema as an administrator, behind the back of its ledger. */
export async function inSchema<T>(schema: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await connect();
  try {
    await client.query(`SET search_path TO "${schema}"`);
    return await work(async (sql) => {
      if (/CREATE|ALTER|DROP|schema_version SET/.test(sql)) altered.add(schema);
      return (await client.query<Record<string, unknown>>(sql)).rows;
    });
  } finally {
    await client.end();
  }
}
