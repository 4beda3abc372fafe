import { describe, expect, it } from 'vitest';
import * as settings from '../../src/config/settings.js';
import type { KeyName, SettingSources } from '../../src/config/settings.js';
import { sentenceFrom } from '../helpers/sentence.js';

const { keyNames, profileName } = settings;

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
    const value = settings.defaultFor(key);
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

it('the profile of the option has priority over the variable, and the variable over default', () => {
  const env = { CONFERE_PROFILE: 'b' };
  const none = { CONFERE_PROFILE: '' };
  const names = [profileName('a', env), profileName(undefined, env), profileName(undefined, none)];
  expect([...names, profileName(undefined, {})]).toEqual(['a', 'b', 'default', 'default']);
  expect(sentenceFrom(() => profileName('', env))).toMatch('A profile name has 1 to 64 letters');
  const bad = { CONFERE_PROFILE: '../x' };
  expect(sentenceFrom(() => profileName(undefined, bad))).toMatch(/A profile name has/);
});
