import { afterEach, describe, expect, it } from 'vitest';
import { chooseLanguage, languageOf } from '../../src/text/language.js';
import { formatNumber, say } from '../../src/text/index.js';
import { speak } from '../../src/text/say.js';

afterEach(() => {
  speak({ locale: 'en-US', catalogue: {} });
});

describe('a sentence', () => {
  it('is English as it stands, backslashes and braces and all', () => {
    expect(say`${'a\\b'} has ${2} rows {0}\n`).toBe('a\\b has 2 rows {0}\n');
  });

  it('is what the catalogue says instead, its values where they belong', () => {
    const catalogue = { '{0} has {1} rows.': 'Há {1} linhas em {0}.' };
    speak({ locale: 'pt-BR', catalogue });
    expect(say`${'{1} $& a.csv'} has ${2} rows.`).toBe('Há 2 linhas em {1} $& a.csv.');
    expect(say`nobody translated ${'this'}`).toBe('nobody translated this');
  });
});

describe('the language', () => {
  it.each([
    [{}, 'en'],
    [{ LANG: 'pt_BR.UTF-8' }, 'pt-BR'],
    [{ LANG: 'pt_BR.UTF-8', LC_ALL: 'C' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'pt_PT' }, 'pt-BR'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: '', LC_MESSAGES: 'pt' }, 'pt-BR'],
    [{ CONFERE_LANG: 'pt-BR', LC_ALL: 'en_US.UTF-8' }, 'pt-BR'],
    [{ CONFERE_LANG: 'en', LANG: 'pt_BR' }, 'en'],
    [{ LANG: 'ptx' }, 'en'],
  ])('of %j is %s', (env, language) => {
    expect(languageOf(env)).toBe(language);
  });

  it('is English for programs', async () => {
    await chooseLanguage({ LANG: 'pt_BR' }, ['quota', '--json']);
    expect(formatNumber(1234.5)).toBe('1,234.5');
    await chooseLanguage({ LANG: 'pt_BR' }, ['quota']);
    expect(formatNumber(1234.5)).toBe('1.234,5');
    expect(say`The output could not be written (${'EIO'}).`).toContain('gravar');
  });
});
