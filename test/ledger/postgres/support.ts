import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import type { Clock } from '../../../src/base/clock.js';
import { computeLockKey } from '../../../src/ledger/postgres/settings.js';
import { openPostgresLedger, type PostgresPlace } from '../../../src/ledger/postgres/index.js';
import { systemClock } from '../../../src/base/system.js';
import { urlOf } from '../../helpers/postgres/server.js';
import { sharedServer } from '../../helpers/postgres/shared.js';
import { giveSchemaBack, inSchema, takeSchema, type Query } from './schemas.js';
import { tested, testFolder, type TestLedger } from '../support.js';

/** A ledger on the shared server that several machines open. */
export interface SharedPlace {
  readonly place: PostgresPlace;
  /** Opens it on a machine of this name; it is closed at the end of the test. */
  readonly on: (host: string) => Promise<TestLedger>;
  /** What an administrator does in the schema of the ledger. */
  readonly query: Query;
  /** The address for a new user of the server, for whom this SQL is run; `USER` in it is the name. */
  readonly asUser: (sql: string) => Promise<string>;
  /** Keeps the ledger locked, as a machine that changes it does, while `work` runs. */
  readonly whileLocked: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
}

/** The clock of a machine of this name. */
export function clockOf(host: string): Pick<Clock, 'uptime'> {
  return { uptime: () => ({ ...systemClock.uptime(), host }) };
}

export async function sharedPlace(given: Partial<PostgresPlace> = {}): Promise<SharedPlace> {
  const schema = takeSchema();
  onTestFinished(() => giveSchemaBack(schema));
  const url = urlOf(await sharedServer());
  const own = { url, schema, folder: testFolder(), variables: {}, clock: systemClock };
  const place = { ...own, ...given };
  const user = `u_${schema}`;
  return {
    place,
    on: (host) => opened({ ...place, folder: join(place.folder, host), clock: clockOf(host) }),
    query: (sql) => inSchema(schema, (query) => query(sql)),
    async asUser(sql) {
      const text = `CREATE ROLE ${user} ${sql}`.replaceAll(/\bUSER\b/g, user);
      await inSchema(schema, (query) => query(text));
      return place.url.replace('//confere@', `//${user}@`);
    },
    whileLocked: (work) =>
      inSchema(schema, async (query) => {
        await query(`SELECT pg_advisory_lock(${computeLockKey(schema)})`);
        return work(query);
      }),
  };
}

interface Shared {
  readonly shared: SharedPlace;
  /** It, opened on two machines. */
  readonly one: TestLedger;
  readonly other: TestLedger;
}

/** Opens what a test names. */
export const it = test.extend<Shared>({
  // eslint-disable-next-line no-empty-pattern -- vitest reads the fixtures that it needs here
  shared: async ({}, use) => use(await sharedPlace()),
  one: async ({ shared }, use) => use(await shared.on('one')),
  other: async ({ shared }, use) => use(await shared.on('other')),
});

export async function opened(place: PostgresPlace): Promise<TestLedger> {
  const ledger = await openPostgresLedger(place);
  onTestFinished(() => ledger.close());
  return tested(ledger);
}
