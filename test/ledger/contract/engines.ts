import { createHash } from 'node:crypto';
import { describe, onTestFinished } from 'vitest';
import type { Clock } from '../../../src/clock.js';
import type { Ledger } from '../../../src/ledger/index.js';
import { openPostgresLedger } from '../../../src/ledger/postgres/index.js';
import { openSqliteLedger } from '../../../src/ledger/sqlite/index.js';
import { systemClock } from '../../../src/system.js';
import { allEngines } from '../../../src/sqlite/choose-engine.js';
import { urlOf } from '../../helpers/postgres/server.js';
import { HAS_SERVER, sharedServer } from '../../helpers/postgres/shared.js';
import { testFolder } from '../support.js';

/** An engine of the ledger: opens the ledger in `place`; two that open the same place share it. */
export interface Engine {
  readonly name: string;
  /** How often a property is tried out, and how long (ms) a test may take: a statement to a server takes longer. */
  readonly runs: number;
  readonly timeout: number;
  readonly open: (place: string, clock?: Clock) => Promise<Ledger>;
}

/** Every SQLite library that works here. */
const sqlite: readonly Engine[] = allEngines().map((engine) => ({
  name: `sqlite, ${engine.name}`,
  runs: 20,
  timeout: 30_000,
  open: (place, clock = systemClock) => Promise.resolve(openSqliteLedger(place, clock, engine)),
}));

/** Each place is a schema of its own. */
const postgres: Engine = {
  name: 'postgres',
  runs: 2,
  timeout: 120_000,
  async open(folder, clock = systemClock) {
    const url = urlOf(await sharedServer());
    const schema = `t_${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
    return openPostgresLedger({ url, schema, folder, variables: {}, clock });
  },
};

const engines: readonly Engine[] = [...sqlite, ...(HAS_SERVER ? [postgres] : [])];

export interface Contract extends Pick<Engine, 'runs'> {
  /** Opens a new ledger, which is closed at the end of the test. */
  readonly ledger: () => Promise<Ledger>;
  /** Opens the same ledger twice, as two processes would. */
  readonly two: () => Promise<readonly [Ledger, Ledger]>;
}

/** Runs the contract for every engine. */
export function contractOf(subject: string, rules: (contract: Contract) => void): void {
  for (const { name, open, runs, timeout } of engines)
    describe(`${subject} (${name})`, { timeout }, () => {
      const opened = async (place: string): Promise<Ledger> => {
        const ledger = await open(place);
        onTestFinished(() => ledger.close());
        return ledger;
      };
      rules({
        runs,
        ledger: async () => opened(await testFolder()),
        two: async () => {
          const place = await testFolder();
          return [await opened(place), await opened(place)];
        },
      });
    });
}
