import { readdir, writeFile, mkdir, rm, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { storedFiles } from '../helpers/files/stored-files.js';
import { transcripts } from '../helpers/transcript.js';
import { expect, it } from '../helpers/with-service.js';
import { cpfs, kept, ledgerOf, sized, type User } from './support.js';

transcripts('state', {
  'the ledger is written over': async ({ user }) => {
    // A process closes the file, which is written over.
    await user.start('bulk list').done;
    await writeFile(await ledgerOf(user), 'this is no database. '.repeat(500), { flag: 'r+' });
  },
});
if (process.platform === 'linux') transcripts('places');

const COUNT = 400;

/** Every byte that the command stored, in any of the forms of a text. */
async function stored(user: User): Promise<string> {
  const bytes = await storedFiles(join(user.folder, 'home'));
  return bytes.map((one) => one.toString('latin1') + one.toString('utf16le')).join('\n');
}

const left = (text: string): string[] => cpfs(COUNT + 10).filter((id) => text.includes(id));

it('a deletion that was cut short is finished by the next run', async ({ user }) => {
  await user.file('a.csv', sized(4));
  await user.run('bulk run a.csv');
  const [folder = ''] = await kept(user, /batches$/);
  const [removed = ''] = (await readdir(folder)).filter((name) => /^[0-9a-z]{10}$/.test(name));
  await user.ends(0, `bulk delete ${removed} -y`);
  for (const name of [removed, 'nobodys']) await mkdir(join(folder, name));
  await writeFile(join(folder, removed, 'input'), sized(COUNT));
  expect(left(await stored(user)).length).toBeGreaterThan(4);
  await user.file('b.csv', sized(2));
  await user.run('bulk run b.csv');
  const names = await readdir(folder);
  expect(names).not.toContain(removed);
  // Only what the ledger saw removed goes.
  expect(names).toContain('nobodys');
  expect(left(await stored(user)).length).toBeLessThanOrEqual(4);
});

it('what a killed check left is removed a day later, and no more', async ({ fresh: user }) => {
  const state = join(user.folder, 'home', 'state');
  const place = join(state, 'temporary');
  const old = new Date(Date.now() - 25 * 3_600_000);
  const left = async (folder: string) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'input'), sized(4));
    await utimes(folder, old, old);
  };
  const file = await user.file('a.csv.gz', gzipSync(sized(4)));
  const check = () => user.ends(0, `bulk check ${file}`);
  await left(join(user.folder, 'elsewhere', 'work-x'));
  await mkdir(state, { recursive: true, mode: 0o700 });
  await symlink(join(user.folder, 'elsewhere'), place);
  await check();
  expect(await readdir(join(user.folder, 'elsewhere'))).toEqual(['work-x']);
  await rm(place);
  await mkdir(place, { mode: 0o700 });
  await left(join(place, 'work-old'));
  await mkdir(join(place, 'work-live'));
  await check();
  expect(await readdir(place)).toEqual(['work-live']);
});
