import { maxCredits } from '../../src/messages/reader.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/config/defaults.js';
import * as settings from '../../src/config/settings.js';
import type { KeyName, SettingSources } from '../../src/config/settings.js';
import { sentenceFrom } from '../helpers/sentence.js';

const { keyNames, profileName, readValue } = settings;

const none: SettingSources = {
  flags: {},
  env: {},
  profile: {},
  isSandbox: false,
  stored: { profile: 'work', path: '/c/config.json' },
};

const resolve = (sources: Partial<SettingSources>) =>
  settings.resolveSettings({ ...none, ...sources });

/** Valid values of the option, the environment and the profile. */
const VALUES: { readonly [K in KeyName]?: readonly string[] } = {
  'base-url': ['https://flag.example', 'https://env.example', 'https://profile.example'],
  ledger: ['postgres://a@flag/db', 'postgres://a@env/db', 'postgres://a@profile/db'],
  format: ['json', 'csv', 'table'],
  'result-format': ['xlsx', 'csv', 'xlsx'],
  fields: ['name', 'uf', 'cpf,uf'],
  labels: ['pt-BR', 'en', 'service'],
  shared: ['true', 'false', 'true'],
};

describe('settings', () => {
  it.each(keyNames)('%s: option before environment before profile before default', (key) => {
    const isSpan = ['reuse', 'timeout', 'settle', 'interval', 'deadline'].includes(key);
    const [flag, variable, stored] = VALUES[key] ?? (isSpan ? ['1s', '2s', '3s'] : [1, 2, 3]);
    const name = `CONFERE_${key.toUpperCase().replaceAll('-', '_')}`;
    const [flags, profile] = [{ [key]: flag }, { [key]: stored ?? '' }];
    expect(resolve({ flags, profile })[key]).toEqual({ value: flag, from: 'flag' });
    expect(resolve({ profile })[key]).toEqual({ value: stored, from: 'profile' });
    const env = { [name]: String(variable) };
    expect(resolve({ env, profile })[key]).toEqual({ value: variable, from: 'environment' });
    expect(resolve({ flags, env, profile })[key].from).toBe('flag');
    const value = settings.fallbackOf(key);
    expect(resolve({})[key]).toEqual(value === undefined ? {} : { value, from: 'default' });
  });

  it('the built-in defaults are those of the contract', () => {
    const values = Object.entries(resolve({})).map(([key, { value }]) => [key, value]);
    expect(Object.fromEntries(values)).toEqual({
      reuse: '30d',
      rate: 30,
      'realtime-rate': 5,
      settle: '11m',
      interval: '5s',
      deadline: '30m',
    });
  });

  it('the sandbox ignores the settings of the real account, but uses the others', () => {
    const own = { 'base-url': 'https://a.example', ledger: 'postgres://a@b/c' };
    const profile = { ...own, rate: 90, 'realtime-rate': 9, reuse: '1d' };
    const env = { CONFERE_BASE_URL: 'https://b.example', CONFERE_LEDGER: 'postgres://a@b/c' };
    const all = resolve({ profile, env, isSandbox: true });
    const kept = ['base-url', 'ledger', 'rate', 'realtime-rate', 'reuse'] as const;
    const values = kept.map((key) => all[key].value);
    expect(values).toEqual([undefined, undefined, 30, 5, '1d']);
  });

  it('an invalid stored value names its place and how to correct it, unless an option overrides it', () => {
    const profile = { interval: '0s' };
    const told = sentenceFrom(() => resolve({ profile }));
    expect(told).toMatch(
      "interval of profile work in /c/config.json: '0s' is not a valid duration.",
    );
    expect(told).toMatch("'confere config unset interval'");
    expect(resolve({ flags: { interval: '9s' }, profile }).interval.value).toBe('9s');
  });

  it('an unknown stored setting is refused, because it may be a mistyped budget', () => {
    expect(sentenceFrom(() => resolve({ profile: { 'max-credit': 5 } }))).toMatch(
      /profile work in \/c\/config\.json has an unknown setting max-credit\. Did you mean max-credits/,
    );
  });
});

