import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findKey, requireKey } from '../../src/config/account.js';
import * as settings from '../../src/config/settings.js';
import type { SettingName, SettingSources } from '../../src/config/settings.js';
import { splitWords } from '../../src/config/command-words.js';
import { credentialsFile } from '../../src/config/store.js';
import { expectCalls } from '../helpers/cases.js';
import { worded } from '../helpers/sentence.js';
import { newFolder } from './support.js';

const none: SettingSources = {
  flags: {},
  env: {},
  profile: {},
  isSandbox: false,
  stored: { profile: 'work', path: '/c/config.json' },
};
const resolve = (sources: Partial<SettingSources>) =>
  settings.resolveSettings({ ...none, ...sources });

/** The values of all settings that have one. */
const values = (sources: Partial<SettingSources>) =>
  Object.fromEntries(Object.entries(resolve(sources)).map(([key, { value }]) => [key, value]));

/** The key that is found in a folder with one in each place, but for what is left out. */
async function key(given: Partial<Record<'apiKeyFile' | 'variable' | 'file' | 'profile', string>>) {
  const folder = newFolder();
  const [flag, file] = [join(folder, 'flag'), join(folder, 'file')];
  writeFileSync(flag, 'of-the-flag\n', { mode: 0o600 });
  writeFileSync(file, ' of-the-file\r\n', { mode: 0o600 });
  const stored = { 'api-key': 'of-the-profile', 'base-url': 'https://a.example' };
  await credentialsFile.change(join(folder, 'credentials.json'), 'work', () => stored);
  const all = { apiKeyFile: flag, variable: 'of-the-variable', file, profile: 'work', ...given };
  const env: Readonly<Record<string, string>> = {
    CONFERE_HOME: folder,
    CONFERE_API_KEY: all.variable,
    CONFERE_API_KEY_FILE: all.file,
  };
  const { profile, apiKeyFile } = all;
  return (
    (await findKey({ platform: 'linux', home: folder, env }, { profile, apiKeyFile }))?.apiKey ??
    'none'
  );
}

/** The key of a file with this content, whose path an error has instead of the content. */
async function keyIn(content: string) {
  const path = join(newFolder(), 'key');
  writeFileSync(path, content);
  return key({ apiKeyFile: path });
}

it('settings and keys are found as settings.txt says', async () => {
  const { readProfileName } = settings;
  const names = { values, readProfileName, key, keyIn, requireKey, splitWords };
  await expectCalls(new URL('settings.txt', import.meta.url), names, (error) =>
    worded(error).replace(/\/\S*\/key\b/, '<path>'),
  );
});

/** Valid values of the option, the environment and the profile. */
const VALUES: { readonly [K in SettingName]?: readonly string[] } = {
  'base-url': ['https://flag.example', 'https://env.example', 'https://profile.example'],
  ledger: ['postgres://a@flag/db', 'postgres://a@env/db', 'postgres://a@profile/db'],
  format: ['json', 'csv', 'table'],
  'result-format': ['xlsx', 'csv', 'xlsx'],
  fields: ['name', 'uf', 'cpf,uf'],
  labels: ['pt-BR', 'en', 'service'],
  shared: ['true', 'false', 'true'],
  'require-purpose': ['true', 'false', 'true'],
  purpose: ['audit', 'credit', 'register'],
  'api-key-command': ['a b', 'c d', 'e f'],
};

it.each(settings.settingNames)(
  '%s: option before environment before profile before default',
  (name) => {
    const isSpan = ['reuse', 'timeout', 'settle', 'interval', 'deadline', 'retention'].includes(
      name,
    );
    const [flag, variable, stored] = VALUES[name] ?? (isSpan ? ['1s', '2s', '3s'] : [1, 2, 3]);
    const [flags, profile] = [{ [name]: flag }, { [name]: stored ?? '' }];
    const env = { [`CONFERE_${name.toUpperCase().replaceAll('-', '_')}`]: String(variable) };
    expect(resolve({ flags, env, profile })[name]).toEqual({ value: flag, from: 'flag' });
    expect(resolve({ flags, profile })[name].from).toBe('flag');
    expect(resolve({ env, profile })[name]).toMatchObject({ value: variable, from: 'environment' });
    expect(resolve({ profile })[name]).toMatchObject({ value: stored, from: 'profile' });
    const value = settings.defaultFor(name);
    expect(resolve({})[name]).toEqual(value === undefined ? {} : { value, from: 'default' });
  },
);
