import { statSync } from 'node:fs';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../../src/sqlite/index.js';
import { transcripts, type Scene } from '../../helpers/transcript.js';
import { expect } from '../../helpers/with-service.js';
import { kept, ledgerOf } from '../support.js';

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
