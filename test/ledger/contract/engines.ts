import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { describe, onTestFinished } from 'vitest';
import type { Clock } from '../../../src/clock.js';
import type { Ledger } from '../../../src/ledger/index.js';
import { openPostgresLedger } from '../../../src/ledger/postgres/index.js';
import { openSqliteLedger } from '../../../src/ledger/sqlite/index.js';
import { openDatabase } from '../../../src/sqlite/index.js';
import { systemClock } from '../../../src/system.js';
import { allEngines } from '../../helpers/sqlite-engines.js';
import { putEmptyLedger } from '../../helpers/files/empty-ledger.js';
import { urlOf } from '../../helpers/postgres/server.js';
import { HAS_SERVER, sharedServer } from '../../helpers/postgres/shared.js';
import { runs } from '../../helpers/runs.js';
import { tested, testFolder, type TestLedger } from '../support.js';

/** An engine of the ledger: opens the ledger in `place`; two that open the same place share it. */
export interface Engine {
  readonly name: string;
  /** How often a property is tried out, and how long (ms) a test may take: a statement to a server takes longer. */
  readonly runs: number;
  readonly timeout: number;
  readonly open: (place: string, clock?: Clock) => Promise<Ledger>;
  /** Runs a statement behind the back of the ledger in `place`, without its rules. */
  readonly tamper: (place: string, sql: string) => Promise<void>;
}

/** Every SQLite library that works here. */
const sqlite: readonly Engine[] = allEngines().map((engine) => ({
  name: `sqlite, ${engine.name}`,
  runs: runs(20),
  timeout: 30_000,
  open(place, clock = systemClock) {
    putEmptyLedger(place, engine);
    return Promise.resolve(openSqliteLedger(place, clock, engine));
  },
  tamper(place, sql) {
    const db = openDatabase(join(place, 'ledger.db'), undefined, engine);
    db.exec(`PRAGMA foreign_keys=OFF; ${sql}`);
    db.close();
    return Promise.resolve();
  },
}));

const postgres: Engine = {
  name: 'postgres',
  runs: runs(2),
  timeout: 120_000,
  async open(folder, clock = systemClock) {
    const url = urlOf(await sharedServer());
    return openPostgresLedger({ url, schema: schemaOf(folder), folder, variables: {}, clock });
  },
  async tamper(place, sql) {
    const client = new pg.Client({ connectionString: urlOf(await sharedServer()) });
    await client.connect();
    const rules = "SET session_replication_role = 'replica'";
    await client.query(`SET search_path TO "${schemaOf(place)}"; ${rules}; ${sql}`);
    await client.end();
  },
};

function schemaOf(place: string): string {
  return `t_${createHash('sha1').update(place).digest('hex')}`;
}

const engines: readonly Engine[] = [...sqlite, ...(HAS_SERVER ? [postgres] : [])];

export interface Contract extends Pick<Engine, 'runs'> {
  /** Opens a new ledger, which is closed at the end of the test. */
  readonly ledger: () => Promise<TestLedger>;
  /** The same with a batch of one planned job, and its number. */
  readonly planned: (
    ids: readonly string[],
    of?: Parameters<TestLedger['plannedBatch']>[1],
  ) => Promise<{ readonly own: TestLedger; readonly num: number }>;
  /** The same, accepted by the service. */
  readonly sent: (
    ids: readonly string[],
  ) => Promise<{ readonly own: TestLedger; readonly num: number }>;
  /** Opens the same ledger twice, as two processes would. */
  readonly two: () => Promise<readonly [TestLedger, TestLedger]>;
  /** Opens a new ledger, and gives a way to change it behind its back. */
  readonly tampered: () => Promise<{
    readonly ledger: TestLedger;
    readonly tamper: (sql: string) => Promise<void>;
  }>;
}

/** Runs the contract for every engine. */
export function contractOf(subject: string, rules: (contract: Contract) => void): void {
  for (const { name, open, tamper, runs, timeout } of engines)
    describe(`${subject} (${name})`, { timeout }, () => {
      const opened = async (place: string): Promise<TestLedger> => {
        const ledger = tested(await open(place));
        onTestFinished(() => ledger.close());
        return ledger;
      };
      const ledger = async () => opened(await testFolder());
      const planned: Contract['planned'] = async (ids, of) => {
        const own = await ledger();
        return { own, num: (await own.plannedBatch(ids, of)).num };
      };
      rules({
        ...{ runs, ledger, planned },
        async sent(ids) {
          const made = await planned(ids);
          await made.own.accept(made.num);
          return made;
        },
        two: async () => {
          const place = await testFolder();
          return [await opened(place), await opened(place)];
        },
        tampered: async () => {
          const place = await testFolder();
          return { ledger: await opened(place), tamper: (sql) => tamper(place, sql) };
        },
      });
    });
}
