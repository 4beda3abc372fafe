import { chmod, chown, lstat, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transcripts, type Scene } from '../../helpers/transcript.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { ledgerOf, sized } from '../support.js';

const isRoot = process.getuid?.() === 0;
const opens = async (path: string) => chmod(path, (await lstat(path)).mode | 0o020);
const inHome =
  (name: string) =>
  ({ user }: Scene) =>
    opens(join(user.folder, 'home', name));

if (process.platform !== 'win32')
  transcripts('what-others-may-change', {
    'the folder closed is closed': ({ user }) =>
      mkdir(join(user.folder, 'closed'), { mode: 0o500 }),
    'others may write to .': inHome('.'),
    'others may write to state': inHome('state'),
    'others may write to config.json': async ({ user }) => {
      await chmod(join(user.folder, 'home', 'state'), 0o700);
      await opens(join(user.folder, 'home', 'config.json'));
    },
    'the home belongs to somebody else': async ({ user }) => {
      // Root can give it away; everybody else is somebody else as user 4321.
      if (isRoot) await chown(join(user.folder, 'home'), 1_234, 1_234);
    },
    'others may write to the ledger': async ({ user }) => opens(await ledgerOf(user)),
  });

describe.runIf(isRoot)('root', () => {
  it("works in everybody's home, as in a container, but not by sudo", async ({ user }) => {
    await user.run('bulk list');
    await chown(join(user.folder, 'home'), 1_234, 1_234);
    await user.ends(0, 'auth status', { uid: 0 });
    const given = { uid: 0, env: { SUDO_UID: '4321' } };
    expect((await user.ends(2, 'auth status', given)).stderr).toContain('without sudo');
  });
});

it.for(['529.982.247–25', '５２９９８２２４７２５'])(
  'a CPF in the name of a file, written %s, is in no stream for people, annotation or message',
  async (written, { user }) => {
    const name = `cliente ${written}.csv`;
    await user.file(name, sized(1));
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
