import { writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findKey, requireKey, requireKeyFor } from '../../src/config/account.js';
import { writeCredentials } from '../../src/config/store.js';
import { newFolder, POSIX } from './support.js';
import { sentenceFrom, sentenceOf } from '../helpers/sentence.js';

const URL_OF_KEY = 'https://a.example';

/** A folder with a key in each place, and the sources that name all of them. */
async function everywhere() {
  const folder = newFolder();
  const [flag, file] = [join(folder, 'flag'), join(folder, 'file')];
  writeFileSync(flag, 'of-the-flag\n', { mode: 0o600 });
  writeFileSync(file, ' of-the-file\r\n', { mode: 0o600 });
  const credentials = join(folder, 'credentials.json');
  const stored = { apiKey: 'of-the-profile', baseUrl: URL_OF_KEY };
  await writeCredentials(credentials, new Map([['work', stored]]));
  const env: Env = {
    CONFERE_HOME: folder,
    CONFERE_API_KEY: 'of-the-variable',
    CONFERE_API_KEY_FILE: file,
  };
  const of = { profile: 'work', platform: 'linux', home: folder };
  return { ...of, credentials, env, apiKeyFile: flag };
}

type Env = Readonly<Record<string, string>>;
type Everywhere = Omit<Awaited<ReturnType<typeof everywhere>>, 'apiKeyFile'> & {
  readonly apiKeyFile?: string;
};

const find = (all: Everywhere) => findKey(all, all);
const keyOf = async (all: Everywhere) => (await find(all))?.apiKey;
/** Without the keys of the environment. */
const bare = ({ env: { CONFERE_HOME = '' }, ...all }: Everywhere) => ({
  ...{ ...all, apiKeyFile: undefined },
  env: { CONFERE_HOME },
});

describe('the key', () => {
  it('comes from the option, the variable, the file of a variable or the profile, in this order', async () => {
    const all = await everywhere();
    const noFlag = { ...all, apiKeyFile: undefined };
    const noVariable = { ...noFlag, env: { ...all.env, CONFERE_API_KEY: '' } };
    const nothing = bare(all);
    const sources = [all, noFlag, noVariable, nothing, { ...nothing, profile: 'other' }];
    expect(await Promise.all(sources.map(keyOf))).toEqual([
      'of-the-flag',
      'of-the-variable',
      'of-the-file',
      'of-the-profile',
      undefined,
    ]);
  });

  it('of a profile is sent only to the service for which it was checked', async () => {
    const found = await find(bare(await everywhere()));
    expect(requireKeyFor(URL_OF_KEY, found, 'work')).toBe(found);
    expect(sentenceFrom(() => requireKeyFor('https://b.example', found, 'work'))).toMatch(
      /of profile work is for https:\/\/a\.example and is not sent to https:\/\/b\.example/,
    );
  });

  it.runIf(POSIX)('in a file that other users can read is reported', async () => {
    const all = await everywhere();
    expect((await find(all))?.openFile).toBeUndefined();
    chmodSync(all.apiKeyFile, 0o640);
    expect((await find(all))?.openFile).toBe(all.apiKeyFile);
    expect((await find({ ...all, platform: 'win32' }))?.openFile).toBeUndefined();
    chmodSync(all.credentials, 0o604);
    expect((await find(bare(all)))?.openFile).toBe(all.credentials);
  });
});

describe('a key file', () => {
  const keyIn = async (apiKeyFile: string) => find({ ...(await everywhere()), apiKeyFile });

  it.each([
    [' \n\n', /is empty/],
    ['um\ndois\n', /must contain only the key/],
    ['um dois', /spaces or characters that no key has/],
    ['é', /spaces or characters that no key has/],
    ['x'.repeat(70_000), /must contain only the key/],
  ])('%j', async (content, told) => {
    const path = join(newFolder(), 'key');
    writeFileSync(path, content);
    expect(await sentenceOf(keyIn(path))).toMatch(told);
    expect(await sentenceOf(keyIn(path))).toMatch(path);
    if (content.trim() !== '') expect(await sentenceOf(keyIn(path))).not.toMatch(content);
  });

  it('that does not exist is refused without its path, which may be the key itself', async () => {
    expect(await sentenceOf(keyIn('chave-secreta'))).toMatch(
      /--api-key-file names a file that cannot be read/,
    );
    expect(await sentenceOf(keyIn('chave-secreta'))).not.toMatch(/chave-secreta/);
  });
});

it.each(['', 'a b', 'a\u0007', 'ção'])('with %j is refused', (text) => {
  expect(sentenceFrom(() => requireKey(text, 'The API key'))).toMatch(/^The API key/);
});
