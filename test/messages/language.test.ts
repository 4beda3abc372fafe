import { afterEach, describe, expect, it } from 'vitest';
import {
  chooseLanguage,
  en,
  formatNumber,
  detectLanguage,
  loadMessages,
  setMessages,
  t,
  withMessages,
} from '../../src/messages/index.js';

afterEach(() => {
  setMessages(en);
});

describe('language of the messages', () => {
  it.each([
    [{}, 'en'],
    [{ LANG: 'pt_BR.UTF-8' }, 'pt-BR'],
    [{ LANG: 'pt_BR.UTF-8', LC_ALL: 'C' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'pt_PT' }, 'pt-BR'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: '', LC_MESSAGES: 'pt' }, 'pt-BR'],
    [{ CONFERE_LANG: 'pt-BR', LC_ALL: 'en_US.UTF-8' }, 'pt-BR'],
    [{ CONFERE_LANG: 'en', LANG: 'pt_BR' }, 'en'],
    [{ LANG: 'ptx' }, 'en'],
  ])('the variables %j choose %s', (env, language) => {
    expect(detectLanguage({ env })).toBe(language);
  });

  it('programs get English, and people the language of their variables', async () => {
    await chooseLanguage({ env: { LANG: 'pt_BR' } }, true);
    expect(formatNumber(1234.5)).toBe('1,234.5');
    await chooseLanguage({ env: { LANG: 'pt_BR' } }, false);
    expect(formatNumber(1234.5)).toBe('1.234,5');
    expect(t.batch.reportWritten('a')).toBe('Relatório: a');
  });

  it('withMessages gives the previous language back, even after an error', async () => {
    const portuguese = await loadMessages('pt-BR');
    expect(withMessages(portuguese, () => t.batch.rowsRead(1234))).toBe('1.234 linhas lidas');
    const fail = () => {
      throw new Error(t.batch.rowsRead(1));
    };
    expect(() => withMessages(portuguese, fail)).toThrow('1 linha lida');
    expect(t.batch.rowsRead(1234)).toBe('1,234 rows read');
  });
});
