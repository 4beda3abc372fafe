import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { transcripts } from '../../helpers/transcript.js';
import { expect, it } from '../../helpers/with-service.js';

transcripts('auth', {
  'the service is away': ({ server }) => server.close(),
});

it.runIf(process.platform !== 'win32')(
  'keys are in private files, and others that can read one are told of on each use',
  async ({ server, fresh: user }) => {
    const home = (name: string) => join(user.folder, 'home', name);
    const mode = async (name: string) => (await stat(home(name))).mode & 0o777;
    await user.ends(0, `auth login --with-key --base-url ${server.url}`, { stdin: server.key });
    expect(await mode('.')).toBe(0o700);
    expect([await mode('config.json'), await mode('credentials.json')]).toEqual([0o600, 0o600]);
    expect(await user.read('home/config.json')).not.toContain(server.key);
    expect((await readdir(home('.'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    await chmod(home('credentials.json'), 0o644);
    const { stderr } = await user.ends(0, 'quota');
    expect(stderr.split(`chmod 600 ${home('credentials.json')}`)).toHaveLength(2);
    expect((await user.run('quota -q')).stderr).toBe('');
    await chmod(await user.file('key', server.key), 0o604);
    expect((await user.run('quota --api-key-file key')).stderr).toContain('chmod 600 key');
  },
);
