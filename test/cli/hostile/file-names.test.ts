import { chmod, chown, lstat, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '../../helpers/with-service.js';
import { ledgerOf, makeCpf, sized } from '../support.js';

const LIST = sized(1);
const TOO_LONG = 'a'.repeat(300);

describe.skipIf(process.platform === 'win32')('a result', () => {
  it.for([
    ['its own name is too long', `in.csv -o ${TOO_LONG}.csv`, 'its name is too long'],
    ['the folder of results is a file', 'in.csv --out-dir in.csv', 'its folder does not exist'],
  ] as const)('is refused at once where %s', async ([, words, sentence], { server, user }) => {
    await user.file('in.csv', LIST);
    const { stderr } = await user.ends(2, `bulk run ${words}`);
    expect(stderr).toContain(sentence);
    expect(server.posts).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('in a closed folder is refused', async ({ server, user }) => {
    await user.file('in.csv', LIST);
    await mkdir(join(user.folder, 'closed'), { mode: 0o500 });
    const { stderr } = await user.ends(2, 'bulk run in.csv -o closed/out.csv');
    expect(stderr).toContain('the folder may not be written to');
    expect(server.posts).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('what others may change is refused', () => {
  const commands = (key: string) =>
    [
      ['auth login --with-key', key],
      ['auth status', ''],
      ['auth logout', ''],
      ['config set reuse 10d', ''],
      [`cpf ${makeCpf(1)} -q`, ''],
    ] as const;

  it.for(['', 'state', 'config.json', 'ledger.db'])('it is %j', async (place, { server, user }) => {
    const home = join(user.folder, 'home');
    await user.run('bulk list');
    await user.run('config set reuse 20d');
    const isLedger = place === 'ledger.db';
    const path = isLedger ? await ledgerOf(user) : join(home, place);
    await chmod(path, (await lstat(path)).mode | 0o020);
    for (const [line, stdin] of commands(server.key).slice(isLedger ? 4 : 0)) {
      const { stderr } = await user.ends(2, line, { stdin });
      expect(stderr).toContain(`chmod go-w ${path}`);
    }
    expect(server.log).toEqual([]);
  });

  it('of another user, but not for root', async ({ server, user }) => {
    const home = join(user.folder, 'home');
    await mkdir(home);
    // Root can give it away; everybody else is somebody else below.
    if (process.getuid?.() === 0) await chown(home, 1_234, 1_234);
    for (const [line, stdin] of commands(server.key)) {
      const { stderr } = await user.ends(2, line, { stdin, uid: 4_321 });
      expect(stderr).toContain(`${home} belongs to another user`);
    }
    expect(server.log).toEqual([]);
    expect((await user.ends(0, '__complete -- --profile ', { uid: 4_321 })).stdout).toBe(':\n');
    // Root works in everybody's, as in a container; a user who is root by sudo does not.
    await user.ends(0, 'auth status', { uid: 0 });
    const env = { SUDO_UID: '4321' };
    const { stderr } = await user.ends(process.getuid?.() === 0 ? 2 : 0, 'auth status', {
      uid: 0,
      env,
    });
    if (process.getuid?.() === 0) expect(stderr).toContain('without sudo');
  });
});

it.for(['529_982_247_25', '529.982.247–25', '00052998224725', '５２９９８２２４７２５'])(
  'a CPF in the name of a file, written %s, is in no stream for people, annotation or message',
  async (written, { user }) => {
    const name = `cliente ${written}.csv`;
    await user.file(name, LIST);
    await user.file('keep.cjs', "process.stdin.pipe(require('fs').createWriteStream('told'));");
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(user.folder, 'page') };
    const notify = `"${process.execPath}" keep.cjs`;
    const texts = [
      await user.run(['bulk', 'run', name, '--notify', notify, '-v'], { env }),
      await user.run(['bulk', 'run', name], { env }),
      await user.run(['bulk', 'check', `${name}.none`], { env }),
      await user.run(['bulk', 'status', written], { env }),
      await user.run(['bulk', 'report', '-o', name], { env }),
    ].map(({ stderr }) => stderr);
    texts.push(await readFile(join(user.folder, 'told'), 'utf8'));
    texts.push(await readFile(join(user.folder, 'page'), 'utf8'));
    for (const text of texts)
      expect(text.normalize('NFKC').replaceAll(/\D/g, '')).not.toContain('52998224725');
    expect(texts.join('')).toContain('***.982.247-**');
  },
);
