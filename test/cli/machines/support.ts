import pg from 'pg';
import { test } from 'vitest';
import type { Clock } from '../../../src/base/clock.js';
import { newDatabase } from '../../helpers/postgres/databases.js';
import { startTcpProxy } from '../../helpers/postgres/proxy.js';
import { urlOf } from '../../helpers/postgres/server.js';
import { sharedServer } from '../../helpers/postgres/shared.js';
import { createSkippingClock, newInProcessUser, startReferee } from '../support.js';
import type { Referee, RefereeOptions, RunOptions, User } from '../support.js';

/** A machine: a user with a home of their own, who shares the ledger in `url` with others. */
export async function newMachine(
  server: Pick<Referee, 'url' | 'key'>,
  url: string,
  clock?: Clock,
): Promise<User> {
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

/** Machines that share a ledger; `clocks` are theirs, in place of one that skips sleeps. */
async function arrange(options: RefereeOptions, clocks: readonly Clock[]) {
  const server = await startReferee(options);
  const { name, url } = await newDatabase();
  const network = await startTcpProxy((await sharedServer()).port);
  const clock = createSkippingClock();
  const machine = (n: number, of = url) => newMachine(server, of, clocks[n] ?? clock);
  // Only the first one has a network that can be cut.
  const [one, two, three] = [
    await machine(0, urlOf(network, name)),
    await machine(1),
    await machine(2),
  ];
  return {
    server,
    url,
    network,
    one,
    two,
    three,
    /** Runs SQL in the schema of this service, as a look at what is stored or as time that passes. */
    sql: (text: string) => inLedger(url, server, text),
    all: [one, two, three, network, server],
  };
}

interface Together {
  readonly together: (
    options?: RefereeOptions,
    ...clocks: readonly Clock[]
  ) => ReturnType<typeof arrange>;
}

/** A test of several machines, which are gone when it ends. */
export const it = test.extend<Together>({
  // eslint-disable-next-line no-empty-pattern -- vitest reads the fixtures that it needs here
  together: async ({}, use) => {
    const used: AsyncDisposable[] = [];
    await use(async (options = {}, ...clocks) => {
      const world = await arrange(options, clocks);
      used.push(...world.all);
      return world;
    });
    for (const one of used) await one[Symbol.asyncDispose]();
  },
});

async function inLedger(
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
