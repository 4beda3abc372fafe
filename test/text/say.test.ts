import { afterEach, describe, expect, it } from 'vitest';
import { chooseLanguage, languageOf } from '../../src/text/language.js';
import { formatNumber, plural, say } from '../../src/text/index.js';
import { sayIn } from '../../src/text/say.js';
import { english, speak, speakEnglish } from '../../src/text/voice.js';

afterEach(() => {
  speakEnglish();
});

describe('a sentence', () => {
  it('is unchanged in English, with backslashes and braces', () => {
    expect(say`${'a\\b'} has ${2} rows {0}\n`).toBe('a\\b has 2 rows {0}\n');
  });

  it("is replaced by the catalogue's sentence, with the values in their places", () => {
    const catalogue = { '{0} has {1} rows.': 'Há {1} linhas em {0}.' };
    speak({ language: 'pt-BR', catalogue });
    expect(say`${'{1} $& a.csv'} has ${2} rows.`).toBe('Há 2 linhas em {1} $& a.csv.');
    expect(say`nobody translated ${'this'}`).toBe('nobody translated this');
  });

  it('differs by its context', () => {
    const catalogue = { invalid: 'inválidos', '[rows] invalid': 'inválidas' };
    expect(say.about('rows')`invalid`).toBe('invalid');
    speak({ language: 'pt-BR', catalogue });
    expect([say`invalid`, say.about('rows')`invalid`]).toEqual(['inválidos', 'inválidas']);
  });

  it('can have another voice than the process', () => {
    const catalogue = { '{0#row|rows}': '{0#linha|linhas}' };
    const portuguese = sayIn({ language: 'pt-BR', catalogue });
    expect(portuguese`${plural(1234, 'row', 'rows')}`).toBe('1.234 linhas');
    expect(say`${plural(1234, 'row', 'rows')}`).toBe('1,234 rows');
    speak({ language: 'pt-BR', catalogue: {} });
    expect(sayIn(english)`${plural(1234, 'row', 'rows')}`).toBe('1,234 rows');
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
    expect(languageOf({ env })).toBe(language);
  });

  it('is English for programs', async () => {
    await chooseLanguage({ env: { LANG: 'pt_BR' } }, ['quota', '--json']);
    expect(formatNumber(1234.5)).toBe('1,234.5');
    await chooseLanguage({ env: { LANG: 'pt_BR' } }, ['quota']);
    expect(formatNumber(1234.5)).toBe('1.234,5');
    expect(say`The output could not be written (${'EIO'}).`).toContain('gravar');
  });
});
