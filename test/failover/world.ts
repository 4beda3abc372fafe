import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newInProcessUser } from '../helpers/in-process.js';
import { ramDisk } from '../helpers/files/ram-disk.js';
import { startTcpProxy, type TcpProxy } from '../helpers/postgres/proxy.js';
import {
  promote,
  startServer,
  stopServer,
  urlOf,
  type PostgresServer,
} from '../helpers/postgres/server.js';
import type { RunOptions, User } from '../helpers/run-confere.js';
import { startReferee, type Referee } from '../helpers/referee/index.js';

/** A database server of its own, which faults may stop. */
export async function ownDatabase() {
  const folder = mkdtempSync(join(ramDisk().TMPDIR ?? tmpdir(), 'confere-failover-'));
  chmodSync(folder, 0o755);
  const postgres = await startServer(folder);
  return {
    postgres,
    close: (): void => {
      stopServer(postgres, 'immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Two machines with one ledger: the first one's way to the database is in the hands of the test. */
export interface FailoverWorld extends AsyncDisposable {
  readonly service: Referee;
  readonly postgres: PostgresServer;
  readonly network: TcpProxy;
  readonly one: User;
  readonly two: User;
  /** What an administrator does in the schema of this service; in the whole database where there is none yet. */
  readonly query: (sql: string) => Promise<readonly Record<string, unknown>[]>;
  /** The primary dies, and its standby, if there is one, answers in its place. */
  readonly takeOver: () => void;
}

/** With a standby, both machines reach whichever is the primary by one address. */
export async function newWorld(
  postgres: PostgresServer,
  standby?: PostgresServer,
): Promise<FailoverWorld> {
  const service = await startReferee();
  await forgetEarlier(urlOf(postgres), service);
  const network = await startTcpProxy(postgres.port);
  const direct = urlOf(standby === undefined ? postgres : network);
  const [one, two] = [await machine(service, urlOf(network)), await machine(service, direct)];
  return {
    ...{ service, postgres, network, one, two },
    query: (sql) => asAdministrator(direct, new URL(service.url).port, sql),
    takeOver() {
      if (standby !== undefined) takeOver(postgres, standby, network);
    },
    async [Symbol.asyncDispose]() {
      for (const used of [one, two, network, service]) await used[Symbol.asyncDispose]();
    },
  };
}

function takeOver(primary: PostgresServer, standby: PostgresServer, network: TcpProxy): void {
  stopServer(primary, 'immediate');
  promote(standby);
  network.turnTo(standby.port);
}

export async function machine(service: Referee, ledger: string): Promise<User> {
  const user = await newInProcessUser(service);
  const shared = (options: RunOptions = {}): RunOptions => ({
    ...options,
    env: { CONFERE_LEDGER: ledger, ...options.env },
  });
  return {
    ...user,
    run: (args, options) => user.run(args, shared(options)),
    start: (args, options) => user.start(args, shared(options)),
  };
}

/** An earlier service may have had the same port, and so the same schema. */
export async function forgetEarlier(url: string, service: Referee): Promise<void> {
  const port = new URL(service.url).port;
  const rows = await asAdministrator(
    url,
    port,
    `SELECT nspname FROM pg_namespace WHERE nspname LIKE 'confere\\_%\\_${port}\\_%'`,
  );
  for (const { nspname } of rows)
    await asAdministrator(url, port, `DROP SCHEMA "${String(nspname)}" CASCADE`);
}

async function asAdministrator(url: string, port: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ nspname: string }>(
      `SELECT nspname FROM pg_namespace WHERE nspname LIKE 'confere\\_%\\_${port}\\_%'`,
    );
    if (rows[0] !== undefined) await client.query(`SET search_path TO "${rows[0].nspname}"`);
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
