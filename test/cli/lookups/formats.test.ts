import { chmod, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '../../helpers/with-service.js';
import { transcripts } from '../../helpers/transcript.js';
import { makeCpf } from '../support.js';

transcripts('formats-of-lookups');

transcripts('check');

it.for([
  '529.982.247-25 0X123456789050',
  '529.982.247-24  1 x\u202ey',
  '- 52998224725',
  '- -',
  'help 52998224725',
])('the fast path of check says the same as commander: %j', async (ids, { fresh: user }) => {
  const stdin = '52998224725\nabc\n';
  for (const language of ['en', 'pt-BR']) {
    const given = { stdin, env: { CONFERE_LANG: language } };
    const alone = await user.run(`check ${ids}`, given);
    expect(alone).toEqual(await user.run(`check --no-progress ${ids}`, given));
  }
});

it('-o replaces a file only when it is whole, keeps its mode, and follows no link', async ({
  server,
  user,
}) => {
  await symlink('new.csv', join(user.folder, 'link.csv'));
  const refused = await user.ends(2, `cpf ${makeCpf(1)} -o link.csv --overwrite`);
  expect(refused.stderr).toContain('is a link');
  expect(server.log).toEqual([]);
  const old = await user.file('old.csv', 'old');
  await chmod(old, 0o644);
  await user.ends(0, `cpf ${makeCpf(1)} -o old.csv --overwrite`);
  expect((await stat(old)).mode & 0o777).toBe(0o644);
});
