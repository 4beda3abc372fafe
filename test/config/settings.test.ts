import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/config/defaults.js';
import {
  fallbackOf,
  keyNames,
  profileName,
  readValue,
  requireStorable,
  resolveSettings,
  unknownKey,
  type KeyName,
  type Setting,
  type SettingSources,
  type Value,
} from '../../src/config/settings.js';
import { sentenceFrom } from '../helpers/sentence.js';

/** Three valid values for each setting: of the option, the environment and the profile. */
const VALUES: Readonly<Record<KeyName, readonly [Value, Value, Value]>> = {
  'base-url': ['https://flag.example', 'https://env.example', 'https://profile.example'],
  ledger: ['postgres://a@flag/db', 'postgres://a@env/db', 'postgres://a@profile/db'],
  reuse: ['1d', '2d', '3d'],
  rate: [1, 2, 3],
  'realtime-rate': [1, 2, 3],
  'cost-cpf': [1, 2, 3],
  'cost-cnpj': [1, 2, 3],
  'cost-realtime': [1, 2, 3],
  'max-credits': [1, 2, 3],
  'max-credits-per-day': [1, 2, 3],
  'max-credits-per-month': [1, 2, 3],
  timeout: ['1s', '2s', '3s'],
  settle: ['1s', '2s', '3s'],
  interval: ['1s', '2s', '3s'],
  deadline: ['1s', '2s', '3s'],
  format: ['json', 'csv', 'table'],
};

const none: SettingSources = {
  flags: {},
  env: {},
  profile: {},
  stored: { profile: 'work', path: '/c/config.json' },
  isSandbox: false,
};

const resolve = (sources: Partial<SettingSources>) =>
  new Map<string, Setting>(Object.entries(resolveSettings({ ...none, ...sources })));

describe('settings', () => {
  it.each(keyNames)('%s: option before environment before profile before default', (key) => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (hasFlag, hasEnv, hasProfile) => {
        const [flag, variable, stored] = VALUES[key];
        const variables = { 'base-url': 'CONFERE_BASE_URL', ledger: 'CONFERE_LEDGER' };
        const name = key === 'base-url' || key === 'ledger' ? variables[key] : undefined;
        const isVariable = hasEnv && name !== undefined;
        const setting = resolve({
          flags: hasFlag ? { [key]: flag } : {},
          env: isVariable ? { [name]: String(variable) } : {},
          profile: hasProfile ? { [key]: stored } : {},
        }).get(key);
        const fallback = fallbackOf(key);
        const last = fallback === undefined ? [undefined, undefined] : [fallback, 'default'];
        const expected = hasFlag
          ? [flag, 'flag']
          : isVariable
            ? [variable, 'environment']
            : hasProfile
              ? [stored, 'profile']
              : last;
        expect([setting?.value, setting?.from]).toEqual(expected);
      }),
    );
  });

  it('the built-in defaults are those of the contract', () => {
    const values = [...resolve({})].map(([key, { value }]) => [key, value]);
    const defaults = { reuse: '30d', rate: 30, 'realtime-rate': 5 };
    const waits = { settle: '11m', interval: '5s', deadline: '30m' };
    expect(Object.fromEntries(values)).toEqual({ ...defaults, ...waits });
  });

  it('the sandbox ignores the settings of the real account, but uses the others', () => {
    const own = { 'base-url': 'https://a.example', ledger: 'postgres://a@b/c' };
    const profile = { ...own, rate: 90, 'realtime-rate': 9, reuse: '1d' };
    const env = { CONFERE_BASE_URL: 'https://b.example', CONFERE_LEDGER: 'postgres://a@b/c' };
    const all = resolve({ profile, env, isSandbox: true });
    expect(all.get('base-url')?.value).toBeUndefined();
    expect(all.get('ledger')?.value).toBeUndefined();
    expect(all.get('rate')?.value).toBe(30);
    expect(all.get('realtime-rate')?.value).toBe(5);
    expect(all.get('reuse')?.value).toBe('1d');
  });

  it('an invalid stored value names its place and how to correct it', () => {
    const bad = () => resolve({ profile: { interval: '0s' } });
    expect(sentenceFrom(bad)).toMatch(
      "interval of profile work in /c/config.json: '0s' is not a valid duration.",
    );
    expect(sentenceFrom(bad)).toMatch("'confere config unset interval'");
  });

  it('an invalid stored value has no effect if an option overrides it', () => {
    const all = resolve({ flags: { interval: '9s' }, profile: { interval: '0s' } });
    expect(all.get('interval')?.value).toBe('9s');
  });

  it('an unknown stored setting is refused, because it may be a mistyped budget', () => {
    expect(sentenceFrom(() => resolve({ profile: { 'max-credit': 5 } }))).toMatch(
      /profile work in \/c\/config\.json has an unknown setting max-credit\. Did you mean max-credits/,
    );
  });
});

