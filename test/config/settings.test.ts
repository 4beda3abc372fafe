import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fallbackOf, keyNames, type KeyName, type Value } from '../../src/config/keys.js';
import { resolveSettings, type Setting, type SettingSources } from '../../src/config/settings.js';
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

  it('an invalid option value names the option', () => {
    expect(sentenceFrom(() => resolve({ flags: { deadline: '0s' } }))).toMatch(
      /^--deadline: '0s' is not a valid duration/,
    );
    expect(sentenceFrom(() => resolve({ env: { CONFERE_BASE_URL: 'x' } }))).toMatch(
      /^CONFERE_BASE_URL must look/,
    );
  });
});
