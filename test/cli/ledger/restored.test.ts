import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'vitest';
import { describe, expect } from '../../helpers/with-service.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { newDatabase } from '../../helpers/postgres/databases.js';
import { refusal } from '../../helpers/referee/wire.js';
import { inLedger, newMachine } from '../machines/support.js';
import {
  createSkippingClock,
  kept,
  ledgerOf,
  makeCnpj,
  makeCpf,
  newInProcessUser,
  nextIn,
  parsed,
  startReferee,
  type Referee,
  type User,
} from '../support.js';
import { some } from '../../helpers/runs.js';

interface Backed {
  readonly server: Referee;
  readonly user: User;
  readonly save: () => Promise<unknown>;
  readonly restore: () => Promise<unknown>;
}

const FILES = ['ledger.db', 'ledger.db-wal', 'ledger.db-shm'];

async function onSqlite(server: Referee): Promise<Omit<Backed, 'server'>> {
  const user = await newInProcessUser(server, createSkippingClock());
  const folder = async () => dirname(await ledgerOf(user));
  const backup = join(user.folder, 'backup');
  const copy = async (from: string, to: string) => {
    for (const file of FILES) {
      await rm(join(to, file), { force: true });
      if (existsSync(join(from, file))) await cp(join(from, file), join(to, file));
    }
  };
  return {
    user,
    save: async () => copy(await folder(), backup),
    restore: async () => copy(backup, await folder()),
  };
}

const eachTable = (work: string) =>
  `SET session_replication_role = 'replica'; DO $$ DECLARE t text; BEGIN
     FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP ${work} END LOOP; END $$`;

async function onPostgres(server: Referee): Promise<Omit<Backed, 'server'>> {
  const { url } = await newDatabase();
  const copy = "EXECUTE format('CREATE TABLE backup.%I AS TABLE %I', t, t);";
  const back = `EXECUTE format('DELETE FROM %I', t);
    EXECUTE format('INSERT INTO %I OVERRIDING SYSTEM VALUE SELECT * FROM backup.%I', t, t);`;
  return {
    user: await newMachine(server, url, createSkippingClock()),
    save: () => inLedger(url, server, `CREATE SCHEMA backup; ${eachTable(copy)}`),
    restore: () => inLedger(url, server, eachTable(back)),
  };
}

const ENGINES: [name: string, arrange: typeof onSqlite | typeof onPostgres][] = [
  ['sqlite', onSqlite],
];
if (HAS_SERVER) ENGINES.push(['postgres', onPostgres]);

describe.each(some(ENGINES))(
  'a backup of a ledger that knows the batch (%s)',
  { timeout: 60_000 },
  (_, arrange) => {
    const it = test.extend<{ backed: Backed }>({
      // eslint-disable-next-line no-empty-pattern -- vitest reads the fixtures that it needs here
      backed: async ({}, use) => {
        await using server = await startReferee({ credits: 1_000 });
        const arranged = await arrange(server);
        await using user = arranged.user;
        await use({ ...arranged, server, user });
      },
    });

    const rows = [1, 2, 3].flatMap((n) => [makeCpf(n), makeCnpj(n)]);

    /** A batch of two jobs: the first has ended and the second is planned when the backup is made; then both have ended. */
    async function backedUp({ server, user, save }: Backed): Promise<void> {
      await user.file('in.csv', `doc\n${rows.join('\n')}\n`);
      server.script('POST /cnpj/bulk', refusal(403, 'Motivo.'));
      await user.ends(7, 'bulk run in.csv -y');
      await save();
      await user.ends(0, 'bulk run in.csv -y --overwrite');
    }

    it('paid jobs are taken home, whatever command comes first', async ({ backed }) => {
      const { server, user, restore } = backed;
      await backedUp(backed);
      const { length: posts } = server.posts;
      const { length: charged } = server.book.charged;
      expect(charged).toBe(6);
      await restore();
      // Another command would pay for the same company.
      const refused = await user.run(`cnpj ${makeCnpj(1)}`);
      expect(refused.stderr).toContain('Nothing was sent: batch');
      const { stdout } = await user.ends(0, 'bulk run in.csv -y --overwrite --json');
      expect(parsed(stdout)).toMatchObject({ state: 'complete', found: 6 });
      await user.ends(0, `cnpj ${makeCnpj(1)}`);
      expect(server.posts).toHaveLength(posts);
      expect(server.book.charged).toHaveLength(charged);
      await user.ends(0, 'ledger check');
    });

    it('paid jobs that do not fit are refused until the user accepts the ledger', async ({
      backed,
    }) => {
      const { server, user, restore } = backed;
      await backedUp(backed);
      await user.ends(0, `purge ${makeCnpj(1)} -y`);
      const files = await kept(user, /accepted-\d+\.json$/);
      expect(files).toHaveLength(2);
      for (const file of files) expect(await readFile(file, 'utf8')).not.toMatch(/check|items/);
      await restore();
      const asked = server.log.length;
      for (const command of ['bulk run in.csv -y', `cnpj ${makeCnpj(2)}`, 'bulk list']) {
        const { stderr } = await user.ends(5, command);
        expect(stderr).toContain('the ledger does not have 1 job of batch');
        expect(nextIn(stderr)).toEqual(['ledger', 'check', '--accept']);
      }
      expect(server.log).toHaveLength(asked);
      // The copy of the input without the person is not that of the backup: the check may fail for this.
      const { stderr } = await user.run('ledger check --accept');
      expect(stderr).toContain('1 job that the service accepted is not in this ledger');
      const [aside = ''] = await kept(user, /lost.*accepted-\d+\.json$/);
      expect(await readdir(dirname(aside))).toHaveLength(1);
      await user.ends(0, 'bulk list');
      await user.ends(0, 'bulk run in.csv -y --overwrite');
      expect((await user.run('ledger check --accept')).stderr).not.toContain('not in this ledger');
      // The refused one, the one that the backup did not have, and the one that the user agreed to.
      expect(server.count('POST /cnpj/bulk')).toBe(3);
      expect(server.count('POST /cpf/bulk')).toBe(1);
    });
  },
);