describe('the value of a setting', () => {
  it.each<[KeyName, string | number, string | number]>([
    ['base-url', 'https://API.example.com/v1/', 'https://api.example.com/v1'],
    ['reuse', '0', '0'],
    ['rate', '60', 60],
    ['max-credits', '1.5', 1.5],
    ['format', 'jsonl', 'jsonl'],
  ])('%s takes %j', (key, text, value) => {
    expect(readValue(key, text, key)).toBe(value);
  });

  it.each<[KeyName, string | number, string]>([
    ['base-url', 'http://api.example.com', 'plain_http'],
    ['base-url', 'http://127.0.0.1.example.com', 'plain_http'],
    ['base-url', 'ftp://example.com', 'bad_base_url'],
    ['base-url', 'https://u@example.com', 'bad_base_url'],
    ['base-url', 'https://example.com?a=b', 'bad_base_url'],
    ['reuse', '30', 'bad_duration'],
    ['rate', '0', 'bad_number'],
    ['rate', '1e3', 'bad_number'],
    ['realtime-rate', '99999999999999999', 'bad_number'],
    ['max-credits', '-1', 'bad_number'],
    ['timeout', '0s', 'bad_duration'],
    ['format', 'constructor', 'unknown_format'],
  ])('%s refuses %j, naming itself', (key, text, code) => {
    expect(() => readValue(key, text, `THE ${key}`)).toThrow(
      expect.objectContaining({
        code,
        facts: expect.objectContaining({ place: `THE ${key}` }) as object,
      }) as Error,
    );
  });

  it('a password in a base URL is not repeated', () => {
    const read = () => readValue('base-url', 'https://u:segredo@example.com', 'base-url');
    expect(read).toThrow(expect.objectContaining({ facts: { place: 'base-url' } }) as Error);
    expect(sentenceFrom(read)).not.toMatch(/segredo/);
  });
});

it.each([
  ['rates', { near: 'rate' }],
  ['max', { near: 'max-credits' }],
  ['colour', { near: undefined, keys: keyNames, looksSecret: false }],
  ['api-key', { looksSecret: true }],
])('an unknown setting %s has the suggestion that fits', (text, facts) => {
  expect(unknownKey(text).facts).toMatchObject(facts);
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

  it.each(['', '5', '-5s', '5S', '1e3s', '99999999999d'])(
    '%j is not valid, and the error names the place',
    (text) => {
      expect(sentenceFrom(() => parseDuration(text, '--deadline'))).toMatch(/^--deadline/);
    },
  );

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

it('the option has priority over the variable, and the variable over default', () => {
  const env = { CONFERE_PROFILE: 'b' };
  const names = [profileName('a', env), profileName(undefined, env), profileName(undefined, {})];
  expect(names).toEqual(['a', 'b', 'default']);
  expect(profileName(undefined, { CONFERE_PROFILE: '' })).toBe('default');
  expect(sentenceFrom(() => profileName('', env))).toMatch('A profile name has 1 to 64 letters');
});

it.each(['a.b_C-1', 'x'.repeat(64)])('%j can be stored', (name) => {
  expect(requireStorable(name)).toBe(name);
});

it.each(['', '-a', '__proto__', 'constructor', 'a/b', 'x'.repeat(65)])(
  '%j cannot be stored',
  (name) => {
    expect(sentenceFrom(() => requireStorable(name))).toMatch(/A profile name has/);
  },
);
