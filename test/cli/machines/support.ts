import pg from 'pg';
import type { Clock } from '../../../src/clock.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { newDatabase } from '../../helpers/postgres/databases.js';
import type { RunOptions, User } from '../../helpers/run-confere.js';
import type { Referee } from '../../helpers/referee/index.js';

/** The database that the machines of one test share. */
export async function ledgerUrl(): Promise<string> {
  return (await newDatabase()).url;
}

/** A machine: a user with a home of their own, who shares the ledger in `url` with others. */
export async function newMachine(server: Referee, url: string, clock?: Clock): Promise<User> {
  const user = await newInProcessUser(server, clock);
  const shared = (options: RunOptions = {}): RunOptions => ({
    ...options,
    env: { CONFERE_LEDGER: url, ...options.env },
  });
  return {
    ...user,
    run: (args, options) => user.run(args, shared(options)),
    start: (args, options) => user.start(args, shared(options)),
  };
}

/** Runs SQL in the schema of this service, as a look at what is stored or as time that passes. */
export async function inLedger(
  url: string,
  { url: service }: Pick<Referee, 'url'>,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const port = new URL(service).port;
    const { rows } = await client.query<{ nspname: string }>(
      `SELECT nspname FROM pg_namespace WHERE nspname LIKE 'confere\\_%\\_${port}\\_%'`,
    );
    await client.query(`SET search_path TO "${rows[0]?.nspname ?? ''}"`);
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
