import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findKey, requireKey } from '../../src/config/account.js';
import { keyFile } from '../../src/config/store.js';
import { newFolder } from './support.js';
import { sentenceFrom, sentenceOf } from '../helpers/sentence.js';

/** A folder with a key in each place, and the sources that name all of them. */
async function everywhere() {
  const folder = newFolder();
  const [flag, file] = [join(folder, 'flag'), join(folder, 'file')];
  writeFileSync(flag, 'of-the-flag\n', { mode: 0o600 });
  writeFileSync(file, ' of-the-file\r\n', { mode: 0o600 });
  const stored = { 'api-key': 'of-the-profile', 'base-url': 'https://a.example' };
  await keyFile.change(join(folder, 'credentials.json'), 'work', () => stored);
  const env: Readonly<Record<string, string>> = {
    CONFERE_HOME: folder,
    CONFERE_API_KEY: 'of-the-variable',
    CONFERE_API_KEY_FILE: file,
  };
  return { profile: 'work', platform: 'linux', home: folder, env, apiKeyFile: flag };
}

type Everywhere = Omit<Awaited<ReturnType<typeof everywhere>>, 'apiKeyFile'> & {
  readonly apiKeyFile?: string;
};

const find = (all: Everywhere) => findKey(all, all);

it('a key comes from the option, the variable, the file of a variable or the profile, in this order', async () => {
  const all = await everywhere();
  const noFlag = { ...all, apiKeyFile: undefined };
  const noVariable = { ...noFlag, env: { ...all.env, CONFERE_API_KEY: '' } };
  const nothing = { ...noFlag, env: { CONFERE_HOME: all.home } };
  const sources = [all, noFlag, noVariable, nothing, { ...nothing, profile: 'other' }];
  const keys = await Promise.all(sources.map(async (one) => (await find(one))?.apiKey));
  const stored = ['of-the-flag', 'of-the-variable', 'of-the-file', 'of-the-profile', undefined];
  expect(keys).toEqual(stored);
});

describe('key files', () => {
  const keyIn = async (apiKeyFile: string) => find({ ...(await everywhere()), apiKeyFile });

  it.each([
    [' \n\n', /is empty/],
    ['um\ndois\n', /must contain only the key/],
    ['é', /spaces or characters that no key has/],
    ['x'.repeat(70_000), /must contain only the key/],
  ])('%j', async (content, told) => {
    const path = join(newFolder(), 'key');
    writeFileSync(path, content);
    expect(await sentenceOf(keyIn(path))).toMatch(told);
    expect(await sentenceOf(keyIn(path))).toMatch(path);
    if (content.trim() !== '') expect(await sentenceOf(keyIn(path))).not.toMatch(content);
  });

  it('a missing key file is refused without its path, which may be the key itself', async () => {
    expect(await sentenceOf(keyIn('chave-secreta'))).toMatch(
      /--api-key-file names a file that cannot be read/,
    );
    expect(await sentenceOf(keyIn('chave-secreta'))).not.toMatch(/chave-secreta/);
  });
});

it.each(['', 'a b', 'a\u0007'])('a key with %j is refused', (text) => {
  expect(sentenceFrom(() => requireKey(text, 'The API key'))).toMatch(/^The API key/);
});
