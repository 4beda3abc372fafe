import { chmod, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chooseEngine } from '../../../src/sqlite/engine.js';
import { transcripts, type Events, type Scene } from '../../helpers/transcript.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { INPUT, kept, ledgerOf, makeCpf, sized } from '../support.js';

const isPosix = process.platform !== 'win32';

/** Runs SQL in the ledger of a user, as somebody may who made that file. */
const plants =
  (sql: string) =>
  async ({ user }: Scene) => {
    const db = chooseEngine().open(await ledgerOf(user), { timeout: 0 });
    db.exec(sql);
    db.close();
  };

const ids = ['../../../../..', '/tmp'].map((id) => [
  `the batch has the id ${id}`,
  async (scene: Scene) => {
    await plants(`UPDATE batches SET id = '${id}'`)(scene);
    const [copies = ''] = await kept(scene.user, /batches$/);
    await rm(copies, { recursive: true, force: true });
  },
]);

if (isPosix)
  transcripts('planted-state', {
    ...(Object.fromEntries(ids) as Events),
    'a record is damaged': plants(`UPDATE records SET data = '{"name":"Ana Souza'`),
    'the layout of the batch is damaged': plants(
      `UPDATE records SET data = '{}'; UPDATE batches SET layout = '{"columns":7}'`,
    ),
    'the ledger has a trigger': plants(
      'CREATE TRIGGER t AFTER INSERT ON lookups BEGIN DELETE FROM lookups; END',
    ),
    'the ledger has a view in place of a table': plants(
      `DROP TRIGGER t; ALTER TABLE batches RENAME TO own; CREATE VIEW batches AS
       WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT own.* FROM own, n`,
    ),
    'others may write to state/sandbox.db': ({ user }) =>
      chmod(join(user.folder, 'home', 'state', 'sandbox.db'), 0o666),
    'others may write to state': async ({ user }) => {
      await chmod(join(user.folder, 'home', 'state', 'sandbox.db'), 0o600);
      await chmod(join(user.folder, 'home', 'state'), 0o777);
    },
  });

describe.runIf(isPosix)('a link below the state folder', () => {
  it.for([
    ['reserve', 0],
    ['last-batch.json', 0],
    ['batches/ID/input.next', 0],
    ['batches/ID/typed.json.new', 0],
    ['batches/ID', 5],
    ['batches', 5],
  ] as const)('is not followed at %s', async ([name, code], { user }) => {
    await user.file('in.csv', INPUT);
    await user.ends(0, 'bulk run in.csv');
    const [copy = ''] = await kept(user, /batches\/\w{10}\/input$/);
    const folder = dirname(copy);
    const link = join(dirname(dirname(folder)), name.replace('ID', folder.slice(-10)));
    const isFolder = name.startsWith('batches') && !name.includes('.');
    const target = join(user.folder, 'precious');
    if (isFolder) await rename(link, target);
    else await writeFile(target, 'precious');
    await rm(link, { force: true });
    await symlink(target, link);
    const before = isFolder ? await readdir(target, { recursive: true }) : 'precious';
    await writeFile(join(user.folder, 'in2.csv'), sized(2));
    await user.ends(code, 'bulk run in.csv --overwrite');
    if (code === 0) await user.ends(code, 'bulk run in2.csv');
    await user.ends(code, `bulk export ${folder.slice(-10)} -o again.csv --overwrite`);
    await user.ends(code, `purge ${makeCpf(2)} --yes`);
    expect(
      isFolder ? await readdir(target, { recursive: true }) : await readFile(target, 'utf8'),
    ).toEqual(before);
  });
});
