import { afterAll, beforeAll, describe, it } from 'vitest';
import { scratchFolder } from '../helpers/files/scratch.js';
import { startServer, stopServer, type PostgresServer } from '../helpers/postgres/server.js';
import { HAS_SERVER } from '../helpers/postgres/shared.js';
import { faults, survive, works, type Point } from './survive.js';

/** A few points; `npm run failover` lets every fault come before every statement. */
const { from, every } = JSON.parse(
  process.env['CONFERE_FAILOVER'] ?? '{ "from": 100, "every": 350 }',
) as Record<string, number>;

const names = Object.keys(faults) as Point['fault'][];

const timeout = process.env['CONFERE_FAILOVER'] === undefined ? 120_000 : 0;

describe.skipIf(!HAS_SERVER)('a machine on a shared ledger', { timeout }, () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startServer(scratchFolder());
  });
  afterAll(() => {
    stopServer(postgres, 'immediate');
  });

  for (const work of Object.keys(works) as Point['work'][])
    it.each(names)(
      `has a ${work}, and before any statement: %s; nobody pays twice`,
      async (fault) => {
        let number = Number(from);
        while (await survive({ work, fault, number }, postgres)) number += Number(every);
      },
    );
});
