import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { urlOf } from './server.js';
import { sharedServer } from './shared.js';

/** Schemas with the tables of a ledger, and nothing in them. */
const empty: string[] = [];
let connection: pg.Pool | undefined;

/** The name of a schema that has no ledger, or an empty one: to make its tables takes seven times as long as to empty them. */
export function takeSchema(): string {
  return empty.pop() ?? `t_${randomUUID().replaceAll('-', '')}`;
}

/** Empties the schema of a ledger that is closed, for the next test of this worker. */
export async function giveBack(schema: string): Promise<void> {
  connection ??= await connect();
  await connection.query(`
    DO $$ DECLARE each text; BEGIN
      SET LOCAL session_replication_role = 'replica';
      SET LOCAL lock_timeout = '10s';
      FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' LOOP
        CONTINUE WHEN each = 'schema_version';
        EXECUTE format('DELETE FROM ${schema}.%I', each);
      END LOOP;
      FOR each IN SELECT sequencename FROM pg_sequences WHERE schemaname = '${schema}' LOOP
        PERFORM setval(format('${schema}.%I', each)::regclass, 1, false);
      END LOOP;
      INSERT INTO ${schema}.ticks VALUES (0, 0);
    END $$`);
  empty.push(schema);
}

async function connect(): Promise<pg.Pool> {
  const options = { connectionString: urlOf(await sharedServer()), max: 1, idleTimeoutMillis: 0 };
  const pool = new pg.Pool({ ...options, allowExitOnIdle: true });
  // The server ends before its last worker may.
  return pool.on('error', () => undefined);
}
