import { expect, it } from 'vitest';
import { profileName, requireStorable } from '../../src/config/profile-name.js';
import { sentenceFrom } from '../helpers/sentence.js';

it('the option has priority over the variable, and the variable over default', () => {
  const env = { CONFERE_PROFILE: 'b' };
  expect([profileName('a', env), profileName(undefined, env), profileName(undefined, {})]).toEqual([
    'a',
    'b',
    'default',
  ]);
  expect(profileName(undefined, { CONFERE_PROFILE: '' })).toBe('default');
  expect(sentenceFrom(() => profileName('', env))).toMatch('A profile name has 1 to 64 letters');
});

it.each(['a', 'a.b_C-1', 'x'.repeat(64)])('%j can be stored', (name) => {
  expect(requireStorable(name)).toBe(name);
});

it.each(['', 'a b', '-a', '__proto__', 'constructor', 'a/b', 'x'.repeat(65)])(
  '%j cannot be stored',
  (name) => {
    expect(sentenceFrom(() => requireStorable(name))).toMatch(/A profile name has/);
  },
);
