import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ramDisk } from '../helpers/files/ram-disk.js';
import { newInProcessUser } from '../helpers/in-process.js';
import type { Referee } from '../helpers/referee/index.js';
import type { User } from '../helpers/run-confere.js';

/** A folder that the user of a database server may read; gone when it is disposed of. */
export function serverFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(ramDisk().TMPDIR ?? tmpdir(), 'confere-failover-'));
  chmodSync(path, 0o755);
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** A user whose commands share this ledger; `trail` gets what each of them ended with. */
export async function machine(service: Referee, ledger: string, trail: string[] = []) {
  const user = await newInProcessUser(service);
  const env = { CONFERE_LEDGER: ledger };
  const run: User['run'] = async (args) => {
    const result = await user.run(args, { env });
    trail.push(`${String(args)}: ${result.code ?? ''} ${result.stderr.slice(-300)}`);
    return result;
  };
  const start: User['start'] = (args) => user.start(args, { env });
  return { ...user, run, start };
}

/** What an administrator does in the schema of a service; in the whole database where there is none yet. */
export async function administer(url: string, service: Referee, sql: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const [schema] = await schemas(client, service);
    if (schema !== undefined) await client.query(`SET search_path TO "${schema}"`);
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** An earlier service may have had the same port, and so the same schema. */
export async function forgetEarlier(url: string, service: Referee): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const schema of await schemas(client, service))
      await client.query(`DROP SCHEMA "${schema}" CASCADE`);
  } finally {
    await client.end();
  }
}

async function schemas(client: pg.Client, { url }: Referee): Promise<string[]> {
  const like = `confere\\_%\\_${new URL(url).port}\\_%`;
  const sql = 'SELECT nspname FROM pg_namespace WHERE nspname LIKE $1';
  const { rows } = await client.query<{ nspname: string }>(sql, [like]);
  return rows.map(({ nspname }) => nspname);
}
