import { join } from 'node:path';
import { describe, it } from 'vitest';
import type { Clock } from '../../../src/base/clock.js';
import type { Ledger } from '../../../src/ledger/index.js';
import { openPostgresLedger } from '../../../src/ledger/postgres/index.js';
import { openSqliteLedger } from '../../../src/ledger/sqlite/index.js';
import { openDatabase } from '../../../src/sqlite/index.js';
import { systemClock } from '../../../src/base/system.js';
import { allEngines } from '../../helpers/sqlite-engines.js';
import { urlOf } from '../../helpers/postgres/server.js';
import { HAS_SERVER, sharedServer } from '../../helpers/postgres/shared.js';
import { isQuick, runs } from '../../helpers/runs.js';
import { tested, testFolder, type TestLedger } from '../support.js';
import { giveSchemaBack, inSchema, takeSchema } from '../postgres/schemas.js';
import { composedSql } from '../../../src/sqlite/sql.js';

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
  /** SQL that says that a ledger has this version of the schema. */
  readonly toVersion: (version: number) => string;
}

/** Every SQLite library that works here. */
const sqlite: readonly Engine[] = allEngines().map((engine) => ({
  name: `sqlite, ${engine.name}`,
  runs: runs(20),
  timeout: 30_000,
  open: (place, clock = systemClock) => Promise.resolve(openSqliteLedger(place, clock, engine)),
  tamper(place, sql) {
    const db = openDatabase(join(place, 'ledger.db'), undefined, engine);
    db.exec(composedSql(`PRAGMA foreign_keys=OFF; ${sql}`));
    db.close();
    return Promise.resolve();
  },
  toVersion: (version) => `PRAGMA user_version=${version}`,
}));

const schemas = new Map<string, string>();

function schemaOf(place: string): string {
  const name = schemas.get(place) ?? takeSchema();
  schemas.set(place, name);
  return name;
}

const postgres: Engine = {
  name: 'postgres',
  runs: runs(2),
  timeout: 120_000,
  async open(folder, clock = systemClock) {
    const url = urlOf(await sharedServer());
    return openPostgresLedger({ url, schema: schemaOf(folder), folder, variables: {}, clock });
  },
  async tamper(place, sql) {
    const rules = "SET session_replication_role = 'replica'";
    await inSchema(schemaOf(place), (query) => query(`${rules}; ${sql}`));
  },
  release: (place) => giveSchemaBack(schemaOf(place)),
  toVersion: (version) => `UPDATE schema_version SET number = ${version}`,
};

const wanted = process.env['CONFERE_TEST_SQLITE'];
if (wanted !== undefined && sqlite.every(({ name }) => name !== `sqlite, ${wanted}`))
  throw new Error(`The contract does not run with ${wanted}'s SQLite on Node ${process.version}.`);

const engines: readonly Engine[] = [...sqlite, ...(HAS_SERVER ? [postgres] : [])];

/** A new ledger of a test, closed at its end, and what can be done with its place. */
export interface OwnLedger extends TestLedger {
  /** Opens it once more, as another process does. */
  readonly another: () => Promise<OwnLedger>;
  /** Changes it behind its back. */
  readonly tamper: (sql: string) => Promise<void>;
  readonly toVersion: Engine['toVersion'];
}

/** `it`, whose test gets a new ledger; `it.for` has a test for each row. */
interface Rule {
  (title: string, test: (own: OwnLedger) => Promise<void>): void;
  readonly for: <Row>(
    rows: readonly Row[],
  ) => (title: string, test: (row: Row, own: OwnLedger) => Promise<void>) => void;
}

/**
 * Runs the contract for every engine; a server, whose statements take ten times as long, keeps in the quick tier what the
 * first test of each subject asks. `runs`: how often a property is tried out.
 */
export function contractOf(subject: string, rules: (it: Rule, runs: number) => void): void {
  for (const engine of engines)
    describe(`${subject} (${engine.name})`, { timeout: engine.timeout }, () => {
      let left = isQuick && engine === postgres ? 1 : Infinity;
      const rule = (title: string, test: (own: OwnLedger) => Promise<void>) => {
        if (left-- > 0) it(title, () => withLedger(engine, test));
      };
      const each: Rule['for'] = (rows) => (title, test) => {
        const asked = rows.slice(0, left);
        left -= asked.length;
        it.for(asked)(title, (row) => withLedger(engine, (own) => test(row, own)));
      };
      rules(Object.assign(rule, { for: each }), engine.runs);
    });
}

async function withLedger(engine: Engine, test: (own: OwnLedger) => Promise<void>): Promise<void> {
  const place = testFolder();
  const all: Ledger[] = [];
  const another = async (): Promise<OwnLedger> => {
    const ledger = await engine.open(place);
    all.push(ledger);
    const tamper = (sql: string) => engine.tamper(place, sql);
    return { ...tested(ledger), another, tamper, toVersion: engine.toVersion };
  };
  try {
    await test(await another());
  } finally {
    for (const ledger of all) await ledger.close();
    await engine.release?.(place);
  }
}
