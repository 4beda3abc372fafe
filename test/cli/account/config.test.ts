import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transcripts } from '../../helpers/transcript.js';
import { expect, it } from '../../helpers/with-service.js';

const BROKEN = '{"profiles": {';

transcripts('config', {
  'nothing is stored': ({ user }) =>
    expect(user.read('home/config.json')).rejects.toThrow('ENOENT'),
  'the file of settings is broken': ({ user }) => user.file('home/config.json', BROKEN),
  'the file is as it was': async ({ user }) => {
    expect(await user.read('home/config.json')).toBe(BROKEN);
  },
});

it('of settings stored at once, one by a process that is killed, the others are kept', async ({
  server,
  user,
}) => {
  const killed = await user.file(
    'killed.mjs',
    `import files from 'node:fs'; files.renameSync = () => process.kill(process.pid, 'SIGKILL');`,
  );
  const set = (pair: string, env = {}) => user.start(`config set ${pair}`, { env }).done;
  const [dead, ...others] = await Promise.all([
    set('rate 9', { NODE_OPTIONS: `--import ${killed}` }),
    ...['max-credits 5', 'reuse 9d', 'cost-cpf 2', 'shared true'].map((pair) => set(pair)),
    user.start('auth login --with-key', { stdin: server.key }).done,
  ]);
  expect(dead.signal).toBe('SIGKILL');
  for (const { code, stderr } of others) expect(code, stderr).toBe(0);
  const stored = await readFile(join(user.folder, 'home', 'config.json'), 'utf8');
  expect((JSON.parse(stored) as { profiles: object }).profiles).toEqual({
    default: {
      'max-credits': 5,
      reuse: '9d',
      'cost-cpf': 2,
      shared: 'true',
      'base-url': server.url,
      'terms-set-at': expect.any(Number) as number,
    },
  });
});
