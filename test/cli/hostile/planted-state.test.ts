import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chooseEngine } from '../../../src/sqlite/engine.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { INPUT, kept, ledgerOf, makeCpf, sized, type User } from '../support.js';

/** Runs SQL in the ledger of a user, as somebody may who made that file. */
async function plant(user: User, sql: string): Promise<void> {
  const db = chooseEngine().open(await ledgerOf(user), { timeout: 0 });
  db.exec(sql);
  db.close();
}

describe('the id of a batch in a ledger that others write to', () => {
  it.for(['../../../../../docs', '/tmp', 'incoming', '..'])(
    'removes and reads nothing outside when it is %j',
    async (id, { user }) => {
      await mkdir(join(user.folder, 'docs'));
      const precious = await user.file('docs/thesis.txt', 'precious');
      await user.file('a.csv', sized(3));
      await user.ends(0, 'bulk run a.csv');
      await plant(user, `UPDATE batches SET id = '${id}'`);
      const [copies = ''] = await kept(user, /batches$/);
      await rm(copies, { recursive: true });
      for (const line of [
        ['purge', '--older-than', '1ms', '--yes'],
        ['bulk', 'delete', id, '--yes'],
        ['bulk', 'export', id],
        ['bulk', 'run', 'a.csv', '--overwrite'],
      ]) {
        const { stderr } = await user.ends(5, line);
        expect(stderr).toContain('the ledger lists a batch that confere did not make');
      }
      expect(await readFile(precious, 'utf8')).toBe('precious');
      expect(await readdir(dirname(precious))).toEqual(['thesis.txt']);
    },
  );
});

it('a damaged value of the ledger is told, and never repeated', async ({ user }) => {
  await user.file('in.csv', INPUT);
  await user.ends(0, 'bulk run in.csv');
  for (const [change, lines] of [
    [`records SET data = '{"name":"Ana Souza'`, ['export -o - --partial', 'report -o -']],
    [`batches SET layout = '{"columns":7}'`, ['export -o - --partial', 'run in.csv --overwrite']],
  ] as const) {
    await plant(user, `UPDATE ${change}`);
    for (const line of lines) {
      const { stderr } = await user.ends(5, `bulk ${line}`);
      expect(stderr).toContain(`a value in the table ${change.split(' ')[0]} that is damaged`);
      expect(stderr).not.toContain('Ana');
    }
    await plant(user, `UPDATE records SET data = '{}'`);
  }
});

describe.skipIf(process.platform === 'win32')(
  'a link below the state folder is not followed',
  () => {
    it.for([
      ['reserve', 0],
      ['last-batch.json', 0],
      ['batches/ID/input.next', 0],
      ['batches/ID/typed.json.new', 0],
      ['batches/ID', 5],
      ['batches', 5],
    ] as const)('%s', async ([name, code], { user }) => {
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
  },
);

it('a ledger with a trigger or a view in it is refused, and nothing is sent', async ({
  server,
  user,
}) => {
  await user.run('bulk list');
  const sent = server.log.length;
  await plant(user, 'CREATE TRIGGER t AFTER INSERT ON lookups BEGIN DELETE FROM lookups; END');
  const { stderr } = await user.ends(5, `cpf ${makeCpf(1)}`);
  expect(stderr).toContain('confere did not make it');
  await plant(
    user,
    `DROP TRIGGER t; ALTER TABLE batches RENAME TO own; CREATE VIEW batches AS
     WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT own.* FROM own, n`,
  );
  await user.ends(5, 'bulk list');
  await user.file('in.csv', sized(1));
  await user.ends(0, 'bulk check in.csv');
  expect(server.log).toHaveLength(sent);
});

it.skipIf(process.getuid?.() !== 0)(
  'in a volume that only root can close, advises a folder below, which works',
  async ({ fresh: user }) => {
    const volume = join(user.folder, 'volume');
    await mkdir(volume);
    await chmod(volume, 0o777);
    const as = (home: string) => ({ uid: 12_345, env: { CONFERE_HOME: home } });
    const { stderr } = await user.ends(2, 'quota --sandbox', as(volume));
    expect(stderr).toContain(`CONFERE_HOME=${volume}/confere`);
    await user.ends(0, 'quota --sandbox', { env: { CONFERE_HOME: join(volume, 'confere') } });
  },
);

it.skipIf(process.platform === 'win32')(
  'confere sandbox uses no state that other users of the machine can change',
  async ({ fresh: user }) => {
    const state = join(user.folder, 'home', 'state');
    await user.ends(0, 'quota --sandbox');
    for (const path of [join(state, 'sandbox.db'), state]) {
      await chmod(path, 0o777);
      for (const line of ['sandbox --port 0', 'quota --sandbox'])
        expect((await user.ends(2, line)).stderr).toContain(`chmod go-w ${path}`);
      await chmod(path, 0o700);
    }
    expect(existsSync(state)).toBe(true);
  },
);