describe('the value of a setting', () => {
  it.each<[KeyName, string, string | number]>([
    ['base-url', 'https://API.example.com/v1/', 'https://api.example.com/v1'],
    ['reuse', '0', '0'],
    ['rate', '60', 60],
    ['max-credits', '1.5', 1.5],
    ['format', 'jsonl', 'jsonl'],
  ])('%s takes %j', (key, text, value) => {
    expect(readValue(key, text, key)).toBe(value);
  });

  it.each<[KeyName, string, string]>([
    ['base-url', 'http://api.example.com', 'plain_http'],
    ['base-url', 'http://127.0.0.1.example.com', 'plain_http'],
    ['base-url', 'ftp://example.com', 'bad_base_url'],
    ['base-url', 'https://u:segredo@example.com', 'bad_base_url'],
    ['base-url', 'https://example.com?a=b', 'bad_base_url'],
    ['reuse', '30', 'bad_duration'],
    ['rate', '0', 'bad_number'],
    ['rate', '1e3', 'bad_number'],
    ['realtime-rate', '99999999999999999', 'bad_number'],
    ['max-credits', '-1', 'bad_number'],
    ['max-credits', '999.731', 'bad_number'],
    ['cost-cpf', '1,5', 'bad_number'],
    ['timeout', '0s', 'bad_duration'],
    ['format', 'constructor', 'unknown_format'],
    ['result-format', 'pdf', 'unknown_format'],
    ['labels', 'fr', 'unknown_format'],
  ])('%s refuses %j, naming itself, and repeats no password', (key, text, code) => {
    const read = () => readValue(key, text, `THE ${key}`);
    const facts = expect.objectContaining({ place: `THE ${key}` }) as object;
    expect(read).toThrow(expect.objectContaining({ code, facts }) as Error);
    expect(sentenceFrom(read)).not.toMatch(/segredo/);
  });
});

it('a number of credits that is stored or printed can be read again', () => {
  for (const stored of [0.125, 1.5, 3.875, 999.731, 1000]) {
    expect(readValue('max-credits', stored, 'x')).toBe(stored);
    expect(readValue('max-credits', maxCredits(stored).value ?? '', 'x')).toBe(stored);
  }
});

it.each([
  ['rates', { near: 'rate' }],
  ['max', { near: 'max-credits' }],
  ['colour', { near: undefined, keys: keyNames, looksSecret: false }],
  ['api-key', { looksSecret: true }],
])('an unknown setting %s has the suggestion that fits', (text, facts) => {
  expect(settings.unknownKey(text).facts).toMatchObject(facts);
});

describe('a duration', () => {
  it.each([
    ['500ms', 500],
    ['30d', 2_592_000_000],
    ['1.5s', 1_500],
    ['0', 0],
    [' 5s ', 5_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text, '--x')).toBe(ms);
  });

  it.each(['', '5', '-5s', '5S', '1e3s', '99999999999d'])('is not %j', (text) => {
    expect(sentenceFrom(() => parseDuration(text, '--deadline'))).toMatch(/^--deadline/);
  });

  it('is a safe number for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          const ms = parseDuration(text, '--x');
          expect(ms >= 0 && ms <= Number.MAX_SAFE_INTEGER).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad_duration' });
        }
      }),
    );
  });
});

it('the profile of the option has priority over the variable, and the variable over default', () => {
  const env = { CONFERE_PROFILE: 'b' };
  const none = { CONFERE_PROFILE: '' };
  const names = [profileName('a', env), profileName(undefined, env), profileName(undefined, none)];
  expect([...names, profileName(undefined, {})]).toEqual(['a', 'b', 'default', 'default']);
  expect(sentenceFrom(() => profileName('', env))).toMatch('A profile name has 1 to 64 letters');
});

it('a profile has a name that can be stored', () => {
  for (const name of ['a.b_C-1', 'x'.repeat(64)]) expect(profileName(name, {})).toBe(name);
  for (const name of ['', '-a', '__proto__', 'constructor', 'a/b', 'x'.repeat(65)])
    expect(sentenceFrom(() => profileName(name, {}))).toMatch(/A profile name has/);
  const env = { CONFERE_PROFILE: '../x' };
  expect(sentenceFrom(() => profileName(undefined, env))).toMatch(/A profile name has/);
});
