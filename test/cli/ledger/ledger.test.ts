import { existsSync, statSync } from 'node:fs';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../../src/sqlite/index.js';
import { newDatabase } from '../../helpers/postgres/databases.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { transcripts, type Scene } from '../../helpers/transcript.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { it as machines } from '../machines/support.js';
import { kept, ledgerOf, makeCpf, sized } from '../support.js';

const FILES = ['ledger.db', 'ledger.db-wal', 'ledger.db-shm'];

const folderOf = async ({ user }: Scene) => dirname(await ledgerOf(user));
const backupOf = ({ user }: Scene) => join(user.folder, 'backup');

async function lose(scene: Scene): Promise<string> {
  const folder = await folderOf(scene);
  for (const file of FILES) await rm(join(folder, file), { force: true });
  return folder;
}

/** Copies the log first: if it is merged into the ledger and removed meanwhile, the ledger that is copied has all of it. */
async function copy(from: string, to: string): Promise<void> {
  await cp(join(from, 'ledger.db-wal'), join(to, 'ledger.db-wal')).catch(() => undefined);
  await cp(join(from, 'ledger.db'), join(to, 'ledger.db'));
}

transcripts('ledger', {
  'the ledger is gone': lose,
  'the ledger is empty': async (scene) => writeFile(join(await lose(scene), 'ledger.db'), ''),
  'no ledger is begun': async ({ user }) => {
    const begun = (await kept(user, /ledger\.db$/)).map((path) => statSync(path).size);
    expect(begun.filter((size) => size > 0)).toEqual([]);
  },
  'it is copied': async (scene) => copy(await folderOf(scene), backupOf(scene)),
  'the ledger of before the batch comes back': async (scene) =>
    copy(backupOf(scene), await lose(scene)),
  // The files have the times of the machine, which are after those of the clock here.
  'two years pass': ({ clock }) => clock.sleep(730 * 86_400_000),
  'nothing lost is kept': async (scene) => {
    expect(await readdir(join(await folderOf(scene), 'lost'))).toEqual([]);
  },
  'records, a count and a copy are damaged': async ({ user }) => {
    const db = openDatabase(await ledgerOf(user));
    db.exec('PRAGMA foreign_keys=OFF; DELETE FROM records; UPDATE batches SET row_count = 9');
    db.close();
    await rm((await kept(user, /batches.*input$/))[0] ?? '');
  },
});

describe.runIf(HAS_SERVER)('a ledger in a database', { timeout: 90_000 }, () => {
  machines(
    'one that came back is refused by the machine that worked on a batch',
    async ({ together }) => {
      const { one, two, sql } = await together();
      await one.file('a.csv', sized(3));
      await one.ends(0, 'bulk run a.csv -y');
      // As a dump from before the batch: nothing of it is there, also not that it was removed.
      for (const table of ['batches', 'items', 'removed']) await sql(`DELETE FROM ${table}`);
      const { stderr } = await one.ends(5, `cpf ${makeCpf(1)}`);
      expect(stderr).toContain('does not have 1 batch that ran on this machine');
      await two.ends(0, 'bulk list');
      await one.ends(0, 'ledger check --accept');
      await one.ends(0, 'bulk list');
    },
  );

  it('it is moved there and back, and nobody pays twice', async ({ server, user }) => {
    const { url } = await newDatabase();
    await user.file('a.csv', sized(4));
    await user.run('bulk run a.csv');
    await user.run(['cpf', makeCpf(50)]);
    const paid = server.book.charged.length;
    const moved = await user.ends(0, ['ledger', 'copy', '--to', url]);
    expect(moved.stdout).toContain('Moved 1 batch and 5 records');
    expect(moved.stdout).toContain(`confere config set ledger ${url}`);
    // Killed before it could say so, it is run again.
    expect(await user.run(['ledger', 'copy', '--to', url])).toEqual(moved);
    const refused = await user.ends(5, ['cpf', makeCpf(51)]);
    expect(refused.stderr).toContain('This ledger was moved to postgres://');
    await user.silent(5, 'bulk export -o late.csv');
    await user.silent(5, 'bulk export -o - --format csv');
    expect(existsSync(join(user.folder, 'late.csv'))).toBe(false);
    await user.ends(5, 'bulk submit a.csv --again');
    expect(server.book.charged).toHaveLength(paid);
    const env = { CONFERE_LEDGER: url };
    // What was paid for there answers here.
    await user.ends(0, ['cpf', makeCpf(50)], { env });
    await user.file('b.csv', sized(6));
    await user.ends(0, 'bulk run b.csv', { env });
    await user.ends(0, 'bulk export -o again.csv', { env });
    expect(await user.ends(0, 'ledger check', { env })).toMatchObject({ stderr: '' });
    const back = await user.json('ledger copy --to local', { env });
    expect(back).toMatchObject({ moved: true, batches: 2 });
    await user.ends(5, ['cpf', makeCpf(52)], { env });
    await user.ends(0, 'bulk run b.csv --again -o c.csv');
    await user.ends(0, 'ledger check');
    expect(new Set(server.book.charged).size).toBe(server.book.charged.length);
  });
});
