import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { urlOf } from './server.js';
import { sharedServer } from './shared.js';

/**
 * A database of one test: a ledger's schema is named after the address of the service, and the system gives a port
 * that another test's service has left to a new one.
 */
export async function newDatabase() {
  const server = await sharedServer();
  const name = `d_${randomUUID().replaceAll('-', '')}`;
  await administer(urlOf(server), `CREATE DATABASE ${name}`);
  onTestFinished(() => administer(urlOf(server), `DROP DATABASE ${name} WITH (FORCE)`));
  return { name, url: urlOf(server, name) };
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
