import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Referee } from '../referee/index.js';
import { urlOf } from './server.js';
import { sharedServer } from './shared.js';

/**
 * A database of one test: a ledger's schema is named after the address of the service, and the system gives a port
 * that another test's service has left to a new one.
 */
export async function newDatabase() {
  const server = await sharedServer();
  const name = `d_${randomUUID().replaceAll('-', '')}`;
  const administer = (sql: string) => connected(urlOf(server), (client) => client.query(sql));
  await administer(`CREATE DATABASE ${name}`);
  onTestFinished(async () => {
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { name, url: urlOf(server, name) };
}

type Service = Pick<Referee, 'url'>;

/** Runs SQL in the schema of a service, or in the whole database where there is none yet. @returns the rows */
export function inLedger(url: string, service: Service, sql: string) {
  return connected(url, async (client) => {
    const [schema] = await schemasOf(client, service);
    if (schema !== undefined) await client.query(`SET search_path TO "${schema}"`);
    return (await client.query<Record<string, unknown>>(sql)).rows;
  });
}

/** An earlier service may have had the same port, and so the same schema. */
export function forgetEarlier(url: string, service: Service): Promise<void> {
  return connected(url, async (client) => {
    for (const schema of await schemasOf(client, service))
      await client.query(`DROP SCHEMA "${schema}" CASCADE`);
  });
}

async function schemasOf(client: pg.Client, { url }: Service): Promise<string[]> {
  const like = `confere\\_%\\_${new URL(url).port}\\_%`;
  const sql = 'SELECT nspname FROM pg_namespace WHERE nspname LIKE $1';
  const { rows } = await client.query<{ nspname: string }>(sql, [like]);
  return rows.map(({ nspname }) => nspname);
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // The server may go away meanwhile.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
