import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { describe, test, type TestAPI } from 'vitest';
import type { Clock } from '../../../src/base/clock.js';
import type { Ledger } from '../../../src/ledger/index.js';
import { openPostgresLedger } from '../../../src/ledger/postgres/index.js';
import { openSqliteLedger } from '../../../src/ledger/sqlite/index.js';
import { openDatabase } from '../../../src/sqlite/index.js';
import { systemClock } from '../../../src/base/system.js';
import { allEngines } from '../../helpers/sqlite-engines.js';
import { urlOf } from '../../helpers/postgres/server.js';
import { HAS_SERVER, sharedServer } from '../../helpers/postgres/shared.js';
import { runs } from '../../helpers/runs.js';
import { tested, testFolder, type TestLedger } from '../support.js';
import { composed } from '../../../src/sqlite/sql.js';

/** An engine of the ledger: opens the ledger in `place`; two that open the same place share it. */
export interface Engine {
  readonly name: string;
  /** How often a property is tried out, and how long (ms) a test may take: a statement to a server takes longer. */
  readonly runs: number;
  readonly timeout: number;
  readonly open: (place: string, clock?: Clock) => Promise<Ledger>;
  /** Runs a statement behind the back of the ledger in `place`, without its rules. */
  readonly tamper: (place: string, sql: string) => Promise<void>;
  /** Gives back what the closed ledger in `place` took. */
  readonly release?: (place: string) => Promise<void>;
  /** SQL that says that a ledger has the first version of the schema. */
  readonly toFirstVersion: string;
}

/** Every SQLite library that works here. */
const sqlite: readonly Engine[] = allEngines().map((engine) => ({
  name: `sqlite, ${engine.name}`,
  runs: runs(20),
  timeout: 30_000,
  open: (place, clock = systemClock) => Promise.resolve(openSqliteLedger(place, clock, engine)),
  tamper(place, sql) {
    const db = openDatabase(join(place, 'ledger.db'), undefined, engine);
    db.exec(composed(`PRAGMA foreign_keys=OFF; ${sql}`));
    db.close();
    return Promise.resolve();
  },
  toFirstVersion: 'PRAGMA user_version=1',
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
    await administer(schemaOf(place), sql);
    tampered.add(place);
  },
  async release(place) {
    const schema = schemas.get(place);
    // A statement behind the ledger's back may leave anything behind.
    if (schema === undefined || tampered.has(place)) return;
    await administer(schema, EMPTY_SCHEMA);
    emptySchemas.push(schema);
  },
  toFirstVersion: 'UPDATE schema_version SET number = 1',
};

/** The schemas of ended tests: emptying one takes a tenth of the time that a new one takes. */
const emptySchemas: string[] = [];
const schemas = new Map<string, string>();
const tampered = new Set<string>();

function schemaOf(place: string): string {
  const name = schemas.get(place) ?? emptySchemas.pop() ?? `t_${randomUUID().replaceAll('-', '')}`;
  schemas.set(place, name);
  return name;
}

async function administer(schema: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(await sharedServer()) });
  await client.connect();
  const rules = "SET session_replication_role = 'replica'";
  await client.query(`SET search_path TO "${schema}"; ${rules}; ${sql}`);
  await client.end();
}

const EMPTY_SCHEMA = `DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT tablename AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tablename NOT IN ('schema_version', 'ticks')
  LOOP EXECUTE format('DELETE FROM %I', one.name); END LOOP;
  FOR one IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = current_schema()
  LOOP PERFORM setval(one.name::regclass, 1, false); END LOOP;
  UPDATE ticks SET tick = 0, record = 0;
END $$`;

const wanted = process.env['CONFERE_TEST_SQLITE'];
if (wanted !== undefined && sqlite.every(({ name }) => name !== `sqlite, ${wanted}`))
  throw new Error(`The contract does not run with ${wanted}'s SQLite on Node ${process.version}.`);

const engines: readonly Engine[] = [...sqlite, ...(HAS_SERVER ? [postgres] : [])];

/** A new ledger, opened when a test asks for it, and closed at its end. */
interface Opened {
  readonly place: string;
  readonly own: TestLedger;
  /** The same ledger, as another process opens it. */
  readonly other: TestLedger;
  /** Changes it behind its back. */
  readonly tamper: (sql: string) => Promise<void>;
  /** Opens it once more. */
  readonly reopen: () => Promise<TestLedger>;
  readonly toFirstVersion: string;
}

/** Runs the contract for every engine. `runs`: how often a property is tried out. */
export function contractOf(
  subject: string,
  rules: (it: TestAPI<Opened>, runs: number) => void,
): void {
  for (const { name, open, tamper, release, runs, timeout, toFirstVersion } of engines)
    describe(`${subject} (${name})`, { timeout }, () => {
      const opened = async (
        { place }: Pick<Opened, 'place'>,
        use: (ledger: TestLedger) => Promise<void>,
      ) => {
        const ledger = tested(await open(place));
        await use(ledger);
        await ledger.close();
      };
      const it = test.extend<Opened>({
        // eslint-disable-next-line no-empty-pattern -- vitest reads the fixtures that it needs here
        place: async ({}, use) => {
          const place = await testFolder();
          await use(place);
          await release?.(place);
        },
        own: opened,
        other: opened,
        tamper: ({ place }, use) => use((sql) => tamper(place, sql)),
        reopen: async ({ place }, use) => {
          const again: Ledger[] = [];
          await use(async () => {
            const ledger = tested(await open(place));
            again.push(ledger);
            return ledger;
          });
          for (const ledger of again) await ledger.close();
        },
        // eslint-disable-next-line no-empty-pattern
        toFirstVersion: ({}, use) => use(toFirstVersion),
      });
      rules(it, runs);
    });
}
